import FoundationEssentials
import Items
import SQLite
import SQLiteStorage
import TestSupport
import Testing

@Suite struct `A database of an earlier step` {
    /// The steps before the last; of each, `Tests/Schemas` has a database as SQL text.
    static let steps = Migration.all.dropLast().map(\.name)

    @Test(arguments: steps)
    func `is brought up to date, with all that is in it`(step: String) throws {
        let folder = try TemporaryFolder()
        let earlier = try Self.database(step, in: folder)
        let before = try earlier.contents
        earlier.close()

        let storage = try Storage.open(folder.file("a"), clock: .constant(0))

        let now = try Connection.open(folder.file("a"), .readWrite)
        #expect(try now.contents == before)
        #expect(before.count > 10)
        #expect(now.breaches() == [])
        #expect(try now.integer("SELECT count(*) FROM migrations") == Migration.all.count)
        #expect(try storage.repository().all(of: storage.localOwner).count == 3)
    }

    @Test func `finds the way from an item that was made again to its deletion`() throws {
        let folder = try TemporaryFolder()
        let earlier = try Self.database("0001_items", in: folder)
        earlier.close()

        _ = try Storage.open(folder.file("a"), clock: .constant(0))

        let now = try Connection.open(folder.file("a"), .readWrite)
        let chain = try now.rows(
            "SELECT revision, was_revision, place FROM changes WHERE hex(id) LIKE '%02'",
            columns: 3)
        #expect(chain == ["1|-|-", "4|1|2", "5|4|-", "8|5|5", "9|8|-"])
    }

    @Test func `needs no rows any more for items beyond those that are searchable`() throws {
        let folder = try TemporaryFolder()
        let earlier = try Self.database("0007_cards", in: folder)
        #expect(
            try earlier.rows("SELECT * FROM unsearchable", columns: 2) == ["1|1", "1|5"])
        earlier.close()

        _ = try Storage.open(folder.file("a"), clock: .constant(0))

        let now = try Connection.open(folder.file("a"), .readWrite)
        let places = try now.rows("SELECT owner, searchable_to FROM owners", columns: 2)
        #expect(places == ["1|3", "2|0"])
        #expect(try now.rows("SELECT * FROM unsearchable", columns: 2) == ["1|1"])
    }

    @Test func `keeps the orders that there are, and no newest terms beside them`() throws {
        let folder = try TemporaryFolder()
        let earlier = try Self.database("0008_searchable", in: folder)
        let before = try earlier.rows("SELECT owner, hex(runs) FROM owners", columns: 2)
        earlier.close()

        _ = try Storage.open(folder.file("a"), clock: .constant(0))

        let now = try Connection.open(folder.file("a"), .readWrite)
        #expect(try now.rows("SELECT owner, hex(runs) FROM owners", columns: 2) == before)
        #expect(try now.integer("SELECT sum(length(newest)) FROM owners") == 0)
        #expect(try now.integer("SELECT count(*) FROM terms") == 1)
    }

    @Test func `goes on where trigrams were being made anew`() throws {
        let folder = try TemporaryFolder()
        let earlier = try Self.database("0010_stale", in: folder)
        try earlier.execute("UPDATE owners SET searchable_to = 0")
        earlier.close()

        _ = try Storage.open(folder.file("a"), clock: .constant(0))

        let now = try Connection.open(folder.file("a"), .readWrite)
        #expect(try now.rows("SELECT * FROM renewals", columns: 4) == ["1|2|0|0"])
    }

    /// The database of a step, as a file of the folder.
    private static func database(
        _ step: String, in folder: TemporaryFolder
    ) throws -> Connection {
        let database = try Connection.open(folder.file("a"), .readWriteCreate)
        try database.execute(try script(step))
        return database
    }

    private static func script(_ step: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appending(path: "Schemas/\(step.prefix(4)).sql")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}

extension Connection {
    /// Every row that an upgrade must keep, in the columns of the first step.
    fileprivate var contents: [String] {
        get throws {
            try rows("SELECT owner, epoch, revision FROM owners ORDER BY owner", columns: 3)
                + rows("SELECT * FROM places", columns: 2)
                + rows(
                    """
                    SELECT place, owner, hex(id), title, description, timestamp, place_name,
                    latitude, longitude, done, created_at, updated_at, done_at, revision
                    FROM items ORDER BY place
                    """, columns: 14)
                + rows("SELECT *, hex(id) FROM tombstones ORDER BY place", columns: 6)
                + rows(
                    """
                    SELECT owner, revision, hex(id), changed_at, place, title, description,
                    timestamp, place_name, latitude, longitude, done, created_at, updated_at,
                    done_at FROM changes ORDER BY owner, revision, id
                    """, columns: 15)
        }
    }
}
