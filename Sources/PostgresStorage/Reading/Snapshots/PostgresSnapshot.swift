import Dispatch
import Items
import PostgreSQL
import Synchronization

/// The items of a query at one moment, fetched in parts, of which the next one is always under way.
final class PostgresSnapshot: ItemSnapshot {
    /// The rows of one fetch.
    private static let rowsPerFetch = 500

    /// The result of a fetch, from its thread to the lane.
    private final class FetchResult: Sendable {
        private let result = Mutex<Result<[PostgresRows], PostgresFailure>?>(nil)

        func put(_ new: Result<[PostgresRows], PostgresFailure>) {
            result.withLock { $0 = new }
        }

        func take() -> Result<[PostgresRows], PostgresFailure>? {
            result.withLock { result in
                defer { result = nil }
                return result
            }
        }
    }

    let revision: Int
    private(set) var position: ListPosition?
    private let query: ItemQuery
    private let owner: Owner
    private let pool: PostgresSnapshotPool
    private let pooled: PooledSession
    /// Runs one fetch after the other.
    private let queue: DispatchQueue
    /// Wakes the lane when rows have arrived.
    private let notify: @Sendable () -> Void
    private let fetched = FetchResult()
    private var isUnderWay = false
    private var isAtEnd = false
    /// The results of the last fetch, and the next row to visit.
    private var results: [PostgresRows] = []
    private var (result, row) = (0, 0)
    private var scratch: [UInt8] = []

    init(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, at revision: Int,
        _ pooled: PooledSession, _ pool: PostgresSnapshotPool,
        notify: @escaping @Sendable () -> Void
    ) {
        self.query = query
        self.owner = owner
        self.revision = revision
        self.pooled = pooled
        self.pool = pool
        queue = DispatchQueue(label: "toodoo.postgres.snapshot", target: pool.queue)
        self.notify = notify
        fetch(after: position)
    }

    deinit {
        // Behind the fetch that may be under way.
        queue.async { [pool, pooled, owner] in
            do throws(PostgresFailure) {
                _ = try pooled.session.run("COMMIT")
                pool.giveBack(pooled, of: owner.key)
            } catch {
                pooled.session.close()
                pool.giveBack(nil, of: owner.key)
            }
        }
    }

    func next(_ limit: Int, _ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) -> Bool {
        try takeFetched()
        return try storing { () throws(PostgresFailure) in
            var shown = 0
            while result < results.count {
                let rows = results[result]
                while row < rows.count {
                    guard shown < limit else { return true }
                    var goesOn = true
                    try ItemColumns.visit(rows, row) { item in
                        // In another order, the visited items give no position to go on from.
                        if query.sort == nil { position = ListPosition(of: item, in: nil) }
                        guard query.filter.matches(item, &scratch) else { return }
                        shown += 1
                        goesOn = body(item)
                    }
                    row += 1
                    guard goesOn else { return true }
                }
                (result, row) = (result + 1, 0)
            }
            results = []
            return !isAtEnd
        }
    }

    /// Takes the rows of the next fetch, if those of the last one were visited; throws `.pending`
    /// when they have not arrived.
    private func takeFetched() throws(StorageFailure) {
        guard result >= results.count, isUnderWay else { return }
        guard let new = fetched.take() else { throw .pending }
        isUnderWay = false
        try storing { () throws(PostgresFailure) in
            results = try new.get()
            (result, row) = (0, 0)
            // The next fetch begins behind a result that is cut.
            guard let cut = results.firstIndex(where: { $0.count == Self.rowsPerFetch }) else {
                isAtEnd = true
                return
            }
            results.removeSubrange((cut + 1)...)
            var last: ListPosition?
            try ItemColumns.visit(results[cut], Self.rowsPerFetch - 1) { item in
                last = ListPosition(of: item, in: query.sort)
            }
            fetch(after: last)
        }
    }

    /// Begins a fetch.
    private func fetch(after position: ListPosition?) {
        isUnderWay = true
        let commands = ListStatements.items(
            of: owner.key, query, after: position, limit: Self.rowsPerFetch)
        queue.async { [fetched, notify, pooled] in
            do throws(PostgresFailure) {
                fetched.put(.success(try pooled.session.exchange(commands)))
            } catch {
                fetched.put(.failure(error))
            }
            notify()
        }
    }
}
