import Accounts
import Items
import PostgreSQL
import Storage

/// The rows of one read, as its reply sees them.
///
/// Each kind of read has its function; a reply calls the functions of its read.
final class FetchedRows {
    private let results: Result<[ReadRows], StorageFailure>
    /// The revision, if no statement was needed for it.
    private let knownRevision: Int?
    private let clock: Clock

    init(_ results: Result<[ReadRows], StorageFailure>, clock: Clock) {
        self.results = results
        knownRevision = nil
        self.clock = clock
    }

    init(revision: Int, clock: Clock) {
        results = .success([])
        knownRevision = revision
        self.clock = clock
    }

    func rows(_ statement: Int = 0) throws(StorageFailure) -> ReadRows {
        let results = try results.get()
        guard results.indices.contains(statement) else {
            throw .unexpected("a reply to another read")
        }
        return results[statement]
    }

    /// The revision in the rows of such a statement; 0 of an owner that does not exist.
    static func revision(_ found: ReadRows) throws(PostgresFailure) -> Int {
        guard let row = found.first else { return 0 }
        return try found.rows.integer(row, 0)
    }
}

extension FetchedRows: ItemRows {
    /// The items that one list visits; a longer one is read from a snapshot. Each may have 65 KB,
    /// and a lane keeps all of them until it has written the response.
    private static let itemsPerList = 500

    func revision(of owner: Owner) throws(StorageFailure) -> Int {
        if let knownRevision { return knownRevision }
        let found = try rows()
        return try storing { () throws(PostgresFailure) in try Self.revision(found) }
    }

    func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        let found = try rows()
        guard let row = found.first else { return false }
        try storing { () throws(PostgresFailure) in
            try PostgresItemColumns.visit(found.rows, row, body)
        }
        return true
    }

    /// The most rows of each statement of a list. A filter may refuse any number of items.
    private static func most(_ query: ItemQuery, _ limit: Int) -> Int {
        query.filter.isDoneOnly ? min(limit, itemsPerList) : itemsPerList
    }

    static func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int
    ) -> [PostgresCommand] {
        // One more shows whether there are more.
        let commands = ListStatements.items(
            of: owner.key, query, after: position, limit: most(query, limit) + 1)
        return [ReadStatements.revision(of: owner.key)] + commands
    }

    func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        let (results, filter) = (try results.get(), query.filter)
        let most = Self.most(query, limit)
        let current = try rows()
        return try storing { () throws(PostgresFailure) in
            guard begin(try Self.revision(current)) else { return true }
            var (visited, shown) = (0, 0)
            var scratch: [UInt8] = []
            for found in results.dropFirst() {
                let rows = found.rows
                for row in 0..<rows.count {
                    guard shown < limit else { return true }
                    guard visited < Self.itemsPerList else { return false }
                    visited += 1
                    var goesOn = true
                    try PostgresItemColumns.visit(rows, row) { item in
                        guard filter.isDoneOnly || filter.matches(item, &scratch) else { return }
                        shown += 1
                        goesOn = body(item)
                    }
                    guard goesOn else { return true }
                }
                // Nothing behind this row is in a result if the result is cut.
                if rows.count > most { return shown >= limit }
            }
            return true
        }
    }
}

extension FetchedRows: AccountRows {
    func account(of owner: Owner) throws(StorageFailure) -> Account? {
        let found = try rows()
        guard let row = found.first else { return nil }
        return try storing { () throws(PostgresFailure) in
            try PostgresRow(rows: found.rows, row: row).account()
        }
    }

    func credentials(of email: Email) throws(StorageFailure) -> Credentials? {
        let found = try rows()
        guard let row = found.first else { return nil }
        return try storing { () throws(PostgresFailure) in
            try PostgresRow(rows: found.rows, row: row).credentials()
        }
    }

    func token(_ selector: TokenSelector) throws(StorageFailure) -> Token? {
        let found = try rows()
        guard let row = found.first else { return nil }
        let token = try storing { () throws(PostgresFailure) in try Self.token(found.rows, row) }
        return token.expiresAt > clock.now() ? token : nil
    }

    /// Both are of one row, so of one moment.
    func verification(
        of selector: TokenSelector
    ) throws(StorageFailure) -> (token: Token, revocations: Int)? {
        guard let token = try token(selector) else { return nil }
        return (token, try revocations())
    }

    func tokens(of owner: Owner) throws(StorageFailure) -> [Token] {
        let found = try rows()
        let now = clock.now()
        let tokens = try storing { () throws(PostgresFailure) in
            try found.range.map { row throws(PostgresFailure) in try Self.token(found.rows, row) }
        }
        return tokens.filter { $0.expiresAt > now }
    }

    func subscriptions(of owner: Owner) throws(StorageFailure) -> [Subscription] {
        let found = try rows()
        return try storing { () throws(PostgresFailure) in
            try found.range.map { row throws(PostgresFailure) in
                try PostgresRow(rows: found.rows, row: row).subscription()
            }
        }
    }

    func revocations() throws(StorageFailure) -> Int {
        let found = try rows()
        return try storing { () throws(PostgresFailure) in
            guard let row = found.first else { throw .unexpected("no counter of revocations") }
            return try found.rows.integer(row, 0)
        }
    }

    /// The token in a row whose first column is the count of revocations.
    private static func token(_ rows: PostgresRows, _ row: Int) throws(PostgresFailure) -> Token {
        try PostgresRow(rows: rows, row: row).token(1)
    }
}

extension FetchedRows: GeocodeRows {
    func cachedResult(
        for address: Address, now: Double
    ) throws(StorageFailure) -> GeocodeResult? {
        let found = try rows()
        guard let row = found.first else { return nil }
        let result = try storing { () throws(PostgresFailure) in
            GeocodeResult(
                address: address,
                coordinate: try PostgresContentColumn.coordinate(found.rows, row, at: 0),
                foundAt: try found.rows.double(row, 2))
        }
        return result.isFresh(at: now) ? result : nil
    }
}
