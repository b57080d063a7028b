import Items
import SQLite
import Storage

/// The rows of a batch in SQLite, read one by one through prepared statements.
///
/// Only touched on the writer's queue. An owner is part of every statement, as a column or in the
/// upper bits of a key.
final class SQLiteRowStore {
    /// The bytes of history between two marks.
    static let bytesPerMark = 16 << 10
    /// The limits of one part in items and in bytes of text, because an item can have 64 KiB.
    private static let itemsPerPart = 1_000
    private static let bytesPerPart = 16 << 20

    /// An owner's chain in the log, while the transaction appends to it.
    private struct Chain {
        let owner: Int
        var lastEntry: Int
        /// The bytes of history since the last mark.
        var unmarked: Int
    }

    let session: any StorageSession
    private let limits: OwnerLimits
    private let livenessProbes: LivenessProbes
    /// The chains of the owners that were read, which are few enough to look at each.
    private var chains: [Chain] = []
    /// The number of the next log entry, after it was read in this transaction.
    private var nextEntry: Int?
    /// The number of changes written in this transaction.
    private(set) var rowsWritten = 0
    private let lazyStatements: Lazy<WriteStatements>
    private let lazyLog: Lazy<LogStatements>
    private let lazyIdempotency: Lazy<IdempotencyStatements>
    private let lazyLongDescriptions: Lazy<LongDescriptions>
    private let quotaPruner: Lazy<QuotaPruner>
    private var scratch: [UInt8] = []

    init(
        _ session: any StorageSession, limits: OwnerLimits,
        livenessProbes: LivenessProbes = LivenessProbes()
    ) {
        self.session = session
        self.limits = limits
        self.livenessProbes = livenessProbes
        lazyStatements = Lazy(session, WriteStatements.init)
        lazyLog = Lazy(session, LogStatements.init)
        lazyIdempotency = Lazy(session, IdempotencyStatements.init)
        lazyLongDescriptions = Lazy(session, LongDescriptions.init)
        quotaPruner = Lazy(session, QuotaPruner.init)
    }

    var statements: WriteStatements {
        get throws(DatabaseError) { try lazyStatements.value }
    }
    private var log: LogStatements {
        get throws(DatabaseError) { try lazyLog.value }
    }
    private var idempotency: IdempotencyStatements {
        get throws(DatabaseError) { try lazyIdempotency.value }
    }
    private var long: LongDescriptions {
        get throws(DatabaseError) { try lazyLongDescriptions.value }
    }

    /// Begins a new transaction, after rolling back an open one, which a failed ROLLBACK may have
    /// left and which would make every BEGIN fail.
    func begin() throws(DatabaseError) {
        if !chains.isEmpty { chains.removeAll(keepingCapacity: true) }
        nextEntry = nil
        rowsWritten = 0
        if session.isInTransaction { try session.execute("ROLLBACK") }
        try session.run(&statements.begin)
    }

    func commit() throws(DatabaseError) {
        try session.commit(&statements.commit)
    }

    func rollBack() {
        guard session.isInTransaction else { return }
        // If this fails too, the next batch rolls back before it begins.
        try? session.execute("ROLLBACK")
    }
}

/// What a batch reads.
extension SQLiteRowStore: RowStore {
    var readsAhead: Bool { false }

    func owner(_ key: Int) throws(StorageFailure) -> OwnerRow? {
        try storing { () throws(DatabaseError) in
            try statements.owner.withReset { statement throws(DatabaseError) -> OwnerRow? in
                try statement.bind(key, at: 1)
                guard try session.step(&statement) else { return nil }
                chains.append(
                    Chain(
                        owner: key, lastEntry: try statement.counter(at: 2),
                        unmarked: try statement.counter(at: 3)))
                return OwnerRow(
                    owner: Owner(key: key, epoch: try statement.epoch(at: 6)),
                    counters: OwnerCounters(
                        revision: try statement.counter(at: 0),
                        lastSequence: try statement.counter(at: 1),
                        items: ItemSize(
                            count: try statement.counter(at: 8),
                            bytes: try statement.counter(at: 4)),
                        historyBytes: try statement.counter(at: 5),
                        answerBytes: try statement.counter(at: 7)))
            }
        }
    }

    func item(_ id: OwnedID) throws(StorageFailure) -> ToDoItem? {
        try storing { () throws(DatabaseError) in
            let sequence = try statements.sequence.withReset {
                statement throws(DatabaseError) -> Int? in
                try statement.bind(id.owner, at: 1)
                try statement.bind(uuid: id.id, at: 2)
                return try session.step(&statement) ? try statement.sequence(at: 0) : nil
            }
            guard let sequence else { return nil }
            let item = try item(of: id.owner, at: sequence)
            try statements.item.require(item?.id == id.id, "an id that leads to no item")
            return item
        }
    }

    /// The open or done item with a sequence of an owner.
    private func item(of owner: Int, at sequence: Int) throws(DatabaseError) -> ToDoItem? {
        for done in [false, true] {
            let item = try statements.item.withReset {
                statement throws(DatabaseError) -> ToDoItem? in
                try statement.bind(Slot(owner: owner, done: done, sequence: sequence).value, at: 1)
                guard try session.step(&statement) else { return nil }
                return try SQLiteItemColumns.item(statement, long, session)
            }
            if let item { return item }
        }
        return nil
    }

    func items(of owner: Int, at sequences: [Int]) throws(StorageFailure) -> [ToDoItem] {
        try storing { () throws(DatabaseError) in
            var items: [ToDoItem] = []
            for sequence in sequences {
                if let item = try item(of: owner, at: sequence) { items.append(item) }
            }
            return items
        }
    }

    func part(
        of owner: Int, _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        var items: [ToDoItem] = []
        var bytes = 0
        let isAll = try storing { () throws(DatabaseError) in
            let start = Slot(owner: owner, done: done, sequence: sequence).value + 1
            let end = Slot.range(of: owner, done: done).upperBound
            let long = try long
            return try statements.slotRange.withReset { statement throws(DatabaseError) in
                try statement.bind(start, at: 1)
                try statement.bind(end, at: 2)
                var next = start
                while try session.step(&statement) {
                    next = try statement.slot(from: next) + 1
                    livenessProbes.answer()
                    try SQLiteItemColumns.visit(statement, long, session) { row in
                        guard filter.matches(row, &scratch) else { return }
                        items.append(ToDoItem(row))
                        bytes += row.title.count + (row.itemDescription?.count ?? 0)
                    }
                    guard items.count < Self.itemsPerPart, bytes < Self.bytesPerPart else {
                        return false
                    }
                }
                return true
            }
        }
        return (items, isAll)
    }

    func tombstone(of id: OwnedID) throws(StorageFailure) -> Int? {
        try storing { () throws(DatabaseError) in
            try statements.tombstone.withReset { statement throws(DatabaseError) in
                try statement.bind(id.owner, at: 1)
                try statement.bind(uuid: id.id, at: 2)
                return try session.step(&statement) ? statement.counter(at: 0) : nil
            }
        }
    }

    func record(for key: OwnedKey) throws(StorageFailure) -> IdempotencyRecord? {
        try storing { () throws(DatabaseError) in
            try idempotency.find.withReset { statement throws(DatabaseError) in
                try Self.bind(key, to: &statement)
                guard try session.step(&statement) else { return nil }
                let isWhole = !statement.isNull(at: 4)
                let status = try statement.counter(at: 2)
                try statement.require((200...299).contains(status), "an invalid status")
                return IdempotencyRecord(
                    fingerprint: statement.bytes(at: 0),
                    answeredAt: statement.double(at: 1),
                    response: isWhole
                        ? StoredResponse(
                            status: status, head: statement.bytes(at: 3),
                            content: statement.bytes(at: 4))
                        : nil)
            }
        }
    }

    private static func bind(
        _ key: OwnedKey, to statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(key.owner, at: 1)
        try statement.bind(text: key.key.key, at: 2)
        try statement.bind(text: key.key.method, at: 3)
        try statement.bind(text: key.key.target, at: 4)
    }

    func forEachChange(
        of owner: Int, from revision: Int, _ body: (ChangeHead) -> Bool
    ) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            var number = try chain(of: owner).lastEntry
            while let entry = try entry(number, of: owner), entry.revision >= revision {
                number = entry.previous
                let head = ChangeHead(
                    key: ChangeKey(revision: entry.revision, number: entry.number),
                    sequence: entry.sequence, members: entry.members,
                    isFirst: entry.members.contains(.first))
                guard body(head) else { return }
            }
        }
    }

    private func entry(_ number: Int, of owner: Int) throws(DatabaseError) -> LogEntry? {
        guard number > 0 else { return nil }
        return try log.entry.withReset { statement throws(DatabaseError) in
            try statement.bind(number, at: 1)
            try statement.bind(owner, at: 2)
            return try session.step(&statement) ? LogEntry(number, statement) : nil
        }
    }

    func images(of owner: Int, _ keys: [ChangeKey]) throws(StorageFailure) -> [ChangeImage] {
        try storing { () throws(DatabaseError) in
            try keys.map { key throws(DatabaseError) in
                try log.image.withReset { statement throws(DatabaseError) in
                    try statement.bind(key.number, at: 1)
                    try statement.require(try session.step(&statement), "no entry")
                    return try LogColumns.image(statement)
                }
            }
        }
    }
}

/// What a batch writes.
extension SQLiteRowStore {
    func flush(_ rows: BatchRows) throws(StorageFailure) {
        do throws(DatabaseError) {
            try write(rows)
        } catch {
            throw StorageFailure(error)
        }
    }

    /// Writes the changed items, their log, and records.
    func write(_ rows: BatchRows) throws(DatabaseError) {
        let changes = rows.changes
        let first = try append(changes)
        let items = rows.items.rows
        for index in items.indices where items[index].isChanged {
            try write(items[index], changes, first)
        }
        for entry in rows.records.rows where entry.isChanged { try write(entry) }
    }

    /// Writes the rows of owners, and deletes what they have beyond their limits: call this at the
    /// end of the transaction.
    func writeOwners(_ owners: [OwnerRow]) throws(DatabaseError) {
        for index in owners.indices where owners[index].isChanged {
            var row = owners[index]
            try pruneHistory(of: &row)
            try evictResponses(of: &row)
            try write(row, try chain(of: row.owner.key), &statements.setOwner)
        }
    }

    private func write(
        _ row: OwnerRow, _ chain: Chain, _ statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(row.owner.key, at: 1)
        try statement.bind(row.counters.revision, at: 2)
        try statement.bind(row.counters.lastSequence, at: 3)
        try statement.bind(chain.lastEntry, at: 4)
        try statement.bind(chain.unmarked, at: 5)
        try statement.bind(row.counters.items.bytes, at: 6)
        try statement.bind(row.counters.historyBytes, at: 7)
        try statement.bind(row.counters.answerBytes, at: 8)
        try statement.bind(row.counters.items.count, at: 9)
        try session.run(&statement)
    }

    /// Appends the changes to the log; returns the number of the first entry.
    private func append(_ changes: [ChangeRow]) throws(DatabaseError) -> Int {
        guard let owner = changes.first?.owner else { return 0 }
        let first = try allocateEntries(changes.count)
        let log = try log
        rowsWritten += changes.count
        var at = try indexOfChain(of: owner)
        var chain = chains[at]
        for index in changes.indices {
            if changes[index].owner != chain.owner {
                chains[at] = chain
                at = try indexOfChain(of: changes[index].owner)
                chain = chains[at]
            }
            try append(changes[index], first + index, &chain, log)
        }
        chains[at] = chain
        return first
    }

    private func indexOfChain(of owner: Int) throws(DatabaseError) -> Int {
        guard let index = chains.lastIndex(where: { $0.owner == owner }) else {
            throw try log.append.corruption("no owner")
        }
        return index
    }

    private func chain(of owner: Int) throws(DatabaseError) -> Chain {
        chains[try indexOfChain(of: owner)]
    }

    private func allocateEntries(_ count: Int) throws(DatabaseError) -> Int {
        let first: Int
        if let nextEntry {
            first = nextEntry
        } else {
            first = try log.lastEntry.withReset { statement throws(DatabaseError) in
                try session.step(&statement) ? statement.counter(at: 0) + 1 : 1
            }
        }
        nextEntry = first + count
        return first
    }

    private func append(
        _ change: borrowing ChangeRow, _ number: Int, _ chain: inout Chain, _ log: LogStatements
    ) throws(DatabaseError) {
        var members = change.members
        if change.ordinal == 1 { members.insert(.first) }
        chain.unmarked += change.bytes
        if chain.unmarked >= Self.bytesPerMark {
            members.insert(.marked)
            try log.mark.bind(change.owner, at: 1)
            try log.mark.bind(change.revision, at: 2)
            try log.mark.bind(number, at: 3)
            try session.run(&log.mark)
            chain.unmarked = 0
        }
        if members.isDisjoint(with: .all.subtracting(.doneAt)) {
            try LogColumns.bind(
                change, number, after: chain.lastEntry, members, to: &log.appendShort)
            try session.run(&log.appendShort)
        } else {
            try LogColumns.bind(change, number, after: chain.lastEntry, members, to: &log.append)
            try LogColumns.bindImage(change, members, to: &log.append)
            try session.run(&log.append)
        }
        chain.lastEntry = number
    }

    /// Writes an item, or its tombstone, given the changes and the log entry of the first.
    private func write(
        _ entry: borrowing BatchRows.ItemEntry, _ changes: [ChangeRow], _ firstEntry: Int
    ) throws(DatabaseError) {
        let owner = entry.key.owner
        if let stored = entry.stored {
            guard let item = entry.changed, item.sequence == stored.sequence else {
                try delete(stored, of: owner)
                try setID(entry, from: stored, changes, firstEntry)
                if let item = entry.changed { try insert(item, of: owner) }
                return
            }
            try update(stored, to: item, of: owner)
        } else if let item = entry.changed {
            try insert(item, of: owner)
            let statements = try statements
            if entry.isGenerated {
                try insertID(entry.key, item.sequence, &statements.insertID)
            } else {
                try upsertID(entry.key, item.sequence, deletedBy: nil, &statements.upsertID)
            }
        } else if case .written(let change) = entry.tombstone {
            // Created and deleted.
            try upsertID(
                entry.key, changes[change].sequence, deletedBy: firstEntry + change,
                &statements.upsertID)
        }
    }

    private func insert(_ item: ToDoItem, of owner: Int) throws(DatabaseError) {
        let statements = try statements
        try SQLiteItemColumns.bind(item, of: owner, to: &statements.insert)
        try session.run(&statements.insert)
        try insertLongDescription(of: item, owner)
    }

    private func update(
        _ old: ToDoItem, to item: ToDoItem, of owner: Int
    ) throws(DatabaseError) {
        let statements = try statements
        if old.content.done == item.content.done {
            try SQLiteItemColumns.bind(item, of: owner, to: &statements.update)
            try session.run(&statements.update)
            try requireOne(statements.update)
        } else {
            try deleteRow(of: old, owner)
            try SQLiteItemColumns.bind(item, of: owner, to: &statements.insert)
            try session.run(&statements.insert)
        }
        if ItemContent.Members(between: old.content, and: item.content).contains(.itemDescription) {
            try deleteLongDescription(of: old, owner)
            try insertLongDescription(of: item, owner)
        }
    }

    private func delete(_ item: ToDoItem, of owner: Int) throws(DatabaseError) {
        try deleteRow(of: item, owner)
        try deleteLongDescription(of: item, owner)
    }

    private func deleteRow(of item: ToDoItem, _ owner: Int) throws(DatabaseError) {
        let statements = try statements
        let slot = Slot(owner: owner, done: item.content.done, sequence: item.sequence)
        try statements.delete.bind(slot.value, at: 1)
        try session.run(&statements.delete)
        try requireOne(statements.delete)
    }

    private func insertLongDescription(of item: ToDoItem, _ owner: Int) throws(DatabaseError) {
        guard LongDescriptions.isLong(item.content.itemDescription) else { return }
        let statements = try statements
        try statements.insertDescription.bind(
            Slot.number(owner: owner, sequence: item.sequence), at: 1)
        try statements.insertDescription.bind(text: item.content.itemDescription, at: 2)
        try session.run(&statements.insertDescription)
    }

    private func deleteLongDescription(of item: ToDoItem, _ owner: Int) throws(DatabaseError) {
        guard LongDescriptions.isLong(item.content.itemDescription) else { return }
        let statements = try statements
        try statements.deleteDescription.bind(
            Slot.number(owner: owner, sequence: item.sequence), at: 1)
        try session.run(&statements.deleteDescription)
        try requireOne(statements.deleteDescription)
    }

    /// Writes the row of an id that has none.
    private func insertID(
        _ id: OwnedID, _ sequence: Int, _ statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(id.owner, at: 1)
        try statement.bind(uuid: id.id, at: 2)
        try statement.bind(sequence, at: 3)
        try session.run(&statement)
        try requireOne(statement)
    }

    /// Writes the row of an id that has none, or a tombstone.
    private func upsertID(
        _ id: OwnedID, _ sequence: Int, deletedBy entry: Int?, _ statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(entry, at: 4)
        try insertID(id, sequence, &statement)
    }

    /// Makes the row of a stored item's id a tombstone, or one of another item.
    private func setID(
        _ entry: borrowing BatchRows.ItemEntry, from stored: ToDoItem, _ changes: [ChangeRow],
        _ firstEntry: Int
    ) throws(DatabaseError) {
        var (sequence, deletedBy): (Int, Int?) = (entry.changed?.sequence ?? stored.sequence, nil)
        if case .written(let change) = entry.tombstone {
            (sequence, deletedBy) = (changes[change].sequence, firstEntry + change)
        }
        try setID(entry.key, from: stored.sequence, to: sequence, deletedBy, &statements.setID)
    }

    private func setID(
        _ id: OwnedID, from old: Int, to sequence: Int, _ deletedBy: Int?,
        _ statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(id.owner, at: 1)
        try statement.bind(uuid: id.id, at: 2)
        try statement.bind(deletedBy, at: 3)
        try statement.bind(old, at: 4)
        try statement.bind(sequence, at: 5)
        try session.run(&statement)
        try requireOne(statement)
    }

    /// Throws unless the statement changed exactly one row; another number is damage.
    private func requireOne(_ statement: borrowing Statement) throws(DatabaseError) {
        try statement.require(session.changes == 1, "no counterpart in another table")
    }

    private func write(_ entry: BatchRows.RecordEntry) throws(DatabaseError) {
        guard let record = entry.record, let response = record.response else { return }
        let statements = try idempotency
        try Self.bind(entry.key, to: &statements.keep)
        try statements.keep.bind(blob: record.fingerprint.span, at: 5)
        try statements.keep.bind(record.answeredAt, at: 6)
        try statements.keep.bind(response.status, at: 7)
        try statements.keep.bind(blob: response.head.span, at: 8)
        try statements.keep.bind(blob: response.content.span, at: 9)
        try session.run(&statements.keep)
    }

    /// Deletes the oldest history beyond the owner's limit: at most twice as many entries as this
    /// transaction has appended, and some more, so that the excess shrinks.
    private func pruneHistory(of row: inout OwnerRow) throws(DatabaseError) {
        guard row.counters.historyBytes > limits.history else { return }
        row.counters.historyBytes -= try quotaPruner.value.prune(
            row, to: limits.history, entries: 2 * rowsWritten + QuotaPruner.entriesPerCall)
    }

    /// Evicts the oldest contents of responses beyond the owner's limit.
    private func evictResponses(of row: inout OwnerRow) throws(DatabaseError) {
        while row.counters.answerBytes > limits.answers,
            let (key, bytes) = try oldestResponse(of: row.owner.key)
        {
            let statements = try idempotency
            try Self.bind(key, to: &statements.drop)
            try session.run(&statements.drop)
            row.counters.answerBytes -= bytes
        }
    }

    private func oldestResponse(
        of owner: Int
    ) throws(DatabaseError) -> (key: OwnedKey, bytes: Int)? {
        try idempotency.oldest.withReset {
            statement throws(DatabaseError) -> (key: OwnedKey, bytes: Int)? in
            try statement.bind(owner, at: 1)
            guard try session.step(&statement) else { return nil }
            let key = IdempotencyKey(
                statement.string(at: 0), method: statement.string(at: 1),
                target: statement.string(at: 2))
            return (OwnedKey(owner: owner, key: key), try statement.counter(at: 3))
        }
    }
}
