import Items
package import PostgreSQL
import Synchronization

/// Connections for snapshots, each with an open transaction while it is leased.
package final class PostgresSnapshotPool: Sendable {
    private struct State {
        var idle: [PooledSession] = []
        var leased = 0
        /// The snapshots of each owner.
        var owners: [Int: Int] = [:]
        var isClosed = false
    }

    private let limit: Int
    private let connect: @Sendable () throws(PostgresFailure) -> any PostgresSession
    private let state = Mutex(State())

    /// A pool of at most `limit` snapshots, of which one owner may have half.
    package init(
        limit: Int, connect: @escaping @Sendable () throws(PostgresFailure) -> any PostgresSession
    ) {
        self.limit = limit
        self.connect = connect
    }

    func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?
    ) throws(StorageFailure) -> PostgresSnapshot {
        let idle = try lease(of: owner.key)
        do throws(PostgresFailure) {
            let session: any PostgresSession
            if let idle { session = idle.session } else { session = try connect() }
            let results: [PostgresRows]
            do throws(PostgresFailure) {
                results = try begin(session, owner)
            } catch {
                // A connection that was idle may have been lost long ago.
                guard case .disconnected = error, idle != nil else { throw error }
                let session = try connect()
                return try PostgresSnapshot(
                    query, of: owner, after: position, session, begin(session, owner), self)
            }
            return try PostgresSnapshot(query, of: owner, after: position, session, results, self)
        } catch {
            giveBack(nil, of: owner.key)
            throw StorageFailure(error)
        }
    }

    private func begin(
        _ session: any PostgresSession, _ owner: Owner
    ) throws(PostgresFailure) -> [PostgresRows] {
        try session.exchange([
            PostgresCommand(ReaderSession.begin), PostgresItemRepository.revision(of: owner),
        ])
    }

    /// Counts another snapshot; returns an idle session for it, if there is one.
    private func lease(of owner: Int) throws(StorageFailure) -> PooledSession? {
        let leased = state.withLock { state -> Result<PooledSession?, StorageFailure> in
            if state.isClosed { return .failure(.stopped) }
            let own = state.owners[owner, default: 0]
            guard state.leased < limit, own == 0 || own < max(1, limit / 2) else {
                return .failure(.overloaded)
            }
            state.leased += 1
            state.owners[owner] = own + 1
            return .success(state.idle.popLast())
        }
        return try leased.get()
    }

    /// Takes back a session, whose transaction has ended; nil if it was lost.
    func giveBack(_ session: (any PostgresSession)?, of owner: Int) {
        let isClosed = state.withLock { state in
            state.leased -= 1
            let own = state.owners[owner, default: 1] - 1
            state.owners[owner] = own == 0 ? nil : own
            if let session, !state.isClosed { state.idle.append(PooledSession(session: session)) }
            return state.isClosed
        }
        if isClosed { session?.close() }
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

/// An idle session.
private struct PooledSession: @unchecked Sendable {
    // Proof: it is used by the one thread that has taken it out of the pool, which is behind a lock.
    let session: any PostgresSession
}

/// The items of a query at one moment, read in parts.
final class PostgresSnapshot: ItemSnapshot {
    /// The rows of one trip.
    private static let rowsPerTrip = 500

    let revision: Int
    private(set) var position: ListPosition?
    private let query: ItemQuery
    private let owner: Owner
    private let pool: PostgresSnapshotPool
    private let session: any PostgresSession
    /// The position behind which the next trip reads.
    private var start: ListPosition?
    /// What the last trip has brought, and what of it has been visited.
    private var results: [PostgresRows] = []
    private var (result, row) = (0, 0)
    private var isAtEnd = false

    init(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?,
        _ session: any PostgresSession, _ results: [PostgresRows], _ pool: PostgresSnapshotPool
    ) throws(PostgresFailure) {
        guard results.count == 2 else { throw .unexpected("another number of results") }
        revision = try PostgresItemRepository.revision(results[1])
        self.query = query
        self.owner = owner
        self.pool = pool
        self.session = session
        start = position
    }

    deinit {
        do throws(PostgresFailure) {
            _ = try session.run("COMMIT")
            pool.giveBack(session, of: owner.key)
        } catch {
            session.close()
            pool.giveBack(nil, of: owner.key)
        }
    }

    func next(_ limit: Int, _ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) -> Bool {
        try storing { () throws(PostgresFailure) in
            if result >= results.count {
                guard !isAtEnd else { return false }
                try fetch()
            }
            var shown = 0
            var scratch: [UInt8] = []
            while result < results.count {
                let rows = results[result]
                while row < rows.count {
                    guard shown < limit else { return true }
                    var goesOn = true
                    try ItemColumns.visit(rows, row) { item in
                        let here = ListPosition(of: item, in: query.sort)
                        start = here
                        // In another order, what was visited says nothing of where to go on.
                        if query.sort == nil { position = here }
                        guard query.filter.matches(item, &scratch) else { return }
                        shown += 1
                        goesOn = body(item)
                    }
                    row += 1
                    guard goesOn else { return true }
                }
                // What comes behind a result that is cut is for the next trip.
                if rows.count == Self.rowsPerTrip {
                    result = results.count
                    return true
                }
                (result, row) = (result + 1, 0)
            }
            isAtEnd = true
            return false
        }
    }

    private func fetch() throws(PostgresFailure) {
        results = try session.exchange(
            ListStatements.items(
                of: owner.key, query, after: start, limit: Self.rowsPerTrip))
        (result, row) = (0, 0)
    }
}
