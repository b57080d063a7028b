import Items
import SQLite
@testable import SQLiteStorage
import TestSupport
import Testing

private let day = 86_400.0

@Suite struct `Forgetting what is old` {
    @Test func `takes the log, the tombstones and the answers, and moves the horizon`() throws {
        let hands = Hands(at: 0)
        let world = try BatchWorld(clock: hands.clock)
        _ = world.run(.put(id(1), content("one")), .put(id(2), content("two")), .delete(id(1)))
        let write = ItemWrite(owner: world.owner, action: .put(id(3), content("three")))
        _ = world.batch.run([WriteJob(write: write, once: .post("k")) { _ in }])
        hands.set(to: 20 * day)
        _ = world.run(.put(id(2), content("zwei")))
        hands.set(to: 30 * day + 1)

        let outcomes = world.run(.put(id(4), content("four")))

        #expect(try outcomes.map { try $0.get().clock } == [6])
        #expect(try world.log == ["5|2|2|two|0|2", "6|4|-|-|-|-"])
        #expect(
            try world.database.rows(
                "SELECT horizon, answer_bytes FROM owners", columns: 2) == ["4|0"])
        for table in ["tombstones", "answers"] {
            #expect(try world.database.integer("SELECT count(*) FROM \(table)") == 0)
        }
        #expect(try world.titles == ["zwei", "three", "four"])
        #expect(world.database.breaches() == [])
        #expect(world.run(.delete(id(1))) == [.failure(.notFound)])
        #expect(world.run(.undo(revision: 4)) == [.failure(.expired)])
        #expect(try world.run(.undo(revision: 5))[0].get().clock == 7)
    }

    @Test func `takes nothing that is younger than 30 days`() throws {
        let hands = Hands(at: 0)
        let world = try BatchWorld(clock: hands.clock)
        _ = world.run(.put(id(1), content("one")), .delete(id(1)))
        hands.set(to: 30 * day)

        _ = world.run(.put(id(2), content("two")))

        #expect(try world.log.count == 3)
        #expect(try world.database.integer("SELECT horizon FROM owners") == 0)
        #expect(world.run(.delete(id(1))) == [.failure(.gone(revision: 2))])
    }

    @Test func `stops at a younger change, though the clock was wrong at older ones`() throws {
        let hands = Hands(at: 50 * day)
        let world = try BatchWorld(clock: hands.clock)
        _ = world.run(.put(id(1), content("one")))
        hands.set(to: 0)
        _ = world.run(.put(id(2), content("two")))
        hands.set(to: 60 * day)

        _ = world.run(.put(id(3), content("three")))

        #expect(try world.log.count == 3)
        #expect(try world.database.integer("SELECT horizon FROM owners") == 0)
    }

    @Test func `goes on behind a change of the future, since what follows it is younger`() throws {
        let hands = Hands(at: 0)
        let world = try BatchWorld(clock: hands.clock)
        for (number, time) in zip((1 as UInt64)..., [0, 5_000, 1, 2, 31.5]) {
            hands.set(to: time * day)
            _ = world.run(.put(id(number), content("x")))
        }

        #expect(try world.database.integer("SELECT horizon FROM owners") == 3)
        #expect(try world.log.map { $0.prefix(1) } == ["4", "5"])
        #expect(world.database.breaches() == [])
    }

    @Test func `keeps a change of the future that nothing old follows`() throws {
        let hands = Hands(at: 0)
        let world = try BatchWorld(clock: hands.clock)
        for (number, time) in zip((1 as UInt64)..., [0, 5_000, 20, 40, 45.0]) {
            hands.set(to: time * day)
            _ = world.run(.put(id(number), content("x")))
        }

        #expect(try world.database.integer("SELECT horizon FROM owners") == 1)
        #expect(try world.log.map { $0.prefix(1) } == ["2", "3", "4", "5"])
    }

    @Test func `looks again where it had been when that was taken back`() throws {
        let hands = Hands(at: 0)
        let database = try Connection.migratedInMemory()
        let owner = try database.localOwner()
        let batch = try WriteBatch(
            session: database, clock: hands.clock, commits: CommitCounter(), searchRun: 1)
        func put(_ number: UInt64, at time: Double) {
            hands.set(to: time * day)
            _ = batch.run([ItemWrite(owner: owner, action: .put(id(number), content("one")))])
        }
        try database.execute(
            """
            CREATE TRIGGER broken AFTER INSERT ON trigrams BEGIN SELECT RAISE(ABORT, 'broken'); END
            """)
        // Each is a text to be made searchable, which fails when the horizon has moved.
        put(1, at: 0)
        put(2, at: 5_000)
        put(3, at: 31)
        #expect(try database.integer("SELECT count(*) FROM items") == 3)
        #expect(try database.integer("SELECT horizon FROM owners") == 0)
        try database.execute("DROP TRIGGER broken")

        put(4, at: 31.5)

        #expect(try database.integer("SELECT horizon FROM owners") == 1)
        #expect(database.breaches() == [])
    }

    @Test func `passes over any number of changes of the future, a little at a time`() throws {
        let hands = Hands(at: 5_000 * day)
        let world = try BatchWorld(clock: hands.clock)
        let many = (1...1_000 as ClosedRange<UInt64>).map { NewItem($0, "x") }
        _ = world.run(.add(many, onConflict: .refuse))
        let count = 3 * Pruner.rowsInATurn
        for number in 0..<count { _ = world.run(.put(id(5_000), content("\(number)"))) }
        hands.set(to: 0)
        _ = world.run(.put(id(6_000), content("x")))

        for second in 0..<20 {
            hands.set(to: 31 * day + Double(second))
            _ = world.run(.put(id(6_000), content("\(second)")))
        }

        #expect(try world.database.integer("SELECT horizon FROM owners") == count + 2)
        #expect(try world.database.integer("SELECT min(revision) FROM changes") == count + 3)
        #expect(world.database.breaches() == [])
    }

    @Test func `takes a little at a time, and no more than twice what comes`() throws {
        let hands = Hands(at: 0)
        let world = try BatchWorld(clock: hands.clock)
        let many = (1...1_000 as ClosedRange<UInt64>).map { NewItem($0, "x") }
        _ = world.run(.add(many, onConflict: .refuse), .deleteAll)
        hands.set(to: 31 * day)
        func left() throws -> Int {
            try ["changes", "tombstones"].reduce(0) {
                $0 + (try world.database.integer("SELECT count(*) FROM \($1)") ?? 0)
            }
        }

        var taken: [Int] = []
        for number in 1...5 as ClosedRange<UInt64> {
            let before = try left()
            _ = world.run(.put(id(5_000 + number), content("x")))
            taken.append(before + 1 - (try left()))
        }
        var writes = 0
        while try left() > 5 + writes, writes < 100 {
            writes += 1
            hands.set(to: 31 * day + Double(writes))
            _ = world.run(.put(id(6_000 + UInt64(writes)), content("x")))
        }

        #expect(taken[0] <= Pruner.rowsInATurn)
        #expect(taken.dropFirst().allSatisfy { $0 <= 2 })
        #expect(try left() == 5 + writes)
        // 3,000 rows to forget and 2,000 to look at, 256 at a time.
        #expect((10...30).contains(writes))
        #expect(world.database.breaches() == [])
    }

    @Test func `comes to every owner`() throws {
        let hands = Hands(at: 0)
        let world = try BatchWorld(clock: hands.clock)
        let others = try (2...30).map { try world.database.addOwner($0) }
        for owner in others {
            _ = world.batch.run([ItemWrite(owner: owner, action: .put(id(1), content("x")))])
        }
        hands.set(to: 31 * day)

        for second in 1...5 {
            hands.set(to: 31 * day + Double(second))
            _ = world.run(.put(id(UInt64(second)), content("x")))
        }

        #expect(try world.database.integer("SELECT count(*) FROM changes WHERE owner > 1") == 0)
        #expect(
            try world.database.integer("SELECT sum(horizon) FROM owners WHERE owner > 1") == 29)
    }

    @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
    func `keeps every promise that the horizon makes`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let hands = Hands(at: 0)
        let world = try SharedWorld(.sqliteInMemory, clock: hands.clock)
        let database = try #require(world.database)
        let owner = world.owners[0]
        var states = [Replica()]
        var times = [0.0]
        var now = 0.0
        var tooEarly: [Int] = []
        func horizon() throws -> Int {
            try database.integer("SELECT horizon FROM owners WHERE owner = 1") ?? -1
        }
        func write(_ action: ItemWrite.Action) throws {
            let outcome = world.write(action, of: owner)
            guard case .success(let outcome) = outcome, outcome.changed else { return }
            states.append(Replica(try world.repository.all(of: owner)))
            times.append(now)
            let horizon = try horizon()
            if horizon > 0, times[horizon] >= now - 30 * day { tooEarly.append(horizon) }
        }

        for step in 0..<300 {
            now += Double.random(in: 0...day, using: &dice)
            hands.set(to: now)
            let state = try world.repository.state(of: owner)
            try write(.random(about: state, using: &dice))
            if dice.chance(50) {
                _ = world.write(.random(using: &dice), of: world.owners[1])
            }
            let from = Int.random(in: 0..<states.count, using: &dice)
            let horizon = try horizon()
            var replica = states[from]
            let isServed = try replica.follow(
                world.repository, owner, from: ChangePosition(revision: from), pageSize: 3
            ) {}
            #expect(isServed == (from >= horizon), "seed \(seed), step \(step)")
            if isServed { #expect(replica == states.last, "seed \(seed), step \(step)") }
            if from > 0, dice.chance(10) {
                let outcome = world.write(.undo(revision: from), of: owner)
                #expect(
                    (outcome == .failure(.expired)) == (from <= horizon), "seed \(seed), \(step)")
                if let done = try? outcome.get(), done.changed {
                    states.append(Replica(try world.repository.all(of: owner)))
                    times.append(now)
                }
            }
        }

        hands.set(to: now + 1)
        try write(.put(id(99), content("last")))
        try world.repository.settle()
        #expect(tooEarly == [])
        #expect(try horizon() > 50)
        #expect(database.breaches() == [], "seed \(seed)")
        let oldest = try #require(
            try database.rows("SELECT min(changed_at) FROM changes", columns: 1).first)
        #expect(try #require(Double(oldest)) >= now - 30 * day)
    }
}
