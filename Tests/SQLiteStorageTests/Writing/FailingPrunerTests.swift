import Items
import SQLite
@testable import SQLiteStorage
import Synchronization
import TestSupport
import Testing

private let day = 86_400.0

@Suite struct `Forgetting what is old, when it fails` {
    @Test(arguments: Fault.all)
    func `harms no write, or is told to all of them`(fault: Fault) throws {
        var harmless = 0
        for step in 0... {
            let hands = Hands(at: 0)
            let reports = Mutex<[StorageFailure]>([])
            let database = try Connection.migratedInMemory()
            let session = FaultySession(
                database, fault: fault.error, takesTransaction: fault.takesTransaction)
            let owner = try database.localOwner()
            let batch = try WriteBatch(
                session: session, clock: hands.clock, commits: CommitCounter(),
                isAlwaysApart: true, report: { failure in reports.withLock { $0.append(failure) } })
            func put(_ number: UInt64) -> Outcome {
                batch.run([ItemWrite(owner: owner, action: .put(id(number), content("x")))])[0]
            }
            _ = put(1)
            hands.set(to: 31 * day)
            session.stepsLeft = step

            let outcome = put(2)
            if session.stepsLeft != nil { break }

            let isStored = try database.integer("SELECT count(*) FROM items") == 2
            switch outcome {
            case .success:
                #expect(isStored, "step \(step)")
                #expect(reports.withLock { $0 } == [fault.failure], "step \(step)")
                #expect(try database.integer("SELECT horizon FROM owners") == 0)
                harmless += 1
            case .failure(let failure):
                #expect(failure == .storage(fault.failure), "step \(step)")
                #expect(!isStored, "step \(step)")
                #expect(reports.withLock { $0 } == [], "step \(step)")
            }
            #expect(database.breaches() == [], "step \(step)")
            #expect(database.unfinishedStatement == nil, "step \(step)")
            // It rests for a minute, and begins behind the owner at whom it failed.
            for turn in 1...2 as ClosedRange<UInt64> {
                hands.set(to: 31 * day + 100 * Double(turn))
                #expect(try put(2 + turn).get().changed, "step \(step)")
            }
            #expect(try database.integer("SELECT horizon FROM owners") == 1, "step \(step)")
        }
        #expect(harmless > 3)
    }

    @Test(arguments: [
        ("changes SET revision = 9223372036854775807", [3]), ("owners SET horizon = -1", [3]),
        ("owners SET horizon = -1", [3, 4, 9]),
    ])
    func `keeps nobody waiting for an owner whose rows are damaged`(
        damage: String, damaged: [Int]
    ) throws {
        let hands = Hands(at: 0)
        let world = try BatchWorld(clock: hands.clock)
        let others = try (2...12).map { try world.database.addOwner($0) }
        for owner in others {
            _ = world.batch.run([ItemWrite(owner: owner, action: .put(id(1), content("x")))])
        }
        try world.database.execute("PRAGMA ignore_check_constraints = ON")
        for owner in damaged {
            try world.database.execute("UPDATE \(damage) WHERE owner = \(owner)")
        }
        try world.database.execute("PRAGMA ignore_check_constraints = OFF")

        // After a failure it rests for a minute.
        for turn in 1...20 as ClosedRange<UInt64> {
            hands.set(to: 31 * day + 100 * Double(turn))
            let outcomes = world.run(.put(id(100 + turn), content("x")))
            #expect(try outcomes[0].get().changed)
        }

        let waiting = try world.database.rows(
            "SELECT owner FROM owners WHERE owner > 1 AND horizon < 1", columns: 1)
        #expect(waiting == damaged.map { "\($0)" })
    }
}
