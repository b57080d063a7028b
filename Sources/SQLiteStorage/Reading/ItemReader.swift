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
    private let changeStatements: Deferred<ChangeStatements>
    private let scanStatements: Deferred<ScanStatements>
    private let commits: CommitCounter
    private var begin: Statement
    private var end: Statement
    private var revisionOf: Statement
    private var sequenceOf: Statement
    private var itemAt: Statement
    private let seeker: Deferred<ItemSeeker>
    private var places = KnownPlaces()
    private var range: Statement
    /// The commit counter when the open transaction began; nil while none is open.
    private var opened: Int?
    /// An owner's revision as it is in the open transaction: requests that
    /// became ready together mostly ask for the same one.
    private var known: (owner: Int, revision: Int)?
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
        changeStatements = Deferred(session, ChangeStatements.init)
        scanStatements = Deferred(session, ScanStatements.init)
        seeker = Deferred(session) { session throws(DatabaseError) in
            try ItemSeeker(session, long)
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
        try enter()
        return try currentRevision(of: owner)
    }

    func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        try enter()
        let half = places[id]
        if half > 0 {
            let slot = Slot(owner.key << 32 | half)
            if try read(id, at: slot, body) { return true }
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
            if try show(id, at: slot, body) {
                places[id] = slot.value & (1 << 32 - 1)
                return true
            }
        }
        throw itemAt.damage("an id that leads to no item")
    }

    private func show(
        _ id: ItemID, at slot: Slot, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        try itemAt.withReset { statement throws(DatabaseError) in
            try statement.bind(slot.value, at: 1)
            guard try session.step(&statement) else { return false }
            return try ItemColumns.showIfItIs(id, statement, long, session, to: body)
        }
    }

    /// Shows the row in a slot; nil when there is none.
    func show<Answer>(
        at slot: Slot, to body: (borrowing ItemRow) -> Answer
    ) throws(DatabaseError) -> Answer? {
        try itemAt.withReset { statement throws(DatabaseError) in
            try statement.bind(slot.value, at: 1)
            guard try session.step(&statement) else { return nil }
            return try ItemColumns.show(statement, long, session, to: body)
        }
    }

    /// Shows what stands in a slot, if it is that item.
    private func read(
        _ id: ItemID, at slot: Slot, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            return try seeker.value.read(id, at: slot, body)
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
        try enter()
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
        try show(slots.clamped(to: (start ?? 0)..<Int.max), limit, body)
        return true
    }

    /// Goes on with a scan in the transaction that is open; false when it has come to its end.
    func scan(
        _ scan: inout ItemScan, _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        try scan.next(limit, self, scans, body)
    }

    /// Whether the shared transaction is open.
    var isReading: Bool { opened != nil }

    /// Ends the shared transaction, so that the next read sees newer data
    /// and no checkpoint waits for this one.
    func endRound() throws(DatabaseError) {
        guard opened != nil else { return }
        opened = nil
        try seeker.ifMade?.rest()
        // A broken disk ends the transaction by itself (sqlite.org/lang_transaction.html).
        if session.isInTransaction { try session.run(&end) }
    }

    /// Makes sure of a transaction that sees all that anybody was told is stored.
    func enter() throws(DatabaseError) {
        // Read before the transaction begins: a commit in between is seen,
        // and only makes us look again.
        let now = commits.value
        if let opened {
            if opened == now, session.isInTransaction { return }
            try endRound()
        }
        // A failed COMMIT can leave a transaction behind; beginning inside it would fail for ever.
        if session.isInTransaction { try session.execute("ROLLBACK") }
        try session.run(&begin)
        opened = now
        known = nil
        transactions += 1
    }

    private func currentRevision(of owner: Owner) throws(DatabaseError) -> Int {
        if let known, known.owner == owner.key { return known.revision }
        let revision = try revisionOf.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            return try session.step(&statement) ? statement.counter(at: 0) : 0
        }
        known = (owner.key, revision)
        return revision
    }

    /// Shows the items in a range of slots, up to `limit` of them, as long as `body` answers true.
    func show(
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
                guard try ItemColumns.show(statement, long, session, to: body) else { return }
            }
        }
    }
}

extension ItemQuery {
    /// The slots that have what is asked for and nothing else, in its order; nil when there are none
    /// such.
    fileprivate func slots(of owner: Int) -> Range<Int>? {
        guard sort == nil, filter.isOfHalf else { return nil }
        return range(of: owner)
    }

    /// The slots that may have what is asked for.
    func range(of owner: Int) -> Range<Int> {
        guard let done = filter.done else { return Slot.all(of: owner) }
        return Slot.half(of: owner, done: done)
    }
}

extension ItemFilter {
    /// Whether it says nothing but whether an item is done, or not even that.
    fileprivate var isOfHalf: Bool {
        words == nil && !filtersByTime && near == nil && hasLocation == nil
    }
}
