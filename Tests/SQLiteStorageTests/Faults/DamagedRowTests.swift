import Items
import SQLite
@testable import SQLiteStorage
import TestSupport
import Testing

/// What no write can have left there, as a damaged page may have it: SQLite reads it all the same.
@Suite struct `A row that cannot be` {
    @Test(arguments: [
        "UPDATE items SET card = x''",
        "UPDATE items SET description = CAST(x'C3' AS TEXT)",
        damagedCard("revision = 0", at: 25, "0000000000000000"),
        damagedCard("revision = 2^62", at: 25, "4000000000000000"),
        damagedCard("place = 0", at: 17, "0000000000000000"),
        damagedCard("place = 2^62", at: 17, "4000000000000000"),
        damagedCard("place = -1", at: 17, "FFFFFFFFFFFFFFFF"),
        damagedCard("created at infinity", at: 33, "7FF0000000000000"),
        damagedCard("updated at no number", at: 41, "7FF8000000000000"),
        damagedCard("done at -infinity", at: 49, "FFF0000000000000"),
        damagedCard("due at infinity", at: 57, "7FF0000000000000"),
        damagedCard("due in the year 10000", at: 57, "424D7FFA20C00000"),
        damagedCard("latitude 91", at: 65, "4056C00000000000"),
        damagedCard("longitude -infinity", at: 73, "FFF0000000000000"),
        damagedCard("a longer name than there is", at: 81, "00FF"),
        damagedCard("no title", at: 81, "0008"),
        damagedCard("a name that is no UTF-8", at: 83, "EDA080"),
        damagedCard("a title that is no UTF-8", at: 87, "FF"),
    ])
    func `is not shown`(damage: String) throws {
        let world = try DamagedWorld(damage)

        let readings: [(String, () throws -> Void)] = [
            ("list", { _ = try world.repository.all(of: world.owner) }),
            (
                "changes",
                {
                    _ = try world.repository.changes(
                        of: world.owner, since: nil, limit: 9, begin: { _ in true }
                    ) { _ in true }
                }
            ),
        ]

        for (name, reading) in readings {
            let failure = #expect(throws: StorageFailure.self, "\(name)") { try reading() }
            #expect(failure?.isOfDamage == true, "\(name): \(String(describing: failure))")
        }
        #expect(world.database.unfinishedStatement == nil)
    }

    @Test(arguments: [
        (
            "UPDATE owners SET revision = 9223372036854775807",
            ItemWrite.Action.put(id(7), content("x"))
        ),
        ("UPDATE owners SET revision = -1", .put(id(7), content("x"))),
        ("UPDATE owners SET searchable_to = -1", .put(id(7), content("x"))),
        ("UPDATE places SET last = 9223372036854775807", .put(id(7), content("x"))),
        ("UPDATE places SET last = -1", .put(id(7), content("x"))),
        ("UPDATE items SET place = 9223372036854775807", .delete(id(1))),
        ("UPDATE items SET card = x''", .put(id(1), content("x"))),
        ("UPDATE items SET place = 7", .put(id(1), content("x"))),
        (damagedCard("a title", at: 87, "FF"), .patch(id(1), .changing { $0.done = true })),
        ("UPDATE tombstones SET revision = 9223372036854775807", .delete(id(2))),
        ("UPDATE changes SET id = x'0102' WHERE revision = 4", .undo(revision: 4)),
        ("UPDATE changes SET created_at = 9e999", .undo(revision: 4)),
        ("UPDATE changes SET was_revision = -1 WHERE revision = 4", .undo(revision: 1)),
        ("UPDATE owners SET horizon = -1", .undo(revision: 1)),
    ])
    func `is not written on`(damage: String, action: ItemWrite.Action) throws {
        let world = try DamagedWorld(damage)
        let before = try world.contents

        let outcome = world.repository.perform(ItemWrite(owner: world.owner, action: action))

        guard case .failure(.storage(let failure)) = outcome, failure.isOfDamage else {
            Issue.record("not told of: \(outcome)")
            return
        }
        #expect(try world.contents == before)
        #expect(world.database.unfinishedStatement == nil)
    }

    @Test(arguments: [1 << 40, 1 << 62 - 1])
    func `is no number of runs that a search asks for`(runs: Int) throws {
        let world = try DamagedWorld("UPDATE owners SET last_run = \(runs)")

        let found = try world.repository.page(Self.eins, of: world.owner, limit: 9)

        #expect(found.map(\.id) == [id(1)])
    }

    @Test(arguments: [-1, Int.max])
    func `is no number of runs`(runs: Int) throws {
        // A search goes by the lesser of the two.
        let world = try DamagedWorld(
            """
            UPDATE owners SET last_run = \(runs);
            INSERT INTO trigrams (owner, run, trigram, places) VALUES (1, \(runs), 1, x'01')
            """)

        let failure = #expect(throws: StorageFailure.self) {
            try world.repository.page(Self.eins, of: world.owner, limit: 9)
        }

        #expect(failure?.isOfDamage == true)
    }

    private static var eins: ItemQuery {
        var query = ItemQuery()
        query.filter.words = SearchWords("eins")
        return query
    }

    @Test func `is no owner, be it here or leaving`() throws {
        let database = try Connection.migratedInMemory()
        _ = try database.localOwner()
        try database.damage("UPDATE owners SET leaving = 2")

        let failure = #expect(throws: DatabaseError.self) { try database.localOwner() }

        #expect(failure?.kind == .corrupt)
    }

    @Test func `is not answered with`() throws {
        let world = try BatchWorld()
        let write = ItemWrite(owner: world.owner, action: .put(id(3), content("three")))
        let job = WriteJob(write: write, once: .post("k")) { _ in }
        _ = world.batch.run([job])
        try world.database.damage("UPDATE answers SET status = 99999")

        let outcomes = world.batch.run([job])

        guard case .failure(.storage(let failure)) = outcomes[0], failure.isOfDamage else {
            Issue.record("not told of: \(outcomes)")
            return
        }
    }

    @Test(arguments: ["x", "abcd' || char(13, 10) || 'A: b", "ABCDEFGH", "abcdefghabcdefgh", ""])
    func `is no epoch`(epoch: String) throws {
        let database = try Connection.migratedInMemory()
        _ = try database.localOwner()
        try database.damage("UPDATE owners SET epoch = '\(epoch)'")

        let failure = #expect(throws: DatabaseError.self) { try database.localOwner() }

        #expect(failure?.kind == .corrupt)
    }
}

/// A statement that writes bytes into the card of the item, from a byte on, and says what for.
private func damagedCard(_ what: String, at start: Int, _ hex: String) -> String {
    let end = start + hex.utf8.count / 2
    return """
        UPDATE items SET card = CAST(\
        substr(card, 1, \(start)) || x'\(hex)' || substr(card, \(end + 1)) AS BLOB) -- \(what)

        """
}

/// Content that has everything; its card ends with the name, 4 bytes at 83, and the title.
private let full = ItemContent(
    title: "eins", timestamp: 7,
    location: Location(name: "Home", coordinate: Coordinate(latitude: 1, longitude: 2)), done: true)

/// An item, one that is gone, a log of both, and damage done to them.
private final class DamagedWorld {
    let database: Connection
    let repository: SQLiteItemRepository
    let owner: Owner
    private let storage: MemoryStorage

    init(_ damage: String) throws {
        database = try Connection.migratedInMemory()
        owner = try database.localOwner()
        storage = try MemoryStorage(database)
        repository = storage.repository
        for action: ItemWrite.Action in [
            .put(id(1), content("one")), .put(id(2), content("two")), .delete(id(2)),
            .put(id(1), full),
        ] {
            _ = try repository.perform(ItemWrite(owner: owner, action: action)).get()
        }
        try repository.settle()
        try database.damage(damage)
    }

    /// All that is there.
    var contents: [String] {
        get throws {
            try database.rows("SELECT *, hex(title), hex(card) FROM items", columns: 17)
                + database.rows("SELECT * FROM tombstones", columns: 5)
                + database.rows("SELECT * FROM changes", columns: 16)
                + database.rows("SELECT revision, horizon FROM owners", columns: 2)
        }
    }
}

extension Connection {
    /// Changes rows without regard for what the schema says of them.
    fileprivate func damage(_ sql: String) throws {
        try execute(
            "PRAGMA ignore_check_constraints = ON; \(sql); PRAGMA ignore_check_constraints = OFF")
    }
}

extension StorageFailure {
    fileprivate var isOfDamage: Bool {
        if case .corrupt = self { return true }
        return false
    }
}
