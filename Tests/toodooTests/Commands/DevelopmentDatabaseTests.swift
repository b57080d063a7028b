import Foundation
import SQLite
import SQLiteStorage
import Storage
import TestSupport
import Testing

@Suite struct `A database of a development version` {
    // proves: durable-9
    @Test(arguments: [
        ["serve", "--port", "0"], ["check"], ["export"], ["import", "-"], ["migrate"],
        ["migrate", "--status"], ["user", "list"],
    ])
    func `is refused with a remedy`(words: [String]) throws {
        let world = try developed()
        let before = try world.folder.read("items.sqlite")

        let ending = try world.run(words, input: Array("[]".utf8))

        #expect(ending.code == 1)
        let text = words == ["check"] ? ending.output : ending.error
        #expect(
            text.contains(
                """
                \(world.database) was created by a development version of toodoo; export its items \
                with toodoo export of that version and import them into a new database with toodoo import \
                of this one
                """), "\(ending)")
        #expect(try world.folder.read("items.sqlite") == before)
    }

    @Test func `is reported as one problem by check`() throws {
        let world = try developed()

        let ending = try world.run("check")

        #expect(ending.output.split(separator: "\n").count == 2, "\(ending.output)")
        #expect(ending.error.contains("is not sound: 1 problem found"))
    }

    @Test func `is never restored`() throws {
        let (world, other) = (try developed(), try CommandWorld())

        let restore = try other.run("restore", world.database)

        #expect(restore.code == 1)
        #expect(
            restore.error.contains("was created by a development version of toodoo"), "\(restore)")
        #expect(try !other.names().contains("items.sqlite"))
    }

    @Test func `can be replaced by a backup of this version`() throws {
        let (world, other) = (try developed(), try CommandWorld())
        _ = try other.run("import", "-", input: #"[{"title":"a"}]"#)
        _ = try other.run("backup", other.folder.file("copy"))

        let restore = try world.run("restore", other.folder.file("copy"))

        #expect(restore.code == 0, "\(restore)")
        #expect(try world.run("export").output == other.run("export").output)
    }

    /// A database that looks as if those versions had applied their first migration.
    private func developed() throws -> CommandWorld {
        let world = try CommandWorld()
        let connection = try SQLiteConnection.open(world.database, .readWriteCreate)
        try connection.execute(
            """
            PRAGMA application_id = \(SQLiteSchema.applicationID);
            CREATE TABLE migrations (
                number INTEGER PRIMARY KEY, name TEXT NOT NULL,
                checksum TEXT NOT NULL, applied_at REAL NOT NULL
            ) STRICT;
            INSERT INTO migrations VALUES (1, '0001_items', '5d0a2b0a4f1f6d35', 1764150000);
            CREATE TABLE items (place INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
            """)
        return world
    }
}
