package import Items

/// The items of the owners of a batch: rows that were read, and what the write rules make of them.
///
/// Only touched on the writer's queue.
package final class BatchTransaction: ItemTransaction {
    /// The exclusive limit for sequences: SQLite's key of an item has 31 bits for it, and a
    /// database can be copied to each storage.
    private static let sequenceLimit = 1 << 31

    package let rows = BatchRows()
    private var owner = Owner(key: 0, epoch: "")
    /// Whether the owner's key must still have the owner's epoch.
    private var isBoundToEpoch = false
    private let store: any RowStore
    private let limits: OwnerLimits
    private let livenessProbes: LivenessProbes
    /// Called between two parts of a write that has the transaction for itself.
    var meanwhile: (() -> Void)?
    /// Whether the current write has the transaction for itself.
    private var isAlone = false
    /// The number of rows that undos and writes to many items may yet read in the transaction, if
    /// writes share it.
    private var rowsLeft = UndoLimits.inSharedBatch

    package init(
        _ store: any RowStore, limits: OwnerLimits,
        livenessProbes: LivenessProbes = LivenessProbes()
    ) {
        self.store = store
        self.limits = limits
        self.livenessProbes = livenessProbes
    }

    /// Forgets all rows, before another transaction.
    func reset() {
        rows.removeAll()
        rowsLeft = UndoLimits.inSharedBatch
    }

    /// Begins a write.
    package func begin(
        of owner: Owner, isBoundToEpoch: Bool, isAlone: Bool = false,
        from origin: WriteOrigin = WriteOrigin()
    ) {
        self.owner = owner
        self.isBoundToEpoch = isBoundToEpoch
        self.isAlone = isAlone
        rows.begin(of: owner.key, from: origin)
    }

    /// Puts back what the current write has changed.
    package func rollBack() {
        rows.rollBack()
    }

    /// Writes what has changed, so that a long write takes a bounded memory, and the database can
    /// be asked for many rows.
    package func flush() throws(StorageFailure) {
        if rows.hasChanges { try store.flush(rows) }
        rows.didFlush()
    }

    /// The counters of the owner's row, locked; nil when there is none.
    private func counters() throws(StorageFailure) -> OwnerCounters? {
        if let known = rows.counters { return known }
        if rows.isOwnerAbsent { return nil }
        guard let row = try store.owner(owner.key) else {
            rows.noteNoOwner()
            return nil
        }
        rows.note(currentOwner: row)
        return row.counters
    }

    package func revision() throws(StorageFailure) -> Int? {
        let revision = try counters()?.revision
        // The local owner's key is reused by one account after another.
        return isBoundToEpoch && !rows.isOwned(by: owner) ? nil : revision
    }

    package func setRevision(_ revision: Int) throws(StorageFailure) {
        try rows.changeOwner { $0.revision = revision }
    }

    package func quota() throws(StorageFailure) -> ItemQuota {
        ItemQuota(used: try counters()?.items ?? .zero, limit: limits.items)
    }

    package func nextSequence() throws(StorageFailure) -> Int {
        let sequence = (try counters()?.lastSequence ?? 0) + 1
        guard sequence < Self.sequenceLimit else {
            throw .unexpected("an owner has no sequences left")
        }
        try rows.changeOwner { $0.lastSequence = sequence }
        return sequence
    }

    package func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem? {
        let name = name(of: id)
        if let known = rows.item(name) { return known }
        let item = try store.item(name)
        rows.note(item: item, of: name)
        return item
    }

    package func tombstone(of id: ItemID) throws(StorageFailure) -> Int? {
        _ = try find(id)
        let name = name(of: id)
        if let known = rows.tombstone(of: name) { return known }
        let revision = try store.tombstone(of: name)
        rows.note(tombstone: revision, of: name)
        return revision
    }

    package func insert(_ item: ToDoItem, isGenerated: Bool) throws(StorageFailure) {
        livenessProbes.answer()
        try rows.insert(item, isGenerated: isGenerated)
    }

    package func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        livenessProbes.answer()
        try rows.replace(old, with: item)
    }

    package func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        livenessProbes.answer()
        try rows.delete(item, revision: revision, now: now)
    }

    package func record(for key: IdempotencyKey) throws(StorageFailure) -> IdempotencyRecord? {
        let name = OwnedKey(owner: owner.key, key: key)
        if let known = rows.record(name) { return known }
        let record = try store.record(for: name)
        rows.note(record: record, for: name)
        return record
    }

    package func store(
        _ record: IdempotencyRecord, for key: IdempotencyKey
    ) throws(StorageFailure) {
        guard let response = record.response else { return }
        let old = try self.record(for: key)?.response?.content.count ?? 0
        rows.set(record, for: OwnedKey(owner: owner.key, key: key))
        try rows.changeOwner { $0.answerBytes += response.content.count - old }
    }

    private func name(of id: ItemID) -> OwnedID { OwnedID(owner: owner.key, id: id) }
}

/// The reads of a bulk write and of an undo.
extension BatchTransaction {
    package func beginBulk() throws(StorageFailure) -> Bool {
        if isAlone { return true }
        let count = try counters()?.items.count ?? 0
        guard count <= rowsLeft else { return false }
        rowsLeft -= count
        // The write reads the database. What it changes itself stays in memory, so that it can be
        // refused: it reads each half once, before it moves items there.
        try flush()
        return true
    }

    package func select(
        _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        if isAlone { try flush() }
        let part = try store.part(of: owner.key, filter, done: done, after: sequence)
        livenessProbes.answer()
        if isAlone { meanwhile?() }
        try readNext(of: part.items)
        return part
    }

    package func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> LoggedEffects {
        try flush()
        let history: WriteHistory
        switch try logged(revision) {
        case .write(let found): history = found
        case .expired: return .expired
        case .tooMany: return .tooMany
        }
        for part in history.parts {
            livenessProbes.answer()
            if isAlone { meanwhile?() }
            try flush()
            let items = try history.items(of: part)
            let effects = try history.effects(of: part, items)
            if store.readsAhead {
                for item in items.values { rows.note(item: item, of: name(of: item.id)) }
                try readAhead(effects.map { name(of: $0.id) })
            }
            for effect in effects { try body(effect) }
        }
        return .whole
    }

    private func logged(_ revision: Int) throws(StorageFailure) -> UndoneWrite {
        var log = LogReader(of: revision, mostChanges: isAlone ? nil : rowsLeft)
        try forEachChange(from: revision, upTo: nil) { log.add($0) }
        take(log.count)
        return try log.result(of: owner.key, in: store)
    }

    /// The most changes that a write may read.
    var mostChanges: Int { isAlone ? UndoLimits.laterChanges : rowsLeft }

    /// Counts changes that were read for a write that shares the transaction.
    func take(_ changes: Int) {
        if !isAlone { rowsLeft -= changes }
    }

    func forEachChange(
        from revision: Int, upTo last: Int?, _ body: (ChangeHead) -> Bool
    ) throws(StorageFailure) {
        try store.forEachChange(of: owner.key, from: revision, upTo: last) { head in
            livenessProbes.answer()
            return body(head)
        }
    }

    func nextImage(
        _ reader: inout ImageReader, at sequence: Int
    ) throws(StorageFailure) -> ChangeImage {
        livenessProbes.answer()
        return try reader.next(of: owner.key, at: sequence, store)
    }

    /// Reads the items that follow from the completion of these, before the write rules need them
    /// one after another.
    private func readNext(of items: [ToDoItem]) throws(StorageFailure) {
        guard store.readsAhead else { return }
        try readAhead(items.compactMap { $0.idOfNext.map(name) })
    }

    /// Reads the items that are not known yet, in one trip.
    package func readAhead(_ ids: [OwnedID]) throws(StorageFailure) {
        let unknown = ids.filter { !rows.knows($0) }
        guard !unknown.isEmpty else { return }
        rows.note(items: try store.items(unknown), of: unknown)
    }
}

extension ToDoItem {
    /// The id of the item that follows when this one is completed.
    package var idOfNext: ItemID? {
        guard content.repetition != nil, let timestamp = content.timestamp else { return nil }
        return id.next(after: timestamp)
    }
}
