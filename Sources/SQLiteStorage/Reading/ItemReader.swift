import Items
import SQLite

/// The prepared questions of one connection, and the read transaction that
/// requests of one wake-up share.
///
/// A transaction saves SQLite its two file locks and one stat for every statement. It is opened by
/// the first read after `endRound()`, and opened anew as soon as the commit counter has moved: a
/// client that was told its write is stored must see it in the very next answer.
final class ItemReader {
    let session: any StorageSession
    let long: LongDescriptions
    private let changeStatements: Lazy<ChangeStatements>
    private let scanStatements: Lazy<ScanStatements>
    private let commits: CommitCounter
    private var begin: Statement
    private var end: Statement
    private var revisionOf: Statement
    private var sequenceOf: Statement
    private var itemAt: Statement
    private let cursor: Lazy<SlotCursor>
    private var slotCache = SlotCache()
    private var range: Statement
    /// The commit counter when the open transaction began; nil while none is open.
    private var transactionStart: Int?
    /// An owner's revision as it is in the open transaction: requests that
    /// became ready together mostly ask for the same one.
    private var cachedRevision: (owner: Int, revision: Int)?
    /// How many transactions were opened: what was read in this one need not be read in it again.
    private(set) var transactions = 0

    init(session: any StorageSession, commits: CommitCounter) throws(DatabaseError) {
        self.session = session
        self.commits = commits
        let long = try LongDescriptions(session)
        self.long = long
        begin = try session.prepare("BEGIN")
        end = try session.prepare("COMMIT")
        revisionOf = try session.prepare("SELECT revision FROM owners WHERE owner = ?1")
        sequenceOf = try session.prepare(Self.sequenceSQL)
        itemAt = try session.prepare(Self.itemSQL)
        range = try session.prepare(Self.rangeSQL)
        changeStatements = Lazy(session, ChangeStatements.init)
        scanStatements = Lazy(session, ScanStatements.init)
        cursor = Lazy(session) { session throws(DatabaseError) in
            try SlotCursor(session, long)
        }
    }

    var changes: ChangeStatements {
        get throws(DatabaseError) { try changeStatements.value }
    }
    private var scans: ScanStatements {
        get throws(DatabaseError) { try scanStatements.value }
    }

    static let sequenceSQL = """
        SELECT place FROM ids WHERE owner = ?1 AND id = ?2 AND deleted_by IS NULL
        """
    static let itemSQL = "SELECT \(ItemColumns.list) FROM items WHERE slot = ?1"
    static let rangeSQL = """
        SELECT \(ItemColumns.list) FROM items WHERE slot >= ?1 AND slot < ?2 \
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
        let lowBits = slotCache[id]
        if lowBits > 0 {
            let slot = Slot(owner.key << 32 | lowBits)
            if try readByCursor(id, at: slot, body) { return true }
        }
        let sequence = try sequenceOf.withReset { statement throws(DatabaseError) -> Int? in
            try statement.bind(owner.key, at: 1)
            try statement.bind(uuid: id, at: 2)
            guard try session.step(&statement) else { return nil }
            return try statement.sequence(at: 0)
        }
        guard let sequence else { return false }
        for done in [false, true] {
            let slot = Slot(owner: owner.key, done: done, sequence: sequence)
            if try visit(id, at: slot, body) {
                slotCache[id] = slot.value & (1 << 32 - 1)
                return true
            }
        }
        throw itemAt.corruption("an id that leads to no item")
    }

    private func visit(
        _ id: ItemID, at slot: Slot, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        try itemAt.withReset { statement throws(DatabaseError) in
            try statement.bind(slot.value, at: 1)
            guard try session.step(&statement) else { return false }
            return try ItemColumns.visitIfMatches(id, statement, long, session, to: body)
        }
    }

    /// Shows the row in a slot; nil when there is none.
    func visit<Value>(
        at slot: Slot, to body: (borrowing ItemRow) -> Value
    ) throws(DatabaseError) -> Value? {
        try itemAt.withReset { statement throws(DatabaseError) in
            try statement.bind(slot.value, at: 1)
            guard try session.step(&statement) else { return nil }
            return try ItemColumns.visit(statement, long, session, to: body)
        }
    }

    /// Shows what stands in a slot, if it is that item.
    private func readByCursor(
        _ id: ItemID, at slot: Slot, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            return try cursor.value.read(id, at: slot, body)
        } catch {
            // What is damaged there may be another item; `ids` knows where this one is.
            guard error.kind == .corrupt else { throw error }
            return false
        }
    }

    func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        // Once for both questions: in between, a commit would have the transaction opened anew.
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

    /// Goes on with a scan in the transaction that is open; false when it has come to its end.
    func scan(
        _ scan: inout ItemScan, _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        try scan.next(limit, self, scans, body)
    }

    /// Whether the shared transaction is open.
    var hasTransaction: Bool { transactionStart != nil }

    /// Ends the shared transaction, so that the next read sees newer data
    /// and no checkpoint waits for this one.
    func endRound() throws(DatabaseError) {
        guard transactionStart != nil else { return }
        transactionStart = nil
        try cursor.loaded?.reset()
        // A broken disk ends the transaction by itself (sqlite.org/lang_transaction.html).
        if session.isInTransaction { try session.run(&end) }
    }

    /// Makes sure of a transaction that sees all that anybody was told is stored.
    func ensureTransaction() throws(DatabaseError) {
        // Read before the transaction begins: a commit in between is seen,
        // and only makes us look again.
        let now = commits.value
        if let transactionStart {
            if transactionStart == now, session.isInTransaction { return }
            try endRound()
        }
        // A failed COMMIT can leave a transaction behind; beginning inside it would fail for ever.
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

    /// Shows the items in a range of slots, up to `limit` of them, as long as `body` answers true.
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
                guard try ItemColumns.visit(statement, long, session, to: body) else { return }
            }
        }
    }
}

extension ItemQuery {
    /// The slots that have what is asked for and nothing else, in its order; nil when there are none
    /// such.
    fileprivate func slots(of owner: Int) -> Range<Int>? {
        guard sort == nil, filter.isDoneOnly else { return nil }
        return range(of: owner)
    }

    /// The slots that may have what is asked for.
    func range(of owner: Int) -> Range<Int> {
        guard let done = filter.done else { return Slot.range(of: owner) }
        return Slot.range(of: owner, done: done)
    }
}
