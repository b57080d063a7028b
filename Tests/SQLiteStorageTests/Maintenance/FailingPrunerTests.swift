import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import Synchronization
import TestSupport
import Testing

private let day = 86_400.0

@Suite struct `A failing pruner` {
    @Test(arguments: Fault.all)
    func `fails no write, or all writes of the batch`(fault: Fault) throws {
        var harmless = 0
        for step in 0... {
            let manualClock = ManualClock(0)
            let reports = Mutex<[StorageFailure]>([])
            let database = try SQLiteConnection.migratedInMemory()
            let session = FaultySession(
                database, fault: fault.error, takesTransaction: fault.takesTransaction)
            let owner = try database.localOwner()
            let batch = WriteBatch(
                session: session, clock: manualClock.clock, commits: CommitCounter(),
                isApart: true,
                report: { failure in reports.withLock { $0.append(failure) } })
            func put(_ number: UInt64) -> Outcome {
                batch.run([ItemWrite(owner: owner, action: .put(id(number), content("x")))])[0]
            }
            _ = put(1)
            manualClock.now = 31 * day
            session.stepsLeft = step

            let outcome = put(2)
            if session.stepsLeft != nil { break }

            let isStored = try database.integer("SELECT count(*) FROM items") == 2
            switch outcome {
            case .success:
                #expect(isStored, "step \(step)")
                #expect(reports.withLock { $0 } == [fault.failure], "step \(step)")
                #expect(try database.integer("SELECT min(revision) FROM log") == 1)
                harmless += 1
            case .failure(let failure):
                #expect(failure == .storage(fault.failure), "step \(step)")
                #expect(!isStored, "step \(step)")
                #expect(reports.withLock { $0 } == [], "step \(step)")
            }
            #expect(database.violations() == [], "step \(step)")
            #expect(database.unfinishedStatement == nil, "step \(step)")
            // The pruner pauses for a minute.
            for turn in 1...2 as ClosedRange<UInt64> {
                manualClock.now = 31 * day + 100 * Double(turn)
                #expect(try put(2 + turn).get().changed, "step \(step)")
            }
            #expect(try database.integer("SELECT min(revision) FROM log") == 2, "step \(step)")
        }
        #expect(harmless > 3)
    }

    @Test(arguments: [
        // Points to a later entry.
        "log SET previous = 999 WHERE owner = 3",
        // A deletion of an invalid id.
        "log SET members = members | 2, id = x'0102' WHERE owner = 3",
        "log SET revision = -1 WHERE owner = 3",
        // Less than the size of the deleted history.
        "owners SET history_bytes = 0 WHERE owner IN (3, 4, 9)",
    ])
    func `continues after damaged rows`(damage: String) throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        let others = try (2...12).map { try world.database.addOwner($0) }
        for owner in others {
            _ = world.batch.run([ItemWrite(owner: owner, action: .put(id(1), content("x")))])
        }
        try world.database.execute("PRAGMA ignore_check_constraints = ON; UPDATE \(damage)")
        try world.database.execute("PRAGMA ignore_check_constraints = OFF")
        manualClock.now = 31 * day

        let outcome = world.run(.put(id(100), content("x")))[0]

        #expect(try outcome.get().changed)
        #expect(try world.log == ["1|1|first new|-"])
    }

    @Test func `continues after stored responses whose size is counted wrong`() throws {
        let manualClock = ManualClock(0)
        let world = try BatchWorld(clock: manualClock.clock)
        let write = ItemWrite(owner: world.owner, action: .put(id(1), content("x")))
        _ = world.batch.run([WriteJob(write: write, once: .post("k")) { _ in }])
        try world.database.execute("UPDATE owners SET answer_bytes = 0")
        manualClock.now = 31 * day

        _ = world.run(.put(id(2), content("x")))

        #expect(try world.database.integer("SELECT count(*) FROM answers") == 0)
        #expect(try world.log == ["2|2|first new|-"])
    }
}
