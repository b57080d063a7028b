import Dispatch
import Items
import PostgresStorage
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `Two processes on one database` {
    /// Two processes' repositories, each of which its own thread uses.
    private struct Pair: @unchecked Sendable {
        // Proof: `concurrentPerform` gives each of the two calls a repository of its own.
        let repositories: [SettledRepository]
        let world: PostgresWorld
        let databases: [PostgresDatabase]

        init() throws {
            world = try PostgresWorld()
            databases = [world.database, try world.open()]
            repositories = databases.map { $0.repository() }
        }

        /// Runs `body` on both at once.
        func both(_ body: @Sendable (Int, SettledRepository) -> Void) {
            DispatchQueue.concurrentPerform(iterations: 2) { body($0, repositories[$0]) }
        }
    }

    @Test func `give each write of one owner a revision of its own, without gaps`() throws {
        let pair = try Pair()
        let owner = pair.world.database.localOwner
        let revisions = Mutex<[Int]>([])

        pair.both { process, repository in
            for number in 1...40 as ClosedRange<UInt64> {
                let outcome = repository.write(
                    .put(id(UInt64(process) * 100 + number), content("x")), of: owner)
                if let revision = try? outcome.get().revision {
                    revisions.withLock { $0.append(revision) }
                }
            }
        }

        #expect(revisions.withLock { $0.sorted() } == Array(1...80))
        #expect(try pair.repositories[0].all(of: owner).map(\.sequence) == Array(1...80))
        #expect(try pair.world.violations() == [])
    }

    @Test func `let exactly one of two win that have seen the same revision`() throws {
        let pair = try Pair()
        let owner = pair.world.database.localOwner
        _ = try pair.repositories[0].write(.put(id(1), content("x")), of: owner).get()

        for round in 1...20 {
            let wins = Mutex(0)
            pair.both { process, repository in
                let outcome = repository.write(
                    .put(id(1), content("\(process) \(round)")), of: owner,
                    Conditions(ifMatch: .revisions([round])))
                if (try? outcome.get()) != nil { wins.withLock { $0 += 1 } }
            }
            #expect(wins.withLock { $0 } == 1)
        }
    }

    @Test func `write once for a key that is sent to both at once`() throws {
        let pair = try Pair()
        let owner = pair.world.database.localOwner

        for round in 1...20 as ClosedRange<UInt64> {
            let responses = Mutex<[Result<WriteOutcome, WriteFailure>]>([])
            pair.both { process, repository in
                let outcome = repository.write(
                    .put(id(round), content("x")), of: owner, once: .post("k\(round)"))
                responses.withLock { $0.append(outcome) }
            }
            let outcomes = responses.withLock { $0 }
            #expect(try outcomes.map { try $0.get().revision } == [Int(round), Int(round)])
            #expect(try outcomes.count { try $0.get().changed } == 1)
        }
    }

    @Test func `show at once what the other has answered`() throws {
        let pair = try Pair()
        let owner = pair.world.database.localOwner

        for number in 1...20 as ClosedRange<UInt64> {
            let (one, other) = (
                pair.repositories[Int(number % 2)], pair.repositories[1 - Int(number % 2)]
            )
            _ = try one.write(.put(id(number), content("x")), of: owner).get()
            #expect(try other.item(id(number), of: owner) != nil)
            #expect(try other.revision(of: owner) == Int(number))
        }
    }

    @Test func `do not wait for one another in a circle when their batches have the same owners`()
        throws
    {
        let pair = try Pair()
        let owners = [pair.world.database.localOwner, try pair.world.addOwner()]
        let failures = Mutex<[String]>([])

        pair.both { process, repository in
            for number in 1...40 as ClosedRange<UInt64> {
                let owner = owners[(process + Int(number)) % 2]
                let outcome = repository.write(
                    .put(id(UInt64(process) * 100 + number), content("x")), of: owner)
                if case .failure(let failure) = outcome {
                    failures.withLock { $0.append("\(failure)") }
                }
            }
        }

        #expect(failures.withLock { $0 } == [])
        #expect(try pair.world.violations() == [])
    }
}
