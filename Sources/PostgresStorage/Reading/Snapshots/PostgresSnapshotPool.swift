import Dispatch
import Items
package import PostgreSQL
import Synchronization

/// Connections for snapshots, each with an open transaction while it is leased.
///
/// An owner gets another one only while more are free than it holds. So the first owner gets half
/// of them at most, and the next one half of the rest. Fetches block a thread of the pool's queue,
/// never a lane.
package final class PostgresSnapshotPool: Sendable {
    private struct State {
        var idle: [PooledSession] = []
        var leased = 0
        /// The snapshots of each owner.
        var owners: [Int: Int] = [:]
        var isClosed = false
    }

    let queue = DispatchQueue(label: "toodoo.postgres.snapshots", attributes: .concurrent)
    private let limit: Int
    private let connect: @Sendable () throws(PostgresFailure) -> any PostgresSession
    private let state = Mutex(State())

    /// A pool of at most `limit` snapshots.
    package init(
        limit: Int, connect: @escaping @Sendable () throws(PostgresFailure) -> any PostgresSession
    ) {
        self.limit = limit
        self.connect = connect
    }

    /// Opens a snapshot for a request, which arrives later.
    func open(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?,
        for request: ReadRequestID, _ arrivals: ReadArrivals
    ) throws(StorageFailure) {
        let idle = try lease(of: owner.key)
        queue.async { [self] in
            let result: Result<ReadArrivals.Box<PostgresSnapshot>, StorageFailure>
            do throws(PostgresFailure) {
                let (session, revision) = try begin(idle, owner)
                let snapshot = PostgresSnapshot(
                    query, of: owner, after: position, at: revision,
                    PooledSession(session: session),
                    self
                ) { arrivals.post(.part(request)) }
                result = .success(ReadArrivals.Box(value: snapshot))
            } catch {
                giveBack(nil, of: owner.key)
                result = .failure(StorageFailure(error))
            }
            arrivals.post(.snapshot(request, result))
        }
    }

    private func begin(
        _ idle: PooledSession?, _ owner: Owner
    ) throws(PostgresFailure) -> (any PostgresSession, revision: Int) {
        if let session = idle?.session {
            do throws(PostgresFailure) {
                return (session, try begin(session, owner))
            } catch {
                // It may have been lost long ago.
                guard case .disconnected = error else {
                    session.close()
                    throw error
                }
            }
        }
        let session = try connect()
        return (session, try begin(session, owner))
    }

    private func begin(
        _ session: any PostgresSession, _ owner: Owner
    ) throws(PostgresFailure) -> Int {
        let results = try session.exchange([
            PostgresCommand(.beginMoment),
            ReadStatements.revision(of: owner.key),
        ])
        guard results.count == 2 else { throw .unexpected("another number of results") }
        return try PostgresItemRepository.revision(ReadRows(results[1]))
    }

    /// Counts another snapshot; returns an idle session for it, if there is one.
    private func lease(of owner: Int) throws(StorageFailure) -> PooledSession? {
        let leased = state.withLock { state -> Result<PooledSession?, StorageFailure> in
            if state.isClosed { return .failure(.stopped) }
            let own = state.owners[owner, default: 0]
            guard own < limit - state.leased else { return .failure(.overloaded) }
            state.leased += 1
            state.owners[owner] = own + 1
            return .success(state.idle.popLast())
        }
        return try leased.get()
    }

    /// Takes back a session, whose transaction has ended; nil if it was lost.
    func giveBack(_ pooled: PooledSession?, of owner: Int) {
        let isClosed = state.withLock { state in
            state.leased -= 1
            let own = state.owners[owner, default: 1] - 1
            state.owners[owner] = own == 0 ? nil : own
            if let pooled, !state.isClosed { state.idle.append(pooled) }
            return state.isClosed
        }
        if isClosed { pooled?.session.close() }
    }

    /// Closes idle connections; those that are leased close when they come back.
    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for pooled in idle { pooled.session.close() }
    }
}

/// A session of the pool.
struct PooledSession: @unchecked Sendable {
    // Proof: it is used by one block of the pool's queue at a time: the one that opens a snapshot,
    // then those of the snapshot's fetches, each of which is queued after the one before it.
    let session: any PostgresSession
}

extension String {
    /// Begins a transaction whose statements all read one moment.
    static let beginMoment = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
}
