import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The merging of orders` {
    @Test func `has no owner wait for the large ones of another`() throws {
        let session = try Connection.migratedInMemory()
        try session.execute(
            "INSERT OR IGNORE INTO owners (owner, epoch) VALUES (1, 'abcd'), (2, 'abcd')")
        let writer = OrderWriter(session, pace: OrderWriter.Effort(least: 64, each: 0, slice: 0))

        for batch in 0..<200 {
            writer.startOver()
            for place in 0..<(batch == 0 ? 5_000 : 100) {
                let item = Self.item(batch * 5_000 + place + 1)
                try writer.note(item, of: Owner(key: 1, epoch: ""))
            }
            try writer.note(Self.item(2_000_000 + batch), of: Owner(key: 2, epoch: ""))
            try writer.store()
            try writer.merge()
            writer.noteCommit()
        }

        #expect(try RunStatements(session).runs(of: 1).runs.count > 20)
        #expect(try RunStatements(session).runs(of: 2).runs.count < 12)
    }

    @Test func `goes on when little is written`() throws {
        let session = try Connection.migratedInMemory()
        try session.execute("INSERT OR IGNORE INTO owners (owner, epoch) VALUES (1, 'abcd')")
        let writer = OrderWriter(session, pace: OrderWriter.Effort(least: 100, each: 0, slice: 0))
        let owner = Owner(key: 1, epoch: "")
        try Self.writeEightRuns(writer) { try writer.merge() }
        let isLeaving = try RunStatements(session).runs(of: 1).runs.contains(where: \.isLeaving)

        for place in 1_000..<1_020 {
            writer.startOver()
            try writer.note(Self.item(place), of: owner)
            try writer.store()
            try writer.merge()
            writer.noteCommit()
        }

        #expect(isLeaving)
        #expect(try RunStatements(session).runs(of: 1).runs.map(\.count) == [1_600])
    }

    @Test func `begins and goes on when enough may be moved at once`() throws {
        let session = FaultySession(
            try Connection.migratedInMemory(), fault: DatabaseError(code: 10, message: ""),
            takesTransaction: false)
        try session.execute("INSERT OR IGNORE INTO owners (owner, epoch) VALUES (1, 'abcd')")
        let writer = OrderWriter(
            session, pace: OrderWriter.Effort(least: 100, each: 0, slice: 400))
        try Self.writeEightRuns(writer) { try writer.merge() }

        let steps = try (0..<16).map { _ in
            let before = session.steps
            writer.startOver()
            try writer.merge()
            writer.noteCommit()
            return session.steps - before
        }

        #expect(steps.map { $0 > 0 } == (1...16).map { $0 % 4 == 3 })
        #expect(try RunStatements(session).runs(of: 1).runs.map(\.count) == [1_600])
    }

    @Test func `is not held up by an owner whose terms are damaged`() throws {
        let world = try BatchWorld()
        let damaged = try world.database.addOwner(7)
        func post(_ count: Int, _ number: Int, of owner: Owner) {
            let items = (1...count).map { NewItem(UInt64(100 * number + $0), "milk") }
            _ = world.batch.run([ItemWrite(owner: owner, action: .add(items, onConflict: .refuse))])
        }

        for number in 1...300 {
            post(100, number, of: world.owner)
            guard number % 4 == 0 else { continue }
            post(40, number, of: damaged)
            try world.database.execute("UPDATE terms SET rest = x'FF' WHERE owner = 7")
        }

        #expect(try RunStatements(world.database).runs(of: damaged.key).runs.count > 60)
        #expect(try RunStatements(world.database).runs(of: world.owner.key).runs.count < 20)
    }

    @Test func `is done again when the disk was full after it, though its owner writes no more`()
        throws
    {
        let session = try Connection.migratedInMemory()
        try session.execute("INSERT OR IGNORE INTO owners (owner, epoch) VALUES (1, 'abcd')")
        let writer = OrderWriter(
            session, pace: OrderWriter.Effort(least: 1, each: 1, slice: 800))
        try Self.writeEightRuns(writer) {}
        try session.execute("BEGIN")
        writer.startOver()
        try writer.merge(effort: .max)
        try session.execute("ROLLBACK")
        let runs = try RunStatements(session).runs(of: 1).runs

        writer.startOver()
        try writer.merge(effort: .max)

        #expect(runs.map(\.count) == Array(repeating: 200, count: 8))
        #expect(try RunStatements(session).runs(of: 1).runs.map(\.count) == [1_600])
    }

    /// Writes a hundred items of the first owner, two terms each, eight times; `aside` is done
    /// before each commit.
    private static func writeEightRuns(
        _ writer: OrderWriter, aside: () throws -> Void
    ) throws {
        for run in 0..<8 {
            writer.startOver()
            for item in 0..<100 {
                try writer.note(Self.item(100 * run + item + 1), of: Owner(key: 1, epoch: ""))
            }
            try writer.store()
            try aside()
            writer.noteCommit()
        }
    }

    private static func item(_ place: Int) -> ToDoItem {
        ToDoItem(
            id: id(UInt64(place)), place: place, content: ItemContent(title: "title \(place % 7)"),
            now: 0, revision: 1)
    }

    @Test(arguments: [false, true])
    func `harms no write when it fails`(takesTransaction: Bool) throws {
        var harmless = 0
        for step in 0... {
            let (world, session) = try BatchWorld.failing(takesTransaction: takesTransaction)
            for run in 0..<7 as Range<UInt64> {
                let items = (1...32).map { NewItem(32 * run + $0, "milk") }
                _ = world.run(.add(items, onConflict: .refuse))
            }
            session.stepsLeft = step

            // The eighth run makes them one, and is large enough for that to be done at once.
            let items = (1...128).map { NewItem(224 + $0, "tea") }
            let outcome = world.run(.add(items, onConflict: .refuse))[0]
            let runs = try RunStatements(world.database).runs(of: world.owner.key).runs
            if session.stepsLeft != nil {
                #expect(runs.count == 1)
                break
            }

            let isStored = try world.database.integer("SELECT count(*) FROM items") == 352
            switch outcome {
            case .success:
                #expect(isStored, "step \(step)")
                harmless += 1
            case .failure: #expect(!isStored, "step \(step)")
            }
            #expect(world.database.breaches() == [], "step \(step)")
            #expect(world.database.unfinishedStatement == nil, "step \(step)")
            for number in 1...80 as ClosedRange<UInt64> {
                _ = world.run(.put(id(1_000), content("bread \(number)")))
            }
            #expect(world.database.breaches() == [], "step \(step)")
            #expect(try RunStatements(world.database).runs(of: world.owner.key).runs.count < 12)
        }

        #expect(harmless > 5)
    }
}
