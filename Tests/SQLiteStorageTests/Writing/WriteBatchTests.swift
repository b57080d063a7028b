import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct `A batch` {
    @Test func `is one transaction, however many writes it has`() throws {
        let spy = RecordingBox()
        let world = try BatchWorld(session: { spy.spy(on: $0) })

        _ = world.run(
            .put(id(1), content("one")), .delete(id(9)), .put(id(2), content("two")), .deleteAll)

        #expect(spy.session?.ran("BEGIN IMMEDIATE") == 1)
        #expect(spy.session?.ran("COMMIT") == 1)
        #expect(world.commits.value == 1)
    }

    @Test(
        arguments: [
            .patchMatching(ItemFilter(), .changing { $0.done = true }), .deleteAll,
            .undo(revision: 1),
            // It finds nothing to change.
            .patchMatching(ItemFilter(), .changing { $0.done = false }),
        ] as [ItemWrite.Action])
    func `answers the probes that wait when it makes progress`(action: ItemWrite.Action) throws {
        let world = try BatchWorld()
        #expect(try world.run(.put(id(1), content("one")))[0].get().changed)
        let answers = Mutex(0)
        world.batch.livenessProbes.add { answers.withLock { $0 += 1 } }

        _ = world.run(action)

        #expect(answers.withLock { $0 } == 1)
    }

    @Test func `with an undo that is refused at its last item is performed once`() throws {
        let spy = RecordingBox()
        let world = try BatchWorld(session: { spy.spy(on: $0) })
        // With the later change, as many as undos may read in a batch with other writes.
        let count = UInt64(UndoLimits.inSharedBatch - 1)
        _ = world.run(.add((1...count).map { NewItem($0, "\($0)") }, onConflict: .refuse))
        let added = try world.titles

        let outcomes = world.run(
            .put(id(count), content("x")), .undo(revision: 1), .put(id(1_000), content("y")))

        #expect(outcomes.map { try? $0.get().revision } == [2, nil, 3])
        #expect(outcomes[1] == .failure(.changedSince([id(count)])))
        #expect(try world.titles == added.dropLast() + ["x", "y"])
        #expect(world.database.violations() == [])
        #expect(spy.session?.ran("BEGIN IMMEDIATE") == 2)
    }

    @Test func `with a write that is refused after it has written is performed once`() throws {
        let spy = RecordingBox()
        let world = try BatchWorld(session: { spy.spy(on: $0) })

        let outcomes = world.run(
            .put(id(1), content("one")),
            .batch([BatchStep(.put(id(2), content("two"))), BatchStep(.delete(id(9)))]),
            .put(id(3), content("three")))

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2])
        #expect(try world.titles == ["one", "three"])
        #expect(try world.sequences == [1, 2])
        #expect(world.database.violations() == [])
        #expect(spy.session?.ran("BEGIN IMMEDIATE") == 1)
        #expect(spy.session?.ran("COMMIT") == 1)
        #expect(spy.session?.ran(ItemReader.sequenceSQL) == 4)
    }

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

    @Test(arguments: [(isGenerated: false, looks: 1), (isGenerated: true, looks: 0)])
    func `looks up an id only if it may have been used`(isGenerated: Bool, looks: Int) throws {
        let spy = RecordingBox()
        let world = try BatchWorld(session: { spy.spy(on: $0) })
        let item = NewItem(id: id(1), hasGeneratedID: isGenerated, content: content("one"))

        let outcomes = world.run(.add([item], onConflict: .refuse))

        #expect(try outcomes.map { try $0.get().revision } == [1])
        #expect(try world.titles == ["one"])
        #expect(spy.session?.ran(ItemReader.sequenceSQL) == looks)
        #expect(world.database.violations() == [])
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

    @Test func `rolls back a write that storage refuses midway`() throws {
        let world = try BatchWorld()

        // The domain never adds an id twice, so the schema refuses the second one.
        let outcomes = world.run(
            .put(id(1), content("one")),
            .add([NewItem(2, "two"), NewItem(3, "x"), NewItem(3, "y")], onConflict: .refuse),
            .put(id(4), content("four")))

        guard case .failure(.storage(.corrupt(let reason))) = outcomes[1] else {
            Issue.record("not refused by storage: \(outcomes[1])")
            return
        }
        #expect(reason == "an item with an id that is taken")
        #expect([outcomes[0], outcomes[2]].map { try? $0.get().revision } == [1, 2])
        #expect(try world.titles == ["one", "four"])
        #expect(try world.sequences == [1, 2])
        #expect(try world.log == ["1|1|first new|-", "2|2|first new|-"])
        #expect(world.database.violations() == [])
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
