import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import Synchronization
import TestSupport
import Testing

@Suite struct `A stored response` {
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
            let database = try Connection.migratedInMemory()
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
        let database = try Connection.migratedInMemory()
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

    /// A writer with the only connection: no two threads may release it and its statements.
    private func startGated() throws -> (Writer, GatedSession.Gate, Owner) {
        let session = GatedSession(try Connection.migratedInMemory())
        let owner = try session.localOwner()
        let batch = WriteBatch(
            session: session, clock: .constant(0), commits: CommitCounter())
        return (Writer(batch: batch, limits: WriteLimits()), session.gate, owner)
    }

    @Test func `in progress is not waited for, and the repeated request fails at once`() throws {
        let (writer, gate, owner) = try startGated()
        let outcomes = Mutex<[String]>([])
        let answered = DispatchSemaphore(value: 0)
        func put(_ number: UInt64, _ key: String) {
            let write = ItemWrite(owner: owner, action: .put(id(number), content("x")))
            writer.submit(
                WriteJob(write: write, once: .post(key)) { outcome in
                    let result =
                        switch outcome {
                        case .success(let outcome): "\(outcome.changed) \(outcome.revision)"
                        case .failure(let failure): "\(failure)"
                        }
                    outcomes.withLock { $0.append("\(number) \(result)") }
                    answered.signal()
                })
        }
        put(1, "a")
        gate.waitForCommit()
        put(2, "b")

        put(3, "a")
        put(4, "b")
        let refused = outcomes.withLock { $0 }
        gate.letGo(2)
        for _ in 0..<4 { answered.wait() }
        gate.letGo()
        put(5, "a")
        answered.wait()

        #expect(refused == ["3 keyInUse", "4 keyInUse"])
        #expect(
            outcomes.withLock { $0.dropFirst(2) } == ["1 true 1", "2 true 2", "5 false 2"])
    }
}
