import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import Synchronization
import TestSupport
import Testing

/// The rules of a batch are tested in StorageTests.
@Suite struct `A batch on SQLite` {
    @Test(arguments: [
        """
        PRAGMA ignore_check_constraints = ON; UPDATE owners SET last_sequence = -1 WHERE owner = 2;
        PRAGMA ignore_check_constraints = OFF
        """,
        // Replaces a damaged page with their items.
        """
        CREATE TRIGGER torn BEFORE INSERT ON items WHEN new.slot >> 32 = 2
        BEGIN SELECT raise(ABORT, 'torn'); END
        """,
        // Their cached state cannot be stored at the end.
        """
        CREATE TRIGGER torn BEFORE UPDATE ON owners WHEN new.owner = 2
        BEGIN SELECT raise(ABORT, 'torn'); END
        """,
    ])
    func `is stored without the writes of owners whose rows are damaged`(damage: String) throws {
        let world = try BatchWorld()
        let other = try world.database.addOwner(2)
        try world.database.execute(damage)
        let owners = [world.owner, other, world.owner]

        let outcomes = world.batch.run(
            owners.enumerated().map { number, owner in
                ItemWrite(owner: owner, action: .put(id(UInt64(number)), content("\(number)")))
            })

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2])
        #expect(outcomes.map(\.isOfStorage) == [false, true, false])
        #expect(try world.titles == ["0", "2"])
        #expect(try world.log == ["1|1|first new|-", "2|2|first new|-"])
        #expect(try world.database.rows("SELECT entry FROM log", columns: 1) == ["1", "2"])
    }

    @Test func `refuses a generated id that exists, and loses nothing`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(1), content("one")))

        let item = NewItem(id: id(1), hasGeneratedID: true, content: content("two"))
        let outcomes = world.run(.add([item], onConflict: .refuse), .put(id(2), content("three")))

        #expect(outcomes.map { (try? $0.get()) != nil } == [false, true])
        #expect(try world.titles == ["one", "three"])
        #expect(world.database.violations() == [])
    }

    @Test func `trims the histories of many owners within one budget`() throws {
        let database = try SQLiteConnection.migratedInMemory()
        let owners = [try database.localOwner()] + (try (2...8).map { try database.addOwner($0) })
        func batch(historyByteLimit: Int) -> WriteBatch {
            WriteBatch(
                session: database, clock: .constant(1_000), commits: CommitCounter(),
                historyByteLimit: historyByteLimit)
        }
        let items = (1...1_000 as ClosedRange<UInt64>).map { NewItem($0, "x") }
        _ = batch(historyByteLimit: .max).run(
            owners.map { ItemWrite(owner: $0, action: .add(items, onConflict: .refuse)) })

        _ = batch(historyByteLimit: 1).run(
            owners.map { ItemWrite(owner: $0, action: .put(id(0), content("y"))) })

        // Each owner gives up a segment of 256 entries, and they share 512 more.
        let left = try #require(try database.integer("SELECT count(*) FROM log"))
        #expect((8_008 - 3_000...8_008 - 8 * 256).contains(left))
        #expect(database.violations() == [])
    }

    @Test(arguments: [false, true])
    func `with failing maintenance is repeated without it`(isApart: Bool) throws {
        let manualClock = ManualClock(0)
        let database = try SQLiteConnection.migratedInMemory()
        let owner = try database.localOwner()
        let spy = RecordingSession(database)
        let reports = Mutex<[StorageFailure]>([])
        let batch = WriteBatch(
            session: spy, clock: manualClock.clock, commits: CommitCounter(),
            isApart: isApart,
            report: { failure in reports.withLock { $0.append(failure) } })
        let put = { ItemWrite(owner: owner, action: .put(id($0), content("\($0)"))) }
        _ = batch.run([put(0)])
        try database.execute(
            """
            CREATE TRIGGER broken BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'broken'); END
            """)
        manualClock.now = 31 * 86_400
        let before = spy.ran("COMMIT")

        let outcomes = batch.run((1...4).map(put))

        #expect(try outcomes.map { try $0.get().revision } == [2, 3, 4, 5])
        #expect(
            try database.rows("SELECT title FROM items", columns: 1) == (0...4).map { "\($0)" })
        #expect(
            try database.rows("SELECT entry FROM log", columns: 1) == (1...5).map { "\($0)" })
        #expect(reports.withLock { $0.count } == 1)
        #expect(spy.ran("COMMIT") == before + (isApart ? 4 : 1))

        // Maintenance pauses for a minute.
        let next = batch.run([put(9)])

        #expect(try next.map { try $0.get().revision } == [6])
        #expect(reports.withLock { $0.count } == 1)
        try database.execute("DROP TRIGGER broken")
        #expect(database.violations() == [])
    }

    @Test func `counts every commit`() throws {
        let world = try BatchWorld()

        let counts = (0..<3 as Range<UInt64>).map { number in
            _ = world.run(.put(id(number), content("x")))
            return world.commits.value
        }

        #expect(counts == [1, 2, 3])
    }

    @Test func `without writes has no effect`() throws {
        let world = try BatchWorld()

        let outcomes = world.run()

        #expect(outcomes == [])
        #expect(!world.database.isInTransaction)
    }

    @Test func `leaves no transaction and no statement open`() throws {
        let world = try BatchWorld()

        _ = world.run(
            .put(id(1), content("one")), .put(id(1), content("two")), .delete(id(1)),
            .delete(id(1)), .patch(id(1), ItemPatch()), .deleteAll)

        #expect(!world.database.isInTransaction)
        #expect(world.database.unfinishedStatement == nil)
    }
}
