import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

private let day = 86_400.0

@Suite struct `The pruner` {
    @Test func `deletes old log entries, tombstones and stored responses`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        _ = world.run(.put(id(1), content("one")), .put(id(2), content("two")), .delete(id(1)))
        let write = ItemWrite(owner: world.owner, action: .put(id(3), content("three")))
        _ = world.batch.run([WriteJob(write: write, once: .post("k")) { _ in }])
        manualClock.now = 20 * day
        _ = world.run(.put(id(2), content("zwei")))
        manualClock.now = 30 * day + 1

        let outcomes = world.run(.put(id(4), content("four")))

        #expect(try outcomes.map { try $0.get().revision } == [6])
        #expect(try world.log == ["5|2|first title|two", "6|4|first new|-"])
        // Two entries and a title are left of the history.
        #expect(
            try world.database.rows("SELECT history_bytes, answer_bytes FROM owners", columns: 2)
                == ["131|0"])
        #expect(try world.database.integer("SELECT count(*) FROM ids") == 3)
        #expect(try world.database.integer("SELECT count(*) FROM answers") == 0)
        #expect(try world.titles == ["zwei", "three", "four"])
        #expect(world.database.violations() == [])
        #expect(world.run(.delete(id(1))) == [.failure(.notFound)])
        #expect(world.run(.undo(revision: 4)) == [.failure(.expired)])
        #expect(try world.run(.undo(revision: 5))[0].get().revision == 7)
    }

    @Test func `deletes all that has expired, in steps, while nobody writes`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        let count = UInt64(Pruner.rowsPerStep) + 200
        for number in 1...count { _ = world.run(.put(id(number), content("x"))) }
        _ = world.run(.delete(id(1)))
        let address = try #require(Address("Home"))
        world.batch.store([GeocodeResult(address: address, coordinate: nil, foundAt: 0)])
        manualClock.now = 90 * day + 1

        var steps = 0
        repeat {
            _ = world.batch.run([] as [WriteJob], [], isMaintenance: true)
            steps += 1
        } while world.batch.maintenanceState == .pending && steps < 100

        #expect(world.batch.maintenanceState == .done)
        #expect((2..<100).contains(steps))
        #expect(try world.log == [])
        #expect(try world.database.integer("SELECT sum(history_bytes) FROM owners") == 0)
        #expect(try world.database.integer("SELECT count(*) FROM coordinates") == 0)
        #expect(world.database.violations() == [])
        #expect(world.run(.delete(id(1))) == [.failure(.notFound)])
    }

    @Test func `deletes what has expired from a database that is only opened`() throws {
        let folder = try TemporaryFolder()
        let first = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        let repository = first.repository()
        for action in [ItemWrite.Action.put(id(1), content("secret")), .delete(id(1))] {
            let write = ItemWrite(owner: first.localOwner, action: action)
            _ = try repository.perform(write).get()
        }
        try repository.endRound()
        try first.closeAndWait()
        var options = SQLiteDatabase.Options()
        options.writer.idlePause = 1
        let stepped = DispatchSemaphore(value: 0)
        let clock = Clock {
            stepped.signal()
            return 31 * day
        }

        let storage = try SQLiteDatabase.open(
            folder.file("a"), options: options, clock: clock, steady: .constant(0))
        for _ in 0..<4 { stepped.wait() }
        try storage.closeAndWait()

        let session = try SQLiteConnection.open(folder.file("a"), .readOnly)
        #expect(try session.integer("SELECT count(*) FROM log") == 0)
        #expect(try session.integer("SELECT count(*) FROM ids") == 0)
    }

    // proves: undo-3
    @Test func `deletes nothing younger than 30 days`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        _ = world.run(.put(id(1), content("one")), .delete(id(1)))
        manualClock.now = 30 * day

        _ = world.run(.put(id(2), content("two")))

        #expect(try world.log.count == 3)
        #expect(world.run(.delete(id(1))) == [.failure(.gone(revision: 2))])
    }

    @Test func `deletes marks with their entries`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        for number in 0..<600 { _ = world.run(.put(id(1), content("\(number)"))) }
        let marks = { try world.database.integer("SELECT count(*) FROM marks") }
        let before = try marks()
        manualClock.now = 31 * day

        _ = world.run(.put(id(1), content("last")))

        #expect(before == 2)
        #expect(try marks() == 0)
        #expect(try world.log == ["601|1|first title|599"])
        #expect(world.database.violations() == [])
    }

    @Test func `keeps the tombstone of a later deletion`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        _ = world.run(.put(id(1), content("one")), .delete(id(1)), .put(id(1), content("again")))
        manualClock.now = 20 * day
        _ = world.run(.delete(id(1)))
        manualClock.now = 31 * day

        _ = world.run(.put(id(2), content("two")))

        #expect(world.run(.delete(id(1))) == [.failure(.gone(revision: 4))])
        #expect(world.database.violations() == [])
    }

    @Test func `keeps the number of the highest entry from being reused`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        let other = try world.database.addOwner(2)
        _ = world.run(.put(id(1), content("one")), .put(id(1), content("uno")))
        _ = world.batch.run([ItemWrite(owner: other, action: .put(id(1), content("x")))])
        let pruner = Pruner(world.database)
        try world.database.execute("BEGIN")

        for turn in 0..<5 { try pruner.run(now: (31 + Double(turn)) * day, rows: 100) }

        try world.database.execute("COMMIT")
        #expect(try world.log == [])
        _ = world.run(.put(id(1), content("eins")))
        #expect(try world.database.rows("SELECT entry FROM log", columns: 1) == ["4"])
        #expect(world.database.violations() == [])
    }

    @Test func `stops at a younger entry, although the clock was wrong at older ones`() throws {
        let manualClock = ManualClock(50 * day)
        let world = try BatchWorld(clock: manualClock.clock)
        _ = world.run(.put(id(1), content("one")))
        manualClock.now = 0
        _ = world.run(.put(id(2), content("two")))
        manualClock.now = 29 * day

        _ = world.run(.put(id(3), content("three")))

        #expect(try world.log.count == 3)
    }

    @Test func `continues after an entry with a future time if an old entry follows`()
        throws
    {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        for (number, time) in zip((1 as UInt64)..., [0, 5_000, 1, 2, 31.5]) {
            manualClock.now = time * day
            _ = world.run(.put(id(number), content("x")))
        }

        #expect(try world.log.map { $0.prefix(1) } == ["4", "5"])
        #expect(world.database.violations() == [])
    }

    @Test func `keeps an entry with a future time if no old entry follows`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        for (number, time) in zip((1 as UInt64)..., [0, 5_000, 20, 40, 45.0]) {
            manualClock.now = time * day
            _ = world.run(.put(id(number), content("x")))
        }

        #expect(try world.log.map { $0.prefix(1) } == ["2", "3", "4", "5"])
    }

    @Test func `repeats its search after its work was rolled back`() throws {
        let manualClock = ManualClock(5_000 * day)
        let world = try BatchWorld(clock: manualClock.clock)
        let count = Pruner.rowsPerStep
        for number in 0..<count { _ = world.run(.put(id(1), content("\(number)"))) }
        manualClock.now = 0
        _ = world.run(.put(id(1), content("old")))
        let pruner = Pruner(world.database)
        func turn(_ end: String, at second: Double) throws {
            try world.database.execute("BEGIN")
            try pruner.run(now: 31 * day + second, rows: 1)
            try world.database.execute(end)
        }

        // It skipped the future entries, then found the end; the latter is rolled back.
        try turn("COMMIT", at: 0)
        try turn("ROLLBACK", at: 2)
        pruner.reset()
        for second in stride(from: 4.0, to: 14, by: 2) { try turn("COMMIT", at: second) }

        #expect(try world.log == [])
        #expect(world.database.violations() == [])
    }

    @Test func `skips any number of future entries, in steps`() throws {
        let manualClock = ManualClock(5_000 * day)
        let world = try BatchWorld(clock: manualClock.clock)
        let many = (1...1_000 as ClosedRange<UInt64>).map { NewItem($0, "x") }
        _ = world.run(.add(many, onConflict: .refuse))
        let count = 3 * Pruner.rowsPerStep
        for number in 0..<count { _ = world.run(.put(id(5_000), content("\(number)"))) }
        manualClock.now = 0
        _ = world.run(.put(id(6_000), content("x")))

        for second in 0..<20 {
            manualClock.now = 31 * day + Double(second)
            _ = world.run(.put(id(6_000), content("\(second)")))
        }

        #expect(try world.database.integer("SELECT min(revision) FROM log") == count + 3)
        #expect(world.database.violations() == [])
    }

    @Test func `works in steps, of at most twice the written entries`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        let many = (1...1_000 as ClosedRange<UInt64>).map { NewItem($0, "x") }
        _ = world.run(.add(many, onConflict: .refuse), .deleteAll)
        manualClock.now = 31 * day
        func left() throws -> Int { try world.database.integer("SELECT count(*) FROM log") ?? 0 }

        var taken: [Int] = []
        for number in 1...5 as ClosedRange<UInt64> {
            let before = try left()
            _ = world.run(.put(id(5_000 + number), content("x")))
            taken.append(before + 1 - (try left()))
        }
        var writes = 0
        while try left() > 5 + writes, writes < 100 {
            writes += 1
            manualClock.now = 31 * day + Double(writes)
            _ = world.run(.put(id(6_000 + UInt64(writes)), content("x")))
        }

        #expect(taken[0] == Pruner.rowsPerStep)
        #expect(taken.dropFirst() == [2, 2, 2, 2])
        #expect(try left() == 5 + writes)
        #expect(writes == 1)
        #expect(try world.database.integer("SELECT count(*) FROM ids") == 5 + writes)
        #expect(world.database.violations() == [])
    }

    @Test func `reads only the first entries if nothing has expired`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        for number in 0..<500 { _ = world.run(.put(id(1), content("\(number)"))) }
        let session = FaultySession(
            world.database, fault: DatabaseError(code: 10, message: ""), takesTransaction: false)

        try Pruner(session).run(now: day, rows: 1)

        #expect(session.steps < 2 * Pruner.firstEntries)
        #expect(try world.log.count == 500)
    }

    @Test func `deletes the entries of all owners in order of time`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        let others = try (2...30).map { try world.database.addOwner($0) }
        for (number, owner) in others.enumerated() {
            manualClock.now = Double(number) * day
            _ = world.batch.run([ItemWrite(owner: owner, action: .put(id(1), content("x")))])
        }
        manualClock.now = 40 * day

        _ = world.run(.put(id(1), content("x")))

        // The entries of days 0 to 9 are more than 30 days old.
        let left = try world.database.rows("SELECT owner FROM log ORDER BY entry", columns: 1)
        #expect(left == (12...30).map { "\($0)" } + ["1"])
        #expect(
            try world.database.rows(
                "SELECT owner FROM owners WHERE history_bytes = 0", columns: 1)
                == (2...11).map { "\($0)" })
        #expect(world.database.violations() == [])
    }
}
