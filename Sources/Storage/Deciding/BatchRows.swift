package import Items

/// The read and changed rows of a batch, as they will be after its flush, and what the database
/// has instead.
///
///     read ──▶ rows ──▶ write rules of each job ──▶ changed rows ──▶ flush
///                             │ refused: the rows of before the job
///
/// A job that is refused after it has written puts its rows back. So there are no savepoints, and
/// the other jobs are not performed again.
package final class BatchRows {
    /// In one struct, because each access to a member of a class is checked for exclusivity, which a
    /// batch of small writes notices.
    private struct Tables {
        var items = KeyedRows<ItemEntry>()
        var records = KeyedRows<RecordEntry>()
        var changes: [ChangeRow] = []

        /// Begins another write; returns the number of changes before it.
        mutating func begin() -> Int {
            items.begin()
            records.begin()
            return changes.count
        }

        mutating func removeAll() {
            items.removeAll()
            records.removeAll()
            if !changes.isEmpty { changes.removeAll(keepingCapacity: changes.count <= 2_048) }
        }

        mutating func add(_ id: OwnedID, generated item: ToDoItem, _ change: ChangeRow) {
            changes.append(change)
            items.add(ItemEntry(id, generated: item))
        }

        mutating func note(_ item: ToDoItem?, of id: OwnedID) -> Int {
            items.index(of: id) ?? items.add(ItemEntry(id, stored: item))
        }
    }

    private var tables = Tables()
    /// The owners that were read and exist; the current one's counters are in `counters`.
    private var ownerRows: [OwnerRow] = []
    /// The keys of owners that do not exist or are leaving.
    private var absentOwners: Set<Int> = []

    /// The key of the current write's owner, and its index if it was read and exists.
    private var owner = 0
    private var ownerIndex: Int?
    /// The counters of the current write's owner; nil if it was not read or does not exist.
    private(set) var counters: OwnerCounters?
    private var isOwnerChanged = false
    /// The same before the current write.
    private var oldCounters: OwnerCounters?
    private var wasOwnerChanged = false
    /// The number of changes before the current write, and of its own.
    private var oldChanges = 0
    private var ordinal = 0
    private var origin = WriteOrigin()
    /// Whether changes of the current write were flushed, so that they can only be rolled back
    /// together with the transaction.
    private(set) var isPartlyFlushed = false

    init() {}

    package var items: [ItemEntry] { tables.items.rows }
    package var records: [RecordEntry] { tables.records.rows }
    package var changes: [ChangeRow] { tables.changes }
    /// The owners that were read and exist.
    package var owners: [OwnerRow] {
        storeCounters()
        return ownerRows
    }

    /// Begins a write of an owner.
    func begin(of key: Int, from origin: WriteOrigin) {
        self.origin = origin
        oldChanges = tables.begin()
        ordinal = 0
        isPartlyFlushed = false
        // The writes of an owner often follow one another.
        if owner != key || ownerIndex == nil {
            storeCounters()
            owner = key
            // Few enough to look at each.
            select(ownerRows.lastIndex { $0.owner.key == key })
        }
        (oldCounters, wasOwnerChanged) = (counters, isOwnerChanged)
    }

    /// Makes an owner that was read the current one.
    private func select(_ index: Int?) {
        ownerIndex = index
        let row = index.map { ownerRows[$0] }
        (counters, isOwnerChanged) = (row?.counters, row?.isChanged ?? false)
    }

    /// Puts the counters of the current owner into its row.
    private func storeCounters() {
        guard let ownerIndex, let counters else { return }
        ownerRows[ownerIndex].set(counters, isChanged: isOwnerChanged)
    }

    /// Puts back what the current write has changed.
    func rollBack() {
        precondition(!isPartlyFlushed, "flushed changes cannot be put back")
        tables.items.rollBack()
        tables.records.rollBack()
        tables.changes.removeLast(tables.changes.count - oldChanges)
        (counters, isOwnerChanged) = (oldCounters, wasOwnerChanged)
    }

    /// Whether something is to be flushed.
    package var hasChanges: Bool {
        !tables.changes.isEmpty || tables.records.rows.contains(where: \.isChanged)
    }

    /// Forgets what was flushed, and all rows except those of owners.
    func didFlush() {
        isPartlyFlushed = isPartlyFlushed || tables.changes.count > oldChanges
        tables.removeAll()
        oldChanges = 0
    }

    /// Forgets what was flushed, the rows of owners included.
    package func didFlushAll() {
        didFlush()
        storeCounters()
        isOwnerChanged = false
        for index in ownerRows.indices { ownerRows[index].isChanged = false }
    }

    /// Forgets all rows, before another transaction.
    func removeAll() {
        tables.removeAll()
        if !ownerRows.isEmpty { ownerRows.removeAll(keepingCapacity: true) }
        if !absentOwners.isEmpty { absentOwners = [] }
        (ownerIndex, counters, isOwnerChanged) = (nil, nil, false)
        (oldChanges, isPartlyFlushed) = (0, false)
    }
}

/// Rows of owners.
extension BatchRows {
    /// Whether the current write's owner was looked for in vain.
    var isOwnerAbsent: Bool { !absentOwners.isEmpty && absentOwners.contains(owner) }

    /// Whether the current write's owner is this one, with the same epoch.
    func isOwned(by owner: Owner) -> Bool {
        guard let ownerIndex else { return false }
        return ownerRows[ownerIndex].owner == owner
    }

    /// Notes the row of an owner that was read; nil if there is none.
    package func note(owner row: OwnerRow?, of key: Int) {
        assert(!ownerRows.contains { $0.owner.key == key }, "an owner was read twice")
        if let row { ownerRows.append(row) } else { absentOwners.insert(key) }
    }

    /// Notes the rows of owners that were read together.
    package func note(owners rows: [OwnerRow], of keys: [Int]) {
        let found = Dictionary(rows.map { ($0.owner.key, $0) }) { $1 }
        for key in keys { note(owner: found[key], of: key) }
    }

    /// Notes the row of the current write's owner.
    func note(currentOwner row: OwnerRow) {
        precondition(ownerIndex == nil, "the owner's row is known")
        ownerRows.append(row)
        select(ownerRows.count - 1)
        (oldCounters, wasOwnerChanged) = (counters, isOwnerChanged)
    }

    /// Notes that the current write's owner does not exist.
    func noteNoOwner() {
        absentOwners.insert(owner)
    }

    func changeOwner(_ body: (inout OwnerCounters) -> Void) throws(StorageFailure) {
        guard var changed = counters else { throw .unexpected("a change of no owner") }
        body(&changed)
        counters = changed
        isOwnerChanged = true
    }
}

/// Items and tombstones.
extension BatchRows {
    /// Whether an item was read or changed.
    package func knows(_ id: OwnedID) -> Bool { tables.items.index(of: id) != nil }

    /// The item of an id that is known; nil in the outer optional for another id.
    func item(_ id: OwnedID) -> ToDoItem?? {
        guard let index = tables.items.index(of: id) else { return nil }
        return .some(tables.items.rows[index].item)
    }

    /// Notes an item that was read; nil if there is none.
    @discardableResult
    package func note(item: ToDoItem?, of id: OwnedID) -> Int {
        tables.note(item, of: id)
    }

    /// Notes the items that were found among these.
    package func note(items found: [(id: OwnedID, item: ToDoItem)], of ids: [OwnedID]) {
        for (id, item) in found { note(item: item, of: id) }
        for id in ids { note(item: nil, of: id) }
    }

    /// Notes the tombstones that were found among those of items that are known.
    package func note(
        tombstones found: [(id: OwnedID, revision: Int)], of ids: [OwnedID]
    ) {
        let revisions = Dictionary(found.map { ($0.id, $0.revision) }) { $1 }
        for id in ids { note(tombstone: revisions[id], of: id) }
    }

    /// Notes the tombstone of an item that is known; nil if there is none.
    func note(tombstone revision: Int?, of id: OwnedID) {
        // Not a change of the write: it stays if the write is refused.
        guard let index = tables.items.index(of: id) else { return }
        tables.items.note(index) {
            $0.tombstone = revision.map { .stored(revision: $0) } ?? .none
        }
    }

    /// The revision of an item's deletion; nil in the outer optional if it was not read.
    func tombstone(of id: OwnedID) -> Int?? {
        guard let index = tables.items.index(of: id) else { return nil }
        switch tables.items.rows[index].tombstone {
        case .unread: return nil
        case .none: return .some(nil)
        case .stored(let revision): return revision
        case .written(let change): return tables.changes[change].revision
        }
    }

    /// Inserts an item, and logs its creation.
    func insert(_ item: ToDoItem, isGenerated: Bool) throws(StorageFailure) {
        let change = try change(
            .creation, of: item, revision: item.revision, now: item.updatedAt,
            growth: ItemSize(count: 1, bytes: item.content.storedBytes))
        let id = OwnedID(owner: owner, id: item.id)
        if isGenerated {
            // The id is new, so no other write asks for it.
            tables.add(id, generated: item, change)
            return
        }
        let index = note(item: nil, of: id)
        guard !tables.items.rows[index].exists else {
            throw .corrupt("an item with an id that is taken")
        }
        tables.changes.append(change)
        tables.items.change(index) {
            $0.change(to: item)
            $0.tombstone = .none
        }
    }

    /// Replaces an item, and logs the members that differ.
    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        var members = ChangeMembers(between: old, and: item)
        if old.revision == item.revision { members.insert(.repeated) }
        let change = try change(
            members, of: old, revision: item.revision, now: item.updatedAt,
            growth: ItemSize(
                count: 0, bytes: item.content.storedBytes - old.content.storedBytes))
        let index = note(item: old, of: OwnedID(owner: owner, id: old.id))
        tables.changes.append(change)
        tables.items.change(index) { $0.change(to: item) }
    }

    /// Deletes an item, logs it whole and leaves a tombstone.
    func delete(_ old: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        var members: ChangeMembers = .all.union(.deletion)
        if old.revision == revision { members.insert(.repeated) }
        let change = try change(
            members, of: old, revision: revision, now: now,
            growth: ItemSize(count: -1, bytes: -old.content.storedBytes))
        let index = note(item: old, of: OwnedID(owner: owner, id: old.id))
        let place = tables.changes.count
        tables.changes.append(change)
        tables.items.change(index) {
            $0.change(to: nil)
            $0.tombstone = .written(change: place)
        }
    }

    /// The next change, with these members of the item before it, or after its creation; the
    /// owner's items grow by `growth`.
    private func change(
        _ members: ChangeMembers, of item: ToDoItem, revision: Int, now: Double, growth: ItemSize
    ) throws(StorageFailure) -> ChangeRow {
        ordinal += 1
        let change = ChangeRow(
            owner: owner, revision: revision, ordinal: ordinal, changedAt: now, members: members,
            item: item, origin: ordinal == 1 ? origin : nil)
        try changeOwner {
            $0.items.count += growth.count
            $0.items.bytes += growth.bytes
            $0.historyBytes += change.bytes
        }
        return change
    }
}

/// Idempotency records.
extension BatchRows {
    /// The record of a key that is known; nil in the outer optional for another key.
    func record(_ key: OwnedKey) -> IdempotencyRecord?? {
        guard let index = tables.records.index(of: key) else { return nil }
        return .some(tables.records.rows[index].record)
    }

    /// Notes a record that was read; nil if there is none.
    @discardableResult
    package func note(record: IdempotencyRecord?, for key: OwnedKey) -> Int {
        tables.records.index(of: key) ?? tables.records.add(RecordEntry(key, stored: record))
    }

    /// Notes the records that were found among these.
    package func note(
        records found: [(key: OwnedKey, record: IdempotencyRecord)], of keys: [OwnedKey]
    ) {
        for (key, record) in found { note(record: record, for: key) }
        for key in keys { note(record: nil, for: key) }
    }

    func set(_ record: IdempotencyRecord, for key: OwnedKey) {
        let index = note(record: nil, for: key)
        tables.records.change(index) { $0.change(to: record) }
    }
}
