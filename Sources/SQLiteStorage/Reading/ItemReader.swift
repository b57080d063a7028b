import Items
import SQLite
import Storage

/// The prepared statements of one connection, and the read transaction that the requests of a round
/// share.
///
/// A shared transaction saves SQLite two file locks and a stat for every statement. The first read
/// after `endRound()` opens it. A new one is opened when the commit counter has moved: a client
/// must see an acknowledged write in its next response.
final class ItemReader {
    let session: any StorageSession
    let long: ItemDetails
    private let changeStatements: Lazy<ChangeStatements>
    private let scanStatements: Lazy<ScanStatements>
    private let commits: CommitCounter
    private var begin: Statement
    private var end: Statement
    private var revisionOf: Statement
    private var sequenceOf: Statement
    private var itemAt: Statement
    /// For histories; it reads alone.
    let historyRows: SQLiteRowStore
    private var range: Statement
    /// The commit counter at the start of the open transaction; nil while none is open.
    private var transactionStart: Int?
    /// The last revision read in the open transaction: requests of a round mostly need the same
    /// owner's.
    private var cachedRevision: (owner: Int, revision: Int)?
    /// The number of transactions opened so far, which identifies the current one for caches.
    private(set) var transactions = 0

    init(session: any StorageSession, commits: CommitCounter) throws(DatabaseError) {
        self.session = session
        self.commits = commits
        long = try ItemDetails(session)
        begin = try session.prepare("BEGIN")
        end = try session.prepare("COMMIT")
        revisionOf = try session.prepare("SELECT revision FROM owners WHERE owner = ?1")
        sequenceOf = try session.prepare(Self.sequenceSQL)
        itemAt = try session.prepare(Self.itemSQL)
        range = try session.prepare(Self.rangeSQL)
        historyRows = SQLiteRowStore(session, limits: OwnerLimits())
        changeStatements = Lazy(session, ChangeStatements.init)
        scanStatements = Lazy(session, ScanStatements.init)
    }

    var changes: ChangeStatements {
        get throws(DatabaseError) { try changeStatements.value }
    }
    private var scans: ScanStatements {
        get throws(DatabaseError) { try scanStatements.value }
    }

    static let sequenceSQL = """
        SELECT sequence FROM ids WHERE owner = ?1 AND id = ?2 AND deleted_by IS NULL
        """
    static let itemSQL = "SELECT \(SQLiteItemColumns.list) FROM items WHERE slot = ?1"
    static let rangeSQL = """
        SELECT \(SQLiteItemColumns.list) FROM items WHERE slot >= ?1 AND slot < ?2 \
        ORDER BY slot LIMIT ?3
        """

    func revision(of owner: Owner) throws(DatabaseError) -> Int {
        try ensureTransaction()
        return try currentRevision(of: owner)
    }

    func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        try ensureTransaction()
        let sequence = try sequenceOf.withReset { statement throws(DatabaseError) -> Int? in
            try statement.bind(owner.key, at: 1)
            try statement.bind(uuid: id, at: 2)
            guard try session.step(&statement) else { return nil }
            return try statement.sequence(at: 0)
        }
        guard let sequence else { return false }
        for done in [false, true] {
            let slot = Slot(owner: owner.key, done: done, sequence: sequence)
            if try visit(id, at: slot, body) { return true }
        }
        throw itemAt.corruption("an id that leads to no item")
    }

    /// Calls `body` with the row in a slot; false when there is none, or another item.
    private func visit(
        _ id: ItemID, at slot: Slot, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        try itemAt.withReset { statement throws(DatabaseError) in
            try statement.bind(slot.value, at: 1)
            guard try session.step(&statement) else { return false }
            return try SQLiteItemColumns.visitIfMatches(id, statement, long, session, to: body)
        }
    }

    /// Calls `body` with the row in a slot; nil when there is none.
    func visit<Value>(
        at slot: Slot, to body: (borrowing ItemRow) -> Value
    ) throws(DatabaseError) -> Value? {
        try itemAt.withReset { statement throws(DatabaseError) in
            try statement.bind(slot.value, at: 1)
            guard try session.step(&statement) else { return nil }
            return try SQLiteItemColumns.visit(statement, long, session, to: body)
        }
    }

    func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        // Once for both statements: a commit between them would start another transaction.
        try ensureTransaction()
        guard begin(try currentRevision(of: owner)), limit > 0 else { return true }
        guard let slots = query.slots(of: owner.key) else {
            var scan = ItemScan(query, of: owner, after: position, limit: limit)
            var (count, isEnough) = (0, false)
            let hasMore = try self.scan(&scan, limit) { row in
                count += 1
                isEnough = !body(row) || count == limit
                return !isEnough
            }
            return isEnough || !hasMore
        }
        let start = position.map { Slot(owner: owner.key, $0).value + 1 }
        try visit(slots.clamped(to: (start ?? 0)..<Int.max), limit, body)
        return true
    }

    /// Continues a scan in the open transaction; false at its end.
    func scan(
        _ scan: inout ItemScan, _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        try scan.next(limit, self, scans, body)
    }

    /// Whether the shared transaction is open.
    var hasTransaction: Bool { transactionStart != nil }

    /// Ends the shared transaction, so that the next read sees newer data and no checkpoint is
    /// blocked.
    func endRound() throws(DatabaseError) {
        guard transactionStart != nil else { return }
        transactionStart = nil
        // An I/O error ends the transaction (sqlite.org/lang_transaction.html).
        if session.isInTransaction { try session.run(&end) }
    }

    /// Opens a transaction that sees every acknowledged write, unless the open one does.
    func ensureTransaction() throws(DatabaseError) {
        // Read before the transaction begins: a commit in between is visible, and only causes one
        // more transaction.
        let now = commits.value
        if let transactionStart {
            if transactionStart == now, session.isInTransaction { return }
            try endRound()
        }
        // A failed COMMIT can leave the transaction open, and then BEGIN would always fail.
        if session.isInTransaction { try session.execute("ROLLBACK") }
        try session.run(&begin)
        transactionStart = now
        cachedRevision = nil
        transactions += 1
    }

    private func currentRevision(of owner: Owner) throws(DatabaseError) -> Int {
        if let cachedRevision, cachedRevision.owner == owner.key { return cachedRevision.revision }
        let revision = try revisionOf.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            return try session.step(&statement) ? statement.counter(at: 0) : 0
        }
        cachedRevision = (owner.key, revision)
        return revision
    }

    /// Calls `body` with up to `limit` items in a range of slots, until it returns false.
    func visit(
        _ slots: Range<Int>, _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) {
        guard !slots.isEmpty else { return }
        try range.withReset { statement throws(DatabaseError) in
            try statement.bind(slots.lowerBound, at: 1)
            try statement.bind(slots.upperBound, at: 2)
            try statement.bind(limit, at: 3)
            var next = slots.lowerBound
            while try session.step(&statement) {
                next = try statement.slot(from: next) + 1
                guard try SQLiteItemColumns.visit(statement, long, session, to: body) else {
                    return
                }
            }
        }
    }
}

extension ItemQuery {
    /// The slots that hold exactly the matching items, in order; nil when no range does.
    fileprivate func slots(of owner: Int) -> Range<Int>? {
        guard sort == nil, filter.isDoneOnly else { return nil }
        return range(of: owner)
    }

    /// The slots that can hold matching items.
    func range(of owner: Int) -> Range<Int> {
        guard let done = filter.done else { return Slot.range(of: owner) }
        return Slot.range(of: owner, done: done)
    }
}
