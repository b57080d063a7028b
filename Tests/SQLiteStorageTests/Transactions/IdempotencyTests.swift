import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite struct `A stored response` {
    // proves: writes-6
    @Test func `is returned after a restart`() throws {
        let folder = try TemporaryFolder()
        let outcomes = try (0..<2).map { _ in
            let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
            let repository = storage.repository()
            let outcome = repository.perform(
                ItemWrite(owner: storage.localOwner, action: .put(id(1), content("one"))),
                once: .post("k"))
            let closed = DispatchSemaphore(value: 0)
            try repository.endRound()
            storage.close { _ in closed.signal() }
            closed.wait()
            return outcome
        }

        #expect(try outcomes[0].get().revision == 1)
        #expect(outcomes[1] == WriteOutcome.same(1, .replayed(.revision(1))))
    }

    @Test(arguments: Fault.all)
    func `is stored if and only if its write is`(fault: Fault) throws {
        var replayed = 0
        var failed = 0
        for step in 0... {
            let database = try SQLiteConnection.migratedInMemory()
            let session = FaultySession(
                database, fault: fault.error, takesTransaction: fault.takesTransaction)
            let owner = try database.localOwner()
            let batch = WriteBatch(
                session: session, clock: .constant(0), commits: CommitCounter(),
                isApart: true)
            func run() -> Outcome {
                let write = ItemWrite(
                    owner: owner, action: .add([NewItem(1, "one")], onConflict: .skip))
                return batch.run([WriteJob(write: write, once: .post("k")) { _ in }])[0]
            }
            session.stepsLeft = step

            let first = run()
            // The fault has not occurred: all steps have been tried.
            if session.stepsLeft != nil { break }
            let again = run()

            switch first {
            case .success:
                #expect(again == WriteOutcome.same(1, .replayed(.revision(1))), "step \(step)")
                replayed += 1
            case .failure:
                #expect(try again.get().revision == 1, "step \(step)")
                #expect(try again.get().changed, "step \(step)")
                failed += 1
            }
            #expect(try database.integer("SELECT count(*) FROM answers") == 1)
            #expect(database.violations() == [])
        }
        #expect(failed > 10)
        // A failure of the pruner fails no write.
        #expect(replayed > 0)
    }

    @Test func `may be evicted, and a repeated request then fails`() throws {
        let manualClock = ManualClock(0)
        let database = try SQLiteConnection.migratedInMemory()
        let owner = try database.localOwner()
        let batch = WriteBatch(
            session: database, clock: manualClock.clock, commits: CommitCounter(),
            responseByteLimit: 2_500)
        func put(_ number: UInt64, at time: Double) -> Outcome {
            manualClock.now = time
            let write = ItemWrite(owner: owner, action: .put(id(number), content("x")))
            return batch.run([
                WriteJob(write: write, once: .post("k\(number)", padding: 1_000)) { _ in }
            ])[0]
        }

        let first = (1...4 as ClosedRange<UInt64>).map { put($0, at: Double($0)) }
        let again = (1...4 as ClosedRange<UInt64>).map { put($0, at: 5) }

        #expect(first.map { try? $0.get().revision } == [1, 2, 3, 4])
        #expect(
            again == [
                .failure(.answerNotKept), .failure(.answerNotKept),
                WriteOutcome.same(4, .replayed(.revision(3, padding: 1_000))),
                WriteOutcome.same(4, .replayed(.revision(4, padding: 1_000))),
            ])
        #expect(database.violations() == [])
    }
}
