package import Accounts
import Dispatch
package import Items
import PostgresStorage
import SQLite
import SQLiteStorage
import SQLiteTestSupport
import Synchronization
package import TestSupport

/// An empty account repository of any kind, for tests that hold for all kinds.
package final class AccountWorld {
    /// The kinds of account repositories.
    package enum Kind: CaseIterable, Sendable {
        case double
        case sqliteInMemory
        case sqliteOnDisk
        case postgres
        /// PostgreSQL with partitioned tables.
        case partitionedPostgres

        /// The kinds that this machine has.
        package static let allCases =
            [double, sqliteInMemory, sqliteOnDisk]
            + (PostgresWorld.isAvailable ? [postgres, partitionedPostgres] : [])
    }

    package let repository: any AccountRepository & AccountRows
    package let writer: any AccountWriter
    /// The time of the database; tests set it.
    package let time: ManualClock
    /// The owner of a server without accounts.
    package let local: Owner
    /// Ends the round of the lane that uses `repository`, so that the next round sees newer data.
    private let endRound: () throws -> Void
    // Held so that the folder is removed when the world ends.
    private let folder: TemporaryFolder?
    private let postgres: PostgresWorld?

    /// A new world of this kind, at 1,000 seconds after the start of 1970.
    package init(_ kind: Kind) throws {
        time = ManualClock(1_000)
        switch kind {
        case .double:
            local = Owner(key: Owner.localKey, epoch: "double")
            let accounts = InMemoryAccounts(clock: time.clock, local: local)
            (repository, writer) = (accounts, accounts)
            (endRound, folder, postgres) = ({}, nil, nil)
        case .sqliteInMemory:
            let session = try SQLiteConnection.migratedInMemory(clock: time.clock)
            local = try session.localOwner()
            let memory = try InMemoryStorage(session, clock: time.clock)
            (repository, writer) = (memory.repository, InMemoryAccountWriter(memory))
            (endRound, folder, postgres) = ({ try memory.repository.endRound() }, nil, nil)
        case .sqliteOnDisk:
            let folder = try TemporaryFolder()
            let storage = try SQLiteDatabase.open(folder.file("items.sqlite"), clock: time.clock)
            local = storage.localOwner
            let repository = storage.repository()
            (self.repository, writer) = (repository, storage)
            (endRound, self.folder) = ({ try repository.endRound() }, folder)
            postgres = nil
        case .postgres, .partitionedPostgres:
            let world = try PostgresWorld(
                clock: time.clock, partitions: kind == .partitionedPostgres ? 4 : nil)
            local = world.database.localOwner
            (repository, writer) = (world.database.repository(), world.database)
            (endRound, folder, postgres) = ({}, nil, world)
        }
    }

    /// Submits a change and waits for its outcome. Later reads are in a new round.
    package func perform(_ write: AccountWrite) throws -> Result<AccountOutcome, AccountFailure> {
        let outcome = Mutex<Result<AccountOutcome, AccountFailure>?>(nil)
        let arrived = DispatchSemaphore(value: 0)
        writer.submit(write) { result in
            outcome.withLock { $0 = result }
            arrived.signal()
        }
        arrived.wait()
        try endRound()
        guard let result = outcome.withLock({ $0 }) else { return .failure(.storage(.stopped)) }
        return result
    }
}

/// Changes accounts in a database in memory, at once.
private final class InMemoryAccountWriter: AccountWriter, @unchecked Sendable {
    // Proof: a world in memory has one thread, the test's.
    private let memory: InMemoryStorage

    init(_ memory: InMemoryStorage) {
        self.memory = memory
    }

    func submit(
        _ write: AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccountFailure>) -> Void
    ) {
        do throws(StorageFailure) {
            reply(try memory.perform(write))
        } catch {
            reply(.failure(.storage(error)))
        }
    }
}
