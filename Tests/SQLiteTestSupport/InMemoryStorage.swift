package import Accounts
package import Items
package import SQLite
package import SQLiteStorage
package import Storage
import TestSupport

extension SQLiteConnection {
    /// A database in memory with the whole schema and the local owner.
    package static func migratedInMemory(clock: Clock = .constant(1_000)) throws -> SQLiteConnection
    {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        try session.execute("PRAGMA foreign_keys = ON")
        _ = try Migrator(session, clock: clock).migrate()
        _ = try session.localOwner()
        return session
    }
}

extension WriteBatch {
    /// Executes writes of requests without a key.
    package func run(_ writes: [ItemWrite]) -> [Outcome] {
        run(writes.map { WriteJob(apart: $0) { _ in } })
    }

    /// Executes writes of items.
    package func run(_ jobs: [WriteJob]) -> [Outcome] {
        run(jobs, []).items
    }

    /// Executes one change of accounts.
    package func run(_ change: AccountWrite) -> AccountJob.Outcome {
        run([] as [WriteJob], [AccountJob(write: change) { _ in }]).accounts[0]
    }
}

/// SQLite storage on a single session. It reads and writes in turn, and each write is a batch of
/// its own.
package final class InMemoryStorage {
    /// Gives the closures of a repository access to it.
    private final class Box {
        weak var repository: SQLiteRepository?
    }

    package let repository: SQLiteRepository
    private let batch: WriteBatch

    /// Storage in the database of `session`, with a limit for the bytes of each owner's items.
    package init(
        _ session: any StorageSession, clock: Clock = .constant(1_000),
        itemLimit: ItemSize = .unlimited, historyByteLimit: Int = .max
    ) throws {
        let commits = CommitCounter()
        let batch = WriteBatch(
            session: session, clock: clock, commits: commits, itemLimit: itemLimit,
            historyByteLimit: historyByteLimit, timeZones: FixedTimeZones())
        let box = Box()
        repository = SQLiteRepository(
            connect: { session }, commits: commits, clock: clock,
            write: { job in
                // One session cannot write inside the transaction in which it reads. If this fails,
                // the batch fails too and reports the reason.
                try? box.repository?.endRound()
                for outcome in batch.run([job]) {
                    guard case .failure(.tooManyEffects) = outcome else {
                        return job.reply(outcome)
                    }
                    for outcome in batch.run([WriteJob(asBulk: job)]) { job.reply(outcome) }
                }
            },
            makeSnapshot: { view, owner, revision throws(StorageFailure) in
                guard let repository = box.repository else { throw .stopped }
                // The only session cannot keep a transaction open for the snapshot.
                let items = try repository.all(of: owner).filter { item in
                    let position = item.position(in: view.query.sort)
                    return view.query.filter.matches(item)
                        && view.position?.precedes(position, in: view.query.sort) ?? true
                }
                return ArraySnapshot(
                    items.sorted {
                        let (one, other) = (
                            $0.position(in: view.query.sort), $1.position(in: view.query.sort)
                        )
                        return one.precedes(other, in: view.query.sort)
                    }, of: view.query, revision: revision)
            })
        self.batch = batch
        box.repository = repository
    }

    /// Executes one change of accounts.
    package func perform(_ change: AccountWrite) throws(StorageFailure) -> AccountJob.Outcome {
        try repository.endRound()
        return batch.run(change)
    }
}
