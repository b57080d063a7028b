import Items
import SQLite
import Storage

/// The storage operations of the write rules, on the writer's connection.
///
/// Only touched on the writer's queue. `owner` is set for each request, and is part of every
/// statement, as a column or in the upper bits of a key.
final class SQLiteItemTransaction: ItemTransaction {
    private(set) var owner = Owner(key: 0, epoch: "")
    /// Whether the owner's key must still have the owner's epoch.
    private var isBoundToEpoch = false
    let session: any StorageSession
    /// The row of the owner that was written for last.
    var state: OwnerState?
    /// The number of the next log entry, after it was read in this transaction.
    var nextEntry: Int?
    /// The number of entries that the current request has appended.
    var entries = 0
    /// The state at the start of the current request.
    private var savepoint: (state: OwnerState?, nextEntry: Int?)
    /// The number of items written in this transaction, including in requests that were rolled
    /// back.
    private(set) var rows = 0
    /// Whether the current request has this transaction for itself.
    private(set) var isAlone = false
    /// The number of changes that undos may yet read in this transaction, if requests share it.
    var changesToUndo = UndoLimits.inSharedBatch
    let livenessProbes: LivenessProbes
    let responseByteLimit: Int
    private let limits: OwnerLimits
    private let lazyStatements: Lazy<WriteStatements>
    private let lazyLog: Lazy<LogStatements>
    private let lazyIdempotency: Lazy<IdempotencyStatements>
    private let lazyLongDescriptions: Lazy<LongDescriptions>
    private let historyTrimmer: Lazy<HistoryTrimmer>
    var scratch: [UInt8] = []

    init(
        session: any StorageSession, responseByteLimit: Int, limits: OwnerLimits = .unlimited,
        livenessProbes: LivenessProbes = LivenessProbes()
    ) {
        self.session = session
        self.responseByteLimit = responseByteLimit
        self.limits = limits
        self.livenessProbes = livenessProbes
        lazyStatements = Lazy(session, WriteStatements.init)
        lazyLog = Lazy(session, LogStatements.init)
        lazyIdempotency = Lazy(session, IdempotencyStatements.init)
        lazyLongDescriptions = Lazy(session, LongDescriptions.init)
        historyTrimmer = Lazy(session, HistoryTrimmer.init)
    }

    var statements: WriteStatements {
        get throws(DatabaseError) { try lazyStatements.value }
    }
    var log: LogStatements {
        get throws(DatabaseError) { try lazyLog.value }
    }
    var idempotency: IdempotencyStatements {
        get throws(DatabaseError) { try lazyIdempotency.value }
    }
    var long: LongDescriptions {
        get throws(DatabaseError) { try lazyLongDescriptions.value }
    }

    /// Resets the state for a new transaction.
    func reset() {
        state = nil
        nextEntry = nil
        rows = 0
        changesToUndo = UndoLimits.inSharedBatch
    }

    func begin(of owner: Owner, isBoundToEpoch: Bool, isAlone: Bool = false) {
        self.owner = owner
        self.isBoundToEpoch = isBoundToEpoch
        self.isAlone = isAlone
        entries = 0
        savepoint = (state, nextEntry)
    }

    /// Restores the state from before the request, after the database was rolled back to its
    /// savepoint.
    func rollBack() {
        (state, nextEntry) = savepoint
    }

    /// Stores the owner's row; call it before COMMIT, and at the end of a request with a savepoint.
    func finish() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in try storeOwner() }
    }

    func revision() throws(StorageFailure) -> Int? {
        if state?.owner.key != owner.key {
            try storing { () throws(DatabaseError) in
                try storeOwner()
                state = try readOwner()
            }
        }
        // The local owner's key is reused by one account after another.
        guard let state, !isBoundToEpoch || state.owner == owner else { return nil }
        return state.revision
    }

    private func readOwner() throws(DatabaseError) -> OwnerState? {
        try statements.owner.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            guard try session.step(&statement) else { return nil }
            return OwnerState(
                owner: Owner(key: owner.key, epoch: try statement.epoch(at: 6)),
                revision: try statement.counter(at: 0), lastSequence: try statement.counter(at: 1),
                lastEntry: try statement.counter(at: 2), unmarked: try statement.counter(at: 3),
                items: ItemSize(
                    count: try statement.counter(at: 7), bytes: try statement.counter(at: 4)),
                historyBytes: try statement.counter(at: 5))
        }
    }

    func setRevision(_ revision: Int) throws(StorageFailure) {
        state?.revision = revision
        state?.isStored = false
        try storing { () throws(DatabaseError) in try trimHistory() }
    }

    private func storeOwner() throws(DatabaseError) {
        guard let state, !state.isStored else { return }
        let statements = try statements
        try statements.setOwner.bind(state.owner.key, at: 1)
        try statements.setOwner.bind(state.revision, at: 2)
        try statements.setOwner.bind(state.lastSequence, at: 3)
        try statements.setOwner.bind(state.lastEntry, at: 4)
        try statements.setOwner.bind(state.unmarked, at: 5)
        try statements.setOwner.bind(state.items.bytes, at: 6)
        try statements.setOwner.bind(state.historyBytes, at: 7)
        try statements.setOwner.bind(state.items.count, at: 8)
        try session.run(&statements.setOwner)
        self.state?.isStored = true
    }

    /// Deletes the oldest history beyond the owner's limit: twice as many entries as this request
    /// has appended, and some more, so that the excess shrinks.
    private func trimHistory() throws(DatabaseError) {
        guard let state, state.historyBytes > limits.history else { return }
        let trimmed = try historyTrimmer.value.trim(
            state, to: limits.history, entries: 2 * entries + HistoryTrimmer.entriesPerCall)
        self.state?.historyBytes -= trimmed
    }

    func quota() throws(StorageFailure) -> ItemQuota {
        ItemQuota(used: state?.items ?? .zero, limit: limits.items)
    }

    private func noteRow() {
        rows += 1
        livenessProbes.answer()
    }

    func nextSequence() throws(StorageFailure) -> Int {
        let sequence = (state?.lastSequence ?? 0) + 1
        guard sequence < Slot.limit else { throw .unexpected("an owner has no sequences left") }
        state?.lastSequence = sequence
        state?.isStored = false
        return sequence
    }

    func insert(_ item: ToDoItem, isGenerated: Bool) throws(StorageFailure) {
        noteRow()
        try storing { () throws(DatabaseError) in
            let statements = try statements
            try append(.creation, of: item, revision: item.revision, now: item.updatedAt)
            try ItemColumns.bind(item, of: owner.key, to: &statements.insert)
            try session.run(&statements.insert)
            try insertLongDescription(of: item)
            if isGenerated {
                try insertID(item, &statements.insertID)
            } else {
                try insertID(item, &statements.upsertID)
            }
            state?.items.count += 1
            state?.items.bytes += item.content.storedBytes
        }
    }

    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        noteRow()
        try storing { () throws(DatabaseError) in
            let statements = try statements
            var members = LogMembers(between: old, and: item)
            if old.revision == item.revision { members.insert(.repeated) }
            try append(members, of: old, revision: item.revision, now: item.updatedAt)
            if old.content.done == item.content.done {
                try ItemColumns.bind(item, of: owner.key, to: &statements.update)
                try session.run(&statements.update)
                try requireOne(statements.update)
            } else {
                try deleteRow(of: old)
                try ItemColumns.bind(item, of: owner.key, to: &statements.insert)
                try session.run(&statements.insert)
            }
            if members.content.contains(.description) {
                try deleteLongDescription(of: old)
                try insertLongDescription(of: item)
            }
            state?.items.bytes += item.content.storedBytes - old.content.storedBytes
        }
    }

    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            try writeTombstone(item, revision: revision, now: now)
            try deleteRow(of: item)
            try deleteLongDescription(of: item)
        }
    }

    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int {
        var count = 0
        for done in [false, true] {
            var sequence = 0
            while true {
                let (items, isAll) = try select(ItemFilter(), done: done, after: sequence)
                try storing { () throws(DatabaseError) in
                    for item in items { try writeTombstone(item, revision: revision, now: now) }
                }
                count += items.count
                guard let last = items.last, !isAll else { break }
                sequence = last.sequence
            }
        }
        guard count > 0 else { return 0 }
        try storing { () throws(DatabaseError) in
            let statements = try statements
            let slots = Slot.range(of: owner.key)
            try statements.deleteRange.bind(slots.lowerBound, at: 1)
            try statements.deleteRange.bind(slots.upperBound, at: 2)
            try session.run(&statements.deleteRange)
            try statements.deleteRange.require(session.changes == count, "items that were not seen")
            try statements.deleteDescriptions.bind(slots.lowerBound, at: 1)
            try statements.deleteDescriptions.bind(slots.upperBound, at: 2)
            try session.run(&statements.deleteDescriptions)
        }
        return count
    }
}

extension SQLiteItemTransaction {
    /// Logs a deletion and turns the id's row into a tombstone.
    private func writeTombstone(_ item: ToDoItem, revision: Int, now: Double) throws(DatabaseError)
    {
        noteRow()
        let statements = try statements
        var members: LogMembers = .all.union(.deletion)
        if item.revision == revision { members.insert(.repeated) }
        let entry = try append(members, of: item, revision: revision, now: now)
        try statements.tombstoneID.bind(owner.key, at: 1)
        try statements.tombstoneID.bind(uuid: item.id, at: 2)
        try statements.tombstoneID.bind(entry, at: 3)
        try statements.tombstoneID.bind(item.sequence, at: 4)
        try session.run(&statements.tombstoneID)
        try requireOne(statements.tombstoneID)
        state?.items.count -= 1
        state?.items.bytes -= item.content.storedBytes
    }

    private func insertID(
        _ item: ToDoItem, _ statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(owner.key, at: 1)
        try statement.bind(uuid: item.id, at: 2)
        try statement.bind(item.sequence, at: 3)
        try session.run(&statement)
        try requireOne(statement)
    }

    private func deleteRow(of item: ToDoItem) throws(DatabaseError) {
        let slot = Slot(owner: owner.key, done: item.content.done, sequence: item.sequence)
        let statements = try statements
        try statements.delete.bind(slot.value, at: 1)
        try session.run(&statements.delete)
        try requireOne(statements.delete)
    }

    private func insertLongDescription(of item: ToDoItem) throws(DatabaseError) {
        guard LongDescriptions.isLong(item.content.itemDescription) else { return }
        let statements = try statements
        try statements.insertDescription.bind(
            Slot.number(owner: owner.key, sequence: item.sequence), at: 1)
        try statements.insertDescription.bind(text: item.content.itemDescription, at: 2)
        try session.run(&statements.insertDescription)
    }

    private func deleteLongDescription(of item: ToDoItem) throws(DatabaseError) {
        guard LongDescriptions.isLong(item.content.itemDescription) else { return }
        let statements = try statements
        try statements.deleteDescription.bind(
            Slot.number(owner: owner.key, sequence: item.sequence), at: 1)
        try session.run(&statements.deleteDescription)
        try requireOne(statements.deleteDescription)
    }

    /// Throws unless the statement changed exactly one row; another number is damage.
    private func requireOne(_ statement: borrowing Statement) throws(DatabaseError) {
        try statement.require(session.changes == 1, "no counterpart in another table")
    }
}

/// The limits of an owner's rows.
struct OwnerLimits: Sendable {
    let items: ItemSize
    /// Bytes.
    let history: Int

    static let unlimited = OwnerLimits(items: .unlimited, history: .max)
}
