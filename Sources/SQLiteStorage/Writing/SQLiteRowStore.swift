import Items
import SQLite
import Storage

/// The rows of a batch in SQLite, read one by one through prepared statements.
///
///     OwnerRows                    owners, and where their logs end
///     ItemRowReader, ItemRowWriter items, their ids and details
///     LogRows                      the log and its marks
///     AnswerRows                   idempotency records
///
/// Only touched on the writer's queue. An owner is part of every statement, as a column or in the
/// upper bits of a key.
final class SQLiteRowStore {
    private let session: any StorageSession
    private let limits: OwnerLimits
    private let transaction: Lazy<TransactionStatements>
    private let owners: Lazy<OwnerRows>
    private let itemReader: Lazy<ItemRowReader>
    private let itemWriter: Lazy<ItemRowWriter.Box>
    private let log: Lazy<LogRows>
    private let answers: Lazy<AnswerRows>
    /// The contents of an owner's responses that a batch evicts.
    private static let evictionsPerBatch = 1_024

    /// The number of changes written in this transaction.
    private(set) var rowsWritten = 0
    /// The history entries that the transaction may yet delete, in addition to two for each one
    /// that it has appended.
    private var extraEntries = 0

    init(
        _ session: any StorageSession, limits: OwnerLimits,
        livenessProbes: LivenessProbes = LivenessProbes()
    ) {
        self.session = session
        self.limits = limits
        transaction = Lazy(session, TransactionStatements.init)
        owners = Lazy(session, OwnerRows.init)
        itemReader = Lazy { () throws(DatabaseError) in
            try ItemRowReader(session, livenessProbes)
        }
        itemWriter = Lazy(session, ItemRowWriter.Box.init)
        log = Lazy(session, LogRows.init)
        answers = Lazy(session, AnswerRows.init)
    }

    /// Begins a new transaction, after rolling back an open one, which a failed ROLLBACK may have
    /// left and which would make every BEGIN fail.
    func begin() throws(DatabaseError) {
        owners.loaded?.begin()
        log.loaded?.begin()
        rowsWritten = 0
        extraEntries = QuotaPruner.entriesPerCall
        if session.isInTransaction { try session.execute("ROLLBACK") }
        try session.run(&transaction.value.begin)
    }

    /// Begins to read in a transaction that its reader has opened.
    func beginReading() {
        owners.loaded?.begin()
    }

    func commit() throws(DatabaseError) {
        try session.commit(&transaction.value.commit)
    }

    func rollBack() {
        guard session.isInTransaction else { return }
        // If this fails too, the next batch rolls back before it begins.
        try? session.execute("ROLLBACK")
    }

    /// Writes the changed items, their log, and records.
    func write(_ rows: BatchRows) throws(DatabaseError) {
        let changes = rows.changes
        rowsWritten += changes.count
        let firstEntry = try log.value.append(changes, to: owners.value)
        try itemWriter.value.writer.write(rows.items, changes, firstEntry)
        for record in rows.records where record.isChanged { try answers.value.write(record) }
    }

    /// Writes the rows of owners, and deletes what they have beyond their limits: call this at the
    /// end of the transaction.
    func write(owners rows: [OwnerRow]) throws(DatabaseError) {
        for index in rows.indices where rows[index].isChanged {
            var row = rows[index]
            try pruneHistory(of: &row)
            try evictAnswers(of: &row)
            try owners.value.write(row)
        }
    }

    /// Deletes the oldest history beyond the owner's limit: twice as many entries as the transaction
    /// has appended for the owner, and some more for all owners together, so that the excess shrinks.
    private func pruneHistory(of row: inout OwnerRow) throws(DatabaseError) {
        guard row.counters.historyBytes > limits.history else { return }
        let own = 2 * (try owners.value.logEnd(of: row.owner.key).appended)
        let (bytes, entries) = try log.value.quotaPruner.value.prune(
            row, to: limits.history, entries: own + extraEntries)
        row.counters.historyBytes -= bytes
        extraEntries = max(0, extraEntries - max(0, entries - own))
    }

    /// Evicts the oldest contents of responses beyond the owner's limit.
    private func evictAnswers(of row: inout OwnerRow) throws(DatabaseError) {
        // Contents that are empty free nothing.
        var left = Self.evictionsPerBatch
        while row.counters.answerBytes > limits.answers, left > 0,
            let bytes = try answers.value.evictOldest(of: row.owner.key)
        {
            row.counters.answerBytes -= bytes
            left -= 1
        }
    }
}

extension SQLiteRowStore: RowStore {
    var readsAhead: Bool { false }

    func owner(_ key: Int) throws(StorageFailure) -> OwnerRow? {
        try storing { () throws(DatabaseError) in try owners.value.read(key) }
    }

    func revision(of owner: Int) throws(StorageFailure) -> Int? {
        try self.owner(owner)?.counters.revision
    }

    func item(_ id: OwnedID) throws(StorageFailure) -> ToDoItem? {
        try storing { () throws(DatabaseError) in try itemReader.value.item(id) }
    }

    func items(of owner: Int, at sequences: [Int]) throws(StorageFailure) -> [ToDoItem] {
        try storing { () throws(DatabaseError) in
            var items: [ToDoItem] = []
            for sequence in sequences {
                if let item = try itemReader.value.item(of: owner, at: sequence) {
                    items.append(item)
                }
            }
            return items
        }
    }

    func part(
        of owner: Int, _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        try storing { () throws(DatabaseError) in
            try itemReader.value.part(of: owner, filter, done: done, after: sequence)
        }
    }

    func tombstone(of id: OwnedID) throws(StorageFailure) -> Int? {
        try storing { () throws(DatabaseError) in try itemReader.value.tombstone(of: id) }
    }

    func record(for key: OwnedKey) throws(StorageFailure) -> IdempotencyRecord? {
        try storing { () throws(DatabaseError) in try answers.value.read(key) }
    }

    func forEachChange(
        of owner: Int, from revision: Int, upTo last: Int?, _ body: (ChangeHead) -> Bool
    ) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            let end = try owners.value.logEnd(of: owner).lastEntry
            try log.value.forEachEntry(of: owner, from: revision, upTo: last, end: end, body)
        }
    }

    func images(of owner: Int, _ keys: [ChangeKey]) throws(StorageFailure) -> [ChangeImage] {
        try storing { () throws(DatabaseError) in
            try keys.map { key throws(DatabaseError) in try log.value.image(key.number) }
        }
    }

    func flush(_ rows: BatchRows) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in try write(rows) }
    }
}

private final class TransactionStatements {
    var begin: Statement
    var commit: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        begin = try session.prepare("BEGIN IMMEDIATE")
        commit = try session.prepare("COMMIT")
    }
}
