import SQLite
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import toodoo

@Suite struct `A database with an older schema` {
    // proves: durable-9
    @Test(arguments: [["serve", "--port", "0"], ["import", "-"], ["migrate"]])
    func `is not migrated while a server uses it`(words: [String]) throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        // A program with one more migration would find this state.
        try world.takeBackLastMigration()
        let before = try world.schema

        let ending = try Program(words + ["--db", world.database]).refusal()

        #expect(
            ending
                == .failure(
                    1,
                    "\(world.database) has an older schema and is in use by a server or another "
                        + "command; stop it first, so that the schema can be migrated"))
        #expect(try world.schema == before)
        #expect(try server.send("POST", "/items", json: #"{"title":"a"}"#).status == 201)
    }

    @Test(arguments: [["import", "-", "--allow-empty"], ["migrate"]])
    func `is migrated if no process uses it`(words: [String]) throws {
        let world = try CommandWorld()
        try world.makeOlder()

        let ending = try Program(words + ["--db", world.database]).ending()

        #expect(ending.code == 0, "\(ending)")
        #expect(try world.number("SELECT count(*) FROM migrations") == Migration.sqlite.count)
        #expect(try world.run("check").code == 0)
    }

    @Test func `is migrated by a server, which then holds a share of the lock`() throws {
        let world = try CommandWorld()
        try world.makeOlder()

        let server = try RunningServer(database: world.database)

        #expect(try server.send("POST", "/items", json: #"{"title":"a"}"#).status == 201)
        #expect(throws: CommandFailure.inUse(world.database)) {
            try DatabaseLock(replacing: world.database)
        }
        #expect(try world.run("export").code == 0)
    }
}

@Suite struct `A database with the newest schema` {
    @Test func `can be opened by a second server while the first one runs`() throws {
        let world = try CommandWorld()
        let old = try RunningServer(database: world.database)
        let first = try old.send("POST", "/items", json: #"{"title":"a"}"#)

        let new = try RunningServer(database: world.database)
        let second = try new.send("POST", "/items", json: #"{"title":"b"}"#)
        let third = try old.send("POST", "/items", json: #"{"title":"c"}"#)

        #expect([first, second, third].map(\.status) == [201, 201, 201])
        #expect(try old.stop().code == 0)
        #expect(try new.send("GET", "/items").text.matches(of: /"title"/).count == 3)
    }
}

extension CommandWorld {
    /// Creates a database without any migration.
    fileprivate func makeOlder() throws {
        let connection = try SQLiteConnection.open(database, .readWriteCreate)
        try connection.execute(
            """
            PRAGMA application_id = \(SQLiteSchema.applicationID);
            CREATE TABLE migrations (
                number INTEGER PRIMARY KEY, name TEXT NOT NULL,
                checksum TEXT NOT NULL, applied_at REAL NOT NULL
            ) STRICT;
            """)
    }

    fileprivate var schema: [String] {
        get throws {
            let connection = try SQLiteConnection.open(database, .readOnly)
            return try connection.rows("SELECT name, sql FROM sqlite_schema", columns: 2)
                + connection.rows("SELECT number, checksum FROM migrations", columns: 2)
        }
    }
}
