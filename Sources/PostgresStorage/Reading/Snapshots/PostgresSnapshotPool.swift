import Dispatch
import Items
package import PostgreSQL
import Storage
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

    /// Leases a connection, which is opened by its first exchange.
    func lease(of owner: Owner) throws(StorageFailure) -> PostgresSnapshotLease {
        let leased = state.withLock { state -> Result<PooledSession?, StorageFailure> in
            if state.isClosed { return .failure(.stopped) }
            let own = state.owners[owner.key, default: 0]
            guard own < limit - state.leased else { return .failure(.overloaded) }
            state.leased += 1
            state.owners[owner.key] = own + 1
            return .success(state.idle.popLast())
        }
        return PostgresSnapshotLease(of: owner, try leased.get(), self)
    }

    /// Begins the transaction of a snapshot, on an idle session or a new one.
    fileprivate func begin(
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
        return try FetchedRows.revision(ReadRows(results[1]))
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

    /// Closes idle connections; leased ones close when they are returned.
    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for pooled in idle { pooled.session.close() }
    }
}

struct PooledSession: @unchecked Sendable {
    // Proof: one block of a queue uses it at a time, because the blocks of a lease run one after
    // the other.
    let session: any PostgresSession
}

/// The connection of one snapshot, whose exchanges follow one another on the pool's threads.
final class PostgresSnapshotLease: @unchecked Sendable {
    // Proof: `idle` and `opened` are only touched on the serial queue; all else is immutable.

    /// The owner's revision, and the rows of each statement.
    typealias Fetched = Result<(Int?, [PostgresRows]), PostgresFailure>

    let owner: Owner
    private let pool: PostgresSnapshotPool
    private let queue: DispatchQueue
    private var idle: PooledSession?
    private var opened: (session: any PostgresSession, revision: Int)?

    fileprivate init(of owner: Owner, _ idle: PooledSession?, _ pool: PostgresSnapshotPool) {
        self.owner = owner
        self.idle = idle
        self.pool = pool
        queue = DispatchQueue(label: "toodoo.postgres.snapshot", target: pool.queue)
    }

    /// Runs statements in the snapshot's transaction, which the first call begins.
    func exchange(
        _ commands: [PostgresCommand], _ reply: @escaping @Sendable (Fetched) -> Void
    ) {
        queue.async { [self] in
            do throws(PostgresFailure) {
                let (session, revision) = try open()
                reply(.success((revision, try session.exchange(commands))))
            } catch {
                reply(.failure(error))
            }
        }
    }

    /// Reads a page of a history, and ends the lease.
    func read(
        _ request: HistoryRequest,
        _ reply: @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void
    ) {
        queue.async { [self] in
            do throws(StorageFailure) {
                let (session, _) = try storing { () throws(PostgresFailure) in try open() }
                let rows = PostgresRowStore()
                rows.begin(session)
                let page = try HistoryReader(rows, request).page()
                reply(.success(page))
            } catch {
                reply(.failure(error))
            }
            end()
        }
    }

    private func open() throws(PostgresFailure) -> (any PostgresSession, Int) {
        if let opened { return opened }
        let unused = idle
        idle = nil
        let new = try pool.begin(unused, owner)
        opened = new
        return new
    }

    /// Ends the transaction, behind an exchange that may be in progress.
    func end() {
        queue.async { [self] in
            guard let opened else { return pool.giveBack(idle, of: owner.key) }
            do throws(PostgresFailure) {
                _ = try opened.session.run("COMMIT")
                pool.giveBack(PooledSession(session: opened.session), of: owner.key)
            } catch {
                opened.session.close()
                pool.giveBack(nil, of: owner.key)
            }
        }
    }
}

extension String {
    /// Begins a transaction whose statements all read one moment.
    static let beginMoment = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
}
