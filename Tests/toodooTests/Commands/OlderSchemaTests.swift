import Foundation
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import toodoo

@Suite struct `A database with an older schema` {
    @Test(arguments: [["serve", "--port", "0"], ["import", "-"], ["migrate"]])
    func `stays as it is while a server uses it`(words: [String]) throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        // To a newer program it would look like this.
        try world.alter("DELETE FROM migrations WHERE number > 1")
        let before = try world.schema

        let ending = try Program(words + ["--db", world.database]).refusal()

        #expect(
            ending
                == .failure(
                    1,
                    "\(world.database) has an older schema and is in use by a server or another "
                        + "command; stop that first, so that the schema can be brought up to date"))
        #expect(try world.schema == before)
        #expect(try server.send("POST", "/items", json: #"{"title":"a"}"#).status == 201)
    }

    @Test(arguments: [["import", "-"], ["migrate"]])
    func `is brought up to date when nobody uses it`(words: [String]) throws {
        let world = try CommandWorld()
        try world.makeOlder()

        let ending = try Program(words + ["--db", world.database]).ending()

        #expect(ending.code == 0, "\(ending)")
        #expect(try world.number("SELECT count(*) FROM migrations") == Migration.all.count)
        #expect(try world.run("check").code == 0)
    }

    @Test func `is brought up to date by a server, which then has its share like any other`() throws
    {
        let world = try CommandWorld()
        try world.makeOlder()

        let server = try RunningServer(database: world.database)

        #expect(try server.send("POST", "/items", json: #"{"title":"a"}"#).status == 201)
        #expect(throws: CommandFailure.inUse(world.database)) {
            try DatabaseUse(replacing: world.database)
        }
        #expect(try world.run("export").code == 0)
    }

    /// A database of each earlier step, as SQL text.
    private static let schemas = try? FileManager.default
        .contentsOfDirectory(atPath: repositoryFile("Tests/Schemas")).sorted()

    @Test(arguments: schemas ?? [])
    func `is sound as it is, and can be backed up and restored`(schema: String) throws {
        let (world, other) = (try CommandWorld(), try CommandWorld())
        try world.makeOlder(schema)
        let copy = world.folder.file("copy")

        let check = try world.run("check")
        let backup = try world.run("backup", copy)
        let restore = try other.run("restore", copy)

        #expect(check.output.hasSuffix("\(world.database) is sound\n"), "\(check)")
        #expect(backup == .success("\(world.database) is backed up in \(copy)"))
        #expect(restore == .success("\(other.database) is restored from \(copy)"))
        #expect(try other.run("check").code == 0)
        let count = "SELECT count(*) FROM items"
        #expect(try other.number(count) == world.number(count))
    }
}

@Suite struct `A database with the newest schema` {
    @Test func `is taken over by a server while the one before it still serves`() throws {
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
    /// Makes the database as an earlier step of the schema had it.
    fileprivate func makeOlder(_ schema: String = "0001.sql") throws {
        let file = URL(filePath: repositoryFile("Tests/Schemas/\(schema)"))
        let script = try Data(contentsOf: file)
        let connection = try Connection.open(database, .readWriteCreate)
        try connection.execute(String(decoding: script, as: UTF8.self))
    }

    fileprivate var schema: [String] {
        get throws {
            let connection = try Connection.open(database, .readOnly)
            return try connection.rows("SELECT name, sql FROM sqlite_schema", columns: 2)
                + connection.rows("SELECT number, checksum FROM migrations", columns: 2)
        }
    }
}
