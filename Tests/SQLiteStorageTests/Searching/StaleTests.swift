import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

/// What trigrams say of texts that were changed or have gone.
@Suite struct `Trigrams that no longer hold` {
    private static let run = 10
    /// As many runs as there may be where one would do.
    private static let most = 2 * 1 + 32

    @Test func `are made anew when they are more than half, whatever was changed`() throws {
        let world = try Self.world(items: 40)
        let before = try world.runs

        var most = 0
        var turns = 0
        for round in 1...60 {
            for number in 1...40 as ClosedRange<UInt64> {
                // Every fifth counts twice.
                let title = "Tea \(round)" + String(repeating: "!", count: number % 5 == 0 ? 60 : 0)
                world.write(.patch(id(number), .changing { $0.title = title }))
            }
            turns += world.takeTurns()
            most = max(most, try world.runs)
            #expect(try world.find("tea \(round)") == 40)
            #expect(try world.find("milk") == 0)
            // New ones and changed ones each wait until they are enough.
            #expect(try world.waiting() ?? 99 < 2 * Self.run)
        }

        #expect(before == 4)
        // As many again may come before the next turn.
        #expect((30...2 * 5 + 32 + 5).contains(most), "\(most)")
        #expect(turns > 0)
        #expect(try world.session.integer("SELECT count(DISTINCT run) FROM trigrams") == world.runs)
        #expect(world.session.breaches() == [])
    }

    @Test func `are made anew when items come and go`() throws {
        let world = try Self.world(items: 3)

        var most = 0
        for round in 0..<60 as Range<UInt64> {
            let numbers = 100 + 10 * round..<110 + 10 * round
            world.write(.add(numbers.map { NewItem($0, "Tea") }, onConflict: .refuse))
            for number in numbers { world.write(.delete(id(number))) }
            _ = world.takeTurns()
            most = max(most, try world.runs)
        }

        #expect((20...Self.most).contains(most), "\(most)")
        #expect(try ["milk", "tea"].map { try world.find($0) } == [3, 0])
        #expect(world.session.breaches() == [])
    }

    @Test func `are counted by what they were made of, once`() throws {
        let world = try Self.world(items: 20)
        let long = String(repeating: "milk ", count: 26)
        world.write(.patch(id(1), .changing { $0.itemDescription = .set(long) }))
        let changed = try world.stale
        world.write(.patch(id(1), .changing { $0.title = "Tea" }))
        world.write(.patch(id(1), .changing { $0.done = true }))
        let again = try world.stale
        world.write(.delete(id(2)))
        let deleted = try world.stale
        world.write(.delete(id(1)))
        let gone = try world.stale
        world.write(.put(id(21), content("Milk")))
        world.write(.delete(id(21)))

        // What it said since it was changed is in no run.
        #expect([changed, again, deleted, gone] == [1, 1, 2, 2])
        // This was not searchable yet.
        #expect(try world.stale == 2)
    }

    @Test func `are not counted again by a deletion that is taken back`() throws {
        let world = try Self.world(items: 20)
        world.write(.delete(id(2)))
        let before = try world.stale
        let revision = try #require(try world.session.integer("SELECT revision FROM owners"))

        for step in 0..<6 { world.write(.undo(revision: revision + step)) }

        #expect(try world.stale == before)
        #expect(try world.find("milk") == 19)
    }

    @Test func `that cannot be dropped are damage, and tried no more`() throws {
        let world = try Self.world(items: 40)
        try world.session.execute("UPDATE owners SET stale = 10000")
        try world.session.execute(
            "CREATE TRIGGER keep BEFORE DELETE ON trigrams BEGIN SELECT RAISE(IGNORE); END")

        world.write(.add((41...50).map { NewItem($0, "Milk") }, onConflict: .refuse))
        let turns = world.takeTurns()

        #expect(turns < 10)
        #expect(try world.find("milk") == 50)
    }

    @Test func `stay as they are while an item is damaged, and others are made anew`() throws {
        let world = try Self.world(items: 40)
        let other = try world.session.addOwner(2)
        world.write(.add((1...20).map { NewItem($0, "Tea") }, onConflict: .refuse), of: other)
        try world.session.execute("UPDATE items SET place = (1 << 41) + 1 WHERE place = 40")
        try world.session.execute(
            "UPDATE owners SET stale = 10000, searchable_to = max(searchable_to, (owner = 1) << 42)"
        )
        try world.session.execute("DELETE FROM unsearchable")

        for owner in [world.owner, other] {
            let items = (61...70).map { NewItem($0, "Salt") }
            world.write(.add(items, onConflict: .refuse), of: owner)
        }
        _ = world.takeTurns()

        #expect(world.remainder == .done)
        #expect(try world.find("milk") == 39)
        #expect(try world.session.rows("SELECT owner FROM renewals", columns: 1) == ["1"])
        #expect(try ["tea", "salt"].map { try world.find($0, of: other) } == [20, 10])
    }

    @Test func `are dropped when items were only deleted`() throws {
        let world = try Self.world(items: 400)

        for number in 1...395 as ClosedRange<UInt64> { world.write(.delete(id(number))) }
        _ = world.takeTurns()

        #expect(try world.runs < 4)
        #expect(try world.find("milk") == 5)
    }

    @Test func `are forgotten with everything else`() throws {
        let world = try Self.world(items: 20)
        world.write(.delete(id(2)))
        let before = try world.stale

        world.write(.deleteAll)

        #expect([before, try world.stale] == [1, 0])
    }

    @Test func `leave each search quick and right on the way, which a restart does not end`()
        throws
    {
        let world = try Self.world(items: 40)
        try world.session.execute("UPDATE owners SET stale = 10000")
        world.write(.add((41...50).map { NewItem($0, "Milk") }, onConflict: .refuse))

        var waiting: [Int?] = [try world.waiting()]
        var runs = [try world.runs]
        while world.takeTurn() {
            waiting.append(try world.waiting())
            runs.append(try world.runs)
            #expect(try world.find("milk") == 50)
            if waiting.count == 3 { try world.restart() }
            if waiting.count == 5 {
                world.write(.patch(id(1), .changing { $0.title = "Milk and bread" }))
            }
            #expect(world.session.breaches() == [])
        }

        // What was written meanwhile, and is too little for a run.
        #expect(waiting == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
        // New ones of the old texts, then the old ones go; then that all is done, and seen to be.
        #expect(runs == [5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 5, 5])
        #expect(try world.count("renewals") == 0)
        #expect(try world.stale == 1)
        #expect(try world.find("bread") == 1)
    }

    @Test func `are made anew of what waits as well, which waits no more`() throws {
        let world = try Self.world(items: 40)
        for number in 1...5 as ClosedRange<UInt64> {
            world.write(.patch(id(number), .changing { $0.title = "Tea" }))
        }
        let before = try world.waiting()
        try world.session.execute("UPDATE owners SET stale = 10000")

        world.write(.add((41...50).map { NewItem($0, "Milk") }, onConflict: .refuse))
        _ = world.takeTurns()

        #expect(try [before, world.waiting()] == [5, 0])
        #expect(try ["milk", "tea"].map { try world.find($0) } == [45, 5])
        #expect(world.session.breaches() == [])
    }

    @Test func `are made anew once more when everything is deleted on the way`() throws {
        let world = try Self.world(items: 40)
        try world.session.execute("UPDATE owners SET stale = 10000")
        world.write(.add((41...50).map { NewItem($0, "Milk") }, onConflict: .refuse))
        for _ in 0..<6 { _ = world.takeTurn() }
        let revision = try #require(try world.session.integer("SELECT revision FROM owners"))

        world.write(.deleteAll)
        world.write(.undo(revision: revision + 1))
        _ = world.takeTurns()

        #expect(try world.find("milk") == 50)
        #expect(try [world.runs, world.count("renewals"), world.waiting()] == [5, 0, 0])
        #expect(world.session.breaches() == [])
    }

    @Test func `are as good as before when to make them anew fails, which is tried again later`()
        throws
    {
        var failures = 0
        for steps in 0..<60 {
            var faulty: FaultySession?
            let world = try SearchWorld(run: Self.run) { database in
                let session = FaultySession(
                    database, fault: DatabaseError(code: 13, message: "disk full"),
                    takesTransaction: steps % 2 == 0)
                faulty = session
                return session
            }
            world.write(.add((1...40).map { NewItem($0, "Milk") }, onConflict: .refuse))
            try world.session.execute("UPDATE owners SET stale = 10000")

            faulty?.stepsLeft = steps
            _ = world.takeTurns()
            faulty?.stepsLeft = nil
            if world.remainder == .failed { failures += 1 }
            #expect(try world.find("milk") == 40, "\(steps)")
            #expect(world.session.breaches() == [], "\(steps)")
            world.takeLateTurn()
            _ = world.takeTurns()

            #expect(try world.waiting() == 0, "\(steps)")
            #expect(try world.runs == 4, "\(steps)")
        }
        #expect(failures > 30)
    }

    /// A world whose items are searchable, but for less than a run.
    private static func world(items: UInt64) throws -> SearchWorld {
        let world = try SearchWorld(run: run)
        world.write(.add((1...items).map { NewItem($0, "Milk") }, onConflict: .refuse))
        _ = world.takeTurns()
        return world
    }
}

extension SearchWorld {
    /// How many runs a search looks at.
    fileprivate var runs: Int {
        get throws {
            try session.integer(
                "SELECT coalesce(max(run) + 1 - min(run), 0) FROM trigrams WHERE owner = 1") ?? 0
        }
    }

    /// How much of the trigrams does not hold.
    fileprivate var stale: Int? {
        get throws { try session.integer("SELECT stale FROM owners") }
    }
}
