import Items
import PostgreSQL
import Synchronization

/// The items of a query at one moment, fetched in parts, of which the next one is always in
/// progress.
final class PostgresSnapshot: ItemSnapshot {
    private static let rowsPerFetch = 500

    /// The result of a fetch, from its thread to the lane.
    private final class FetchResult: Sendable {
        private let result = Mutex<PostgresSnapshotLease.Fetched?>(nil)

        func put(_ new: PostgresSnapshotLease.Fetched) {
            result.withLock { $0 = new }
        }

        func take() -> PostgresSnapshotLease.Fetched? {
            result.withLock { result in
                defer { result = nil }
                return result
            }
        }
    }

    private(set) var position: ListPosition?
    private let query: ItemQuery
    private let lease: PostgresSnapshotLease
    /// Called when rows have arrived, on any thread.
    private let resume: @Sendable () -> Void
    private let fetched = FetchResult()
    private var isUnderWay = false
    private var isAtEnd = false
    /// The owner's revision, once the first rows have arrived.
    private var current: Int?
    /// The results of the last fetch, and the next row to visit.
    private var results: [PostgresRows] = []
    private var (result, row) = (0, 0)
    private var scratch: [UInt8] = []

    /// A snapshot that is being opened.
    init(
        _ query: ItemQuery, after position: ListPosition?, _ lease: PostgresSnapshotLease,
        resume: @escaping @Sendable () -> Void
    ) {
        self.query = query
        self.lease = lease
        self.resume = resume
        fetch(after: position)
    }

    deinit {
        lease.end()
    }

    var revision: Int? {
        get throws(StorageFailure) {
            _ = try takeFetched()
            return current
        }
    }

    func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> SnapshotStep {
        guard try takeFetched() else { return .wait }
        return try storing { () throws(PostgresFailure) in
            var shown = 0
            while result < results.count {
                let rows = results[result]
                while row < rows.count {
                    guard shown < limit else { return .more }
                    var goesOn = true
                    try PostgresItemColumns.visit(rows, row) { item in
                        // In another order, the visited items give no position from which to
                        // continue.
                        if query.sort == nil { position = ListPosition(of: item, in: nil) }
                        guard query.filter.matches(item, &scratch) else { return }
                        shown += 1
                        goesOn = body(item)
                    }
                    row += 1
                    guard goesOn else { return .more }
                }
                (result, row) = (result + 1, 0)
            }
            results = []
            return isAtEnd ? .end : .more
        }
    }

    /// Takes the rows of the next fetch, if the rows of the last one were visited; false when they
    /// have not arrived.
    private func takeFetched() throws(StorageFailure) -> Bool {
        guard result >= results.count, isUnderWay else { return true }
        guard let new = fetched.take() else { return false }
        isUnderWay = false
        try storing { () throws(PostgresFailure) in
            (current, results) = try new.get()
            (result, row) = (0, 0)
            // The next fetch begins behind a result that is cut.
            guard let cut = results.firstIndex(where: { $0.count == Self.rowsPerFetch }) else {
                isAtEnd = true
                return
            }
            results.removeSubrange((cut + 1)...)
            var last: ListPosition?
            try PostgresItemColumns.visit(results[cut], Self.rowsPerFetch - 1) { item in
                last = ListPosition(of: item, in: query.sort)
            }
            fetch(after: last)
        }
        return true
    }

    private func fetch(after position: ListPosition?) {
        isUnderWay = true
        let commands = ListStatements.items(
            of: lease.owner.key, query, after: position, limit: Self.rowsPerFetch)
        lease.exchange(commands) { [fetched, resume] result in
            fetched.put(result)
            resume()
        }
    }
}
