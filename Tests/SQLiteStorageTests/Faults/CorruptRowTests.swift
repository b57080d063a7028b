import Accounts
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

/// Rows that no write can have stored, as a damaged page may contain them; SQLite reads them.
@Suite struct `A corrupt row` {
    // proves: durable-5
    @Test(arguments: [
        "items SET id = x'0102'",
        "items SET title = CAST(x'FF' AS TEXT)",
        "items SET description = CAST(x'C3' AS TEXT)",
        "items SET location_name = CAST(x'EDA080' AS TEXT)",
        "items SET revision = 0",
        "items SET revision = 1 << 62",
        "items SET revision = -1",
        "items SET created_at = 9e999",
        "items SET updated_at = -9e999",
        "items SET done_at = 9e999",
        "items SET done_at = NULL",
        "items SET timestamp = 9e999",
        "items SET timestamp = 253402300800.0",
        "items SET day = 2932897, timestamp = 5",
        "items SET day = -719163, timestamp = 5",
        "items SET repeat = '{\"frequency\":\"hourly\"}', timestamp = 5",
        "items SET latitude = 91",
        "items SET longitude = -9e999",
        "items SET slot = (1 << 32) | (1 << 31)",
        "items SET details = 300",
    ])
    func `is not shown`(damage: String) throws {
        let world = try CorruptRowWorld(damage)

        let readings: [(String, () throws -> Void)] = [
            ("list", { _ = try world.repository.all(of: world.owner) }),
            ("sort", { _ = try world.repository.page(Self.byTitle, of: world.owner, limit: 9) }),
            ("item", { _ = try world.repository.item(id(1), of: world.owner) }),
            ("changes", { _ = try world.repository.changes(of: world.owner, since: nil) }),
        ]

        for (name, reading) in readings {
            let failure = #expect(throws: StorageFailure.self, "\(name)") { try reading() }
            #expect(failure?.isOfDamage == true, "\(name): \(String(describing: failure))")
        }
        #expect(world.database.unfinishedStatement == nil)
    }

    @Test(arguments: [
        "log SET previous = entry + 1 WHERE entry = 3",
        "log SET previous = entry WHERE entry = 3",
        "log SET previous = -1 WHERE entry = 3",
        "log SET sequence = (5 << 32) | 1 WHERE entry = 4",
        "log SET sequence = 1 << 31 WHERE entry = 4",
        "log SET sequence = 0 WHERE entry = 4",
        "log SET revision = -1 WHERE entry = 3",
        "log SET id = x'0102' WHERE entry = 3",
        "log SET id = NULL WHERE entry = 3",
        "owners SET revision = -1",
        "owners SET revision = 1 << 62",
        "owners SET last_entry = -1",
        // A mark that points to the position itself, or before it.
        "marks SET entry = 1",
        // The revision is ahead of the log.
        "owners SET last_entry = 1",
    ])
    func `is not shown as a change`(damage: String) throws {
        let world = try CorruptRowWorld(damage)

        for limit in [1, 9] {
            let failure = #expect(throws: StorageFailure.self) {
                var position = ChangePosition.after(revision: 1)
                while let page = try world.repository.changes(
                    of: world.owner, since: position, limit: limit), page.position != position
                {
                    position = page.position
                }
            }

            #expect(failure?.isOfDamage == true, "\(String(describing: failure))")
        }
        #expect(world.database.unfinishedStatement == nil)
    }

    @Test(arguments: [
        "log SET owner = 2 WHERE entry = 3", "log SET previous = 0 WHERE entry = 4",
        "owners SET last_entry = 99",
    ])
    func `that points out of an owner's log points to pruned entries`(damage: String) throws {
        let world = try CorruptRowWorld(damage)

        let changes = try world.repository.changes(of: world.owner, since: .after(revision: 1))
        try world.repository.endRound()
        let undo = world.repository.perform(
            ItemWrite(owner: world.owner, action: .undo(revision: 2)))

        #expect(changes == nil)
        #expect(undo == .failure(.expired))
    }

    @Test func `does not point to items of another owner`() throws {
        let world = try CorruptRowWorld("ids SET sequence = 2 << 32 | 1 WHERE id = x'\(Self.one)'")
        try world.database.execute(
            """
            INSERT INTO owners (owner, epoch) VALUES (3, 'three');
            INSERT INTO items (slot, id, revision, created_at, title)
            VALUES (3 << 32 | 1, x'\(Self.one)', 1, 1, 'not theirs')
            """)

        let failure = #expect(throws: StorageFailure.self) {
            try world.repository.item(id(1), of: world.owner)
        }

        #expect(failure?.isOfDamage == true)
    }

    private static let one = String(repeating: "0", count: 31) + "1"
    private static let byTitle = ItemQuery(sort: ItemSort(.title))

    @Test(arguments: [
        (
            "owners SET revision = 9223372036854775807",
            ItemWrite.Action.put(id(7), content("x"))
        ),
        ("owners SET revision = -1", .put(id(7), content("x"))),
        ("owners SET epoch = 'X'", .put(id(7), content("x"))),
        ("owners SET last_sequence = 9223372036854775807", .put(id(7), content("x"))),
        ("owners SET last_sequence = -1", .put(id(7), content("x"))),
        ("owners SET last_entry = -1", .put(id(7), content("x"))),
        ("owners SET unmarked = -1", .put(id(7), content("x"))),
        ("owners SET item_bytes = -1", .put(id(7), content("x"))),
        ("owners SET item_count = -1", .put(id(7), content("x"))),
        ("owners SET history_bytes = 1 << 62", .put(id(7), content("x"))),
        ("items SET slot = slot + 6", .delete(id(1))),
        ("items SET slot = slot & ~2147483648", .delete(id(1))),
        ("items SET id = x'0102'", .put(id(1), content("x"))),
        ("items SET title = CAST(x'FF' AS TEXT)", .patch(id(1), .changing { $0.done = false })),
        ("items SET details = 300", .put(id(1), content("x"))),
        ("items SET details = 300", .deleteAll),
        ("ids SET sequence = 3", .delete(id(1))),
        ("ids SET sequence = 0", .delete(id(1))),
        ("ids SET sequence = 5 << 32 | 1", .put(id(1), content("x"))),
        ("log SET revision = 9223372036854775807 WHERE entry = 3", .delete(id(2))),
        ("log SET id = x'0102' WHERE entry = 3", .undo(revision: 3)),
        ("log SET id = NULL WHERE entry = 3", .undo(revision: 3)),
        ("log SET created_at = 9e999 WHERE entry = 3", .undo(revision: 3)),
        ("log SET created_at = NULL WHERE entry = 3", .undo(revision: 3)),
        ("log SET done_at = -9e999 WHERE entry = 3", .undo(revision: 3)),
        ("log SET timestamp = 9e999 WHERE entry = 3", .undo(revision: 3)),
        ("log SET day = 2932897 WHERE entry = 3", .undo(revision: 3)),
        ("log SET repeat = '{}' WHERE entry = 3", .undo(revision: 3)),
        ("log SET title = CAST(x'FF' AS TEXT) WHERE entry = 3", .undo(revision: 3)),
        ("log SET latitude = 91, location_name = 'x' WHERE entry = 3", .undo(revision: 3)),
        ("log SET previous = entry + 1 WHERE entry = 3", .undo(revision: 1)),
        ("log SET previous = entry WHERE entry = 3", .undo(revision: 1)),
        ("log SET sequence = 5 << 32 | 1 WHERE entry = 4", .undo(revision: 4)),
        ("log SET members = members | 1 WHERE entry = 3", .undo(revision: 3)),
        ("log SET members = members | 2 WHERE entry = 4", .undo(revision: 4)),
    ])
    func `is not overwritten`(damage: String, action: ItemWrite.Action) throws {
        let world = try CorruptRowWorld(damage)
        let before = try world.database.dump()

        let outcome = world.repository.perform(ItemWrite(owner: world.owner, action: action))

        guard case .failure(.storage(let failure)) = outcome, failure.isOfDamage else {
            Issue.record("not reported: \(outcome)")
            return
        }
        #expect(try world.database.dump() == before)
        #expect(world.database.unfinishedStatement == nil)
    }

    @Test func `stops no erasing of other owners, and deletes none of their rows`() throws {
        let world = try BatchWorld()
        let leavers = try [2, 3].map { try world.database.addOwner($0) }
        for owner in leavers + [world.owner] {
            _ = world.batch.run([ItemWrite(owner: owner, action: .put(id(1), content("x")))])
        }
        // The last one's entry.
        try world.database.execute("UPDATE owners SET last_entry = 3 WHERE owner = 2")
        for owner in leavers { _ = world.batch.run(.remove(owner)) }

        var turns = 0
        while turns < 50, try world.database.integer("SELECT count(*) FROM owners") != 2 {
            _ = world.batch.run([WriteJob](), [], isMaintenance: true)
            turns += 1
        }

        #expect(try world.database.rows("SELECT owner FROM owners", columns: 1) == ["1", "2"])
        #expect(
            try world.database.rows("SELECT owner FROM log ORDER BY owner", columns: 1) == [
                "1", "2",
            ])
        #expect(try world.run(.put(id(2), content("y")))[0].get().changed)
    }

    @Test func `makes reading the local owner fail`() throws {
        let database = try SQLiteConnection.migratedInMemory()
        _ = try database.localOwner()
        try database.damage("UPDATE owners SET leaving = 2")

        let failure = #expect(throws: DatabaseError.self) { try database.localOwner() }

        #expect(failure?.kind == .corrupt)
    }

    @Test func `is not sent as a stored response`() throws {
        let world = try BatchWorld()
        let write = ItemWrite(owner: world.owner, action: .put(id(3), content("three")))
        let job = WriteJob(write: write, once: .post("k")) { _ in }
        _ = world.batch.run([job])
        try world.database.damage("UPDATE answers SET status = 99999")

        let outcomes = world.batch.run([job])

        guard case .failure(.storage(let failure)) = outcomes[0], failure.isOfDamage else {
            Issue.record("not reported: \(outcomes)")
            return
        }
    }

    @Test(arguments: ["x", "abcd' || char(13, 10) || 'A: b", "ABCDEFGH", "abcdefghabcdefgh", ""])
    func `is not used as an epoch`(epoch: String) throws {
        let database = try SQLiteConnection.migratedInMemory()
        _ = try database.localOwner()
        try database.damage("UPDATE owners SET epoch = '\(epoch)'")

        let failure = #expect(throws: DatabaseError.self) { try database.localOwner() }

        #expect(failure?.kind == .corrupt)
    }
}

/// Content with all members but a description.
private let full = ItemContent(
    title: "eins", timestamp: 7,
    location: Location(name: "Home", coordinate: Coordinate(latitude: 1, longitude: 2)), done: true)

/// An item, a deleted one, their log, and an UPDATE that damages them.
private final class CorruptRowWorld {
    let database: SQLiteConnection
    let repository: SQLiteRepository
    let owner: Owner
    private let storage: InMemoryStorage

    init(_ damage: String) throws {
        database = try SQLiteConnection.migratedInMemory()
        owner = try database.localOwner()
        storage = try InMemoryStorage(database)
        repository = storage.repository
        for action: ItemWrite.Action in [
            .put(id(1), content("one")), .put(id(2), content("two")), .delete(id(2)),
            .put(id(1), full),
        ] {
            _ = try repository.perform(ItemWrite(owner: owner, action: action)).get()
        }
        try repository.endRound()
        // No write was large enough for a mark.
        try database.execute("INSERT INTO marks VALUES (1, 4, 4)")
        try database.damage("UPDATE \(damage)")
    }
}

extension SQLiteConnection {
    /// Changes rows without checking constraints.
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
