package import Accounts
package import Items
import PostgreSQL
package import Storage

/// The PostgreSQL storage of items, accounts and addresses for one lane: a reader with its own
/// connection, and the shared writer.
///
/// Each read shows one moment, which is not older than the call, so it sees every write that any
/// server has acknowledged.
package final class PostgresRepository: ItemRepository {
    let reader: PostgresReader
    private let clock: Clock
    private let write: (WriteJob) -> Void
    private let snapshots: PostgresSnapshotPool
    private let revisions: RevisionCache

    /// A repository that reads through `reader` and writes through `write`. `clock` decides which
    /// tokens have expired.
    package init(
        reader: PostgresReader, snapshots: PostgresSnapshotPool, revisions: RevisionCache,
        clock: Clock, write: @escaping (WriteJob) -> Void
    ) {
        self.reader = reader
        self.snapshots = snapshots
        self.revisions = revisions
        self.clock = clock
        self.write = write
    }

    package func perform<Outcome>(
        _ read: ItemRead, _ reply: (any ItemRows) -> Outcome,
        later: () -> (any ItemRows) -> Void
    ) -> Outcome? {
        switch read {
        case .revision(let owner): return fetch(.revision(owner: owner.key), reply, later: later)
        case .knownRevision(let owner):
            if let known = revisions.revision(of: owner.key) {
                return reply(FetchedRows(revision: known, clock: clock))
            }
            return fetch(.revision(owner: owner.key), reply) {
                let reply = later()
                return { [revisions] fetched in
                    // Later writes are notified from now on, so none is missed between.
                    if let revision = try? fetched.revision(of: owner) {
                        revisions.update([(owner.key, revision)])
                    }
                    reply(fetched)
                }
            }
        case .item(let id, let owner):
            return fetch(.item(owner: owner.key, id: PostgresUUID(id)), reply, later: later)
        case .list(let query, let owner, let position, let limit):
            let commands = FetchedRows.list(query, of: owner, after: position, limit: limit)
            return fetch(.statements(commands), reply, later: later)
        case .changes(let owner, let position, let limit):
            let commands = FetchedRows.changes(of: owner, since: position, limit: limit)
            return fetch(.statements(commands), reply, later: later)
        }
    }

    /// Queues a read, unless it is refused at once.
    private func fetch<Outcome>(
        _ key: ReadKey, _ reply: (FetchedRows) -> Outcome,
        later: () -> (FetchedRows) -> Void
    ) -> Outcome? {
        if let refusal = reader.refusal(of: key) {
            return reply(FetchedRows(.failure(refusal), clock: clock))
        }
        let reply = later()
        reader.enqueue(key) { [clock] rows in reply(FetchedRows(rows, clock: clock)) }
        return nil
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?,
        resume: @escaping @Sendable () -> Void
    ) throws(StorageFailure) -> any ItemSnapshot {
        PostgresSnapshot(
            query, after: position, try snapshots.lease(of: owner), resume: resume)
    }

    package func history(
        _ request: HistoryRequest,
        reply: @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void
    ) {
        do throws(StorageFailure) {
            try snapshots.lease(of: request.owner).read(request, reply)
        } catch {
            reply(.failure(error))
        }
    }

    package func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        self.write(WriteJob(write: write, once: request, reply: reply))
    }

    package func begin(polledBy registration: PollRegistration, at now: Int) {
        reader.begin(polledBy: registration, at: now)
    }

    package var deadline: Int? { reader.deadline }

    package func advance(at now: Int) {
        reader.advance(at: now)
    }

    package func endRound(at now: Int) throws(StorageFailure) {
        reader.flush(at: now)
    }
}

extension PostgresRepository: AccountRepository {
    package func perform<Outcome>(
        _ read: AccountRead, _ reply: (any AccountRows) -> Outcome,
        later: () -> (any AccountRows) -> Void
    ) -> Outcome? {
        let key: ReadKey =
            switch read {
            case .account(let owner): .statements([AccountStatements.account(of: owner)])
            case .credentials(let email): .statements([AccountStatements.credentials(of: email)])
            case .token(let selector):
                .token(PostgresUUID(high: selector.high, low: selector.low))
            case .tokens(let owner): .statements([AccountStatements.tokens(of: owner)])
            case .revocations: .revocations
            case .subscriptions(let owner):
                .statements([AccountStatements.subscriptions(of: owner, now: clock.now())])
            }
        return fetch(key, reply, later: later)
    }
}

extension PostgresRepository: GeocodeCache {
    package func perform<Outcome>(
        _ address: Address, _ reply: (any GeocodeRows) -> Outcome,
        later: () -> (any GeocodeRows) -> Void
    ) -> Outcome? {
        let command = PostgresCommand(
            "SELECT latitude, longitude, found_at FROM coordinates WHERE address = $1"
        ) { $0.append(address.text) }
        return fetch(.statements([command]), reply, later: later)
    }
}
