package import Items

/// The names of rows below an owner.
package struct OwnedID: Hashable, Sendable {
    package let owner: Int
    package let id: ItemID

    package init(owner: Int, id: ItemID) {
        self.owner = owner
        self.id = id
    }
}

package struct OwnedKey: Hashable, Sendable {
    package let owner: Int
    package let key: IdempotencyKey

    package init(owner: Int, key: IdempotencyKey) {
        self.owner = owner
        self.key = key
    }
}

/// The read and changed rows of a batch, as they will be after its flush, and what the database
/// has instead.
///
///     read ──▶ rows ──▶ write rules of each job ──▶ changed rows ──▶ flush
///                             │ refused: the rows of before the job
///
/// A job that is refused after it has written puts its rows back. So there are no savepoints, and
/// nothing is performed twice.
package struct BatchRows {
    /// An item that was read or changed.
    package struct ItemEntry: KeyedRow {
        package let key: OwnedID
        /// The item in the database.
        package let stored: ToDoItem?
        /// The item as it will be, if it is changed.
        package private(set) var changed: ToDoItem?
        package private(set) var isChanged = false
        /// Whether the id was made for this item, so that the database knows nothing of it.
        package fileprivate(set) var isGenerated = false
        package fileprivate(set) var tombstone = Tombstone.unread

        init(_ key: OwnedID, stored: ToDoItem?) {
            self.key = key
            self.stored = stored
        }

        /// The item as it will be.
        var item: ToDoItem? { isChanged ? changed : stored }

        mutating func change(to item: ToDoItem?) {
            changed = item
            isChanged = true
        }

        package mutating func revert() {
            changed = nil
            isChanged = false
            isGenerated = false
            tombstone = .unread
        }
    }

    package enum Tombstone {
        case unread
        case none
        /// The database has it.
        case stored(revision: Int)
        /// The batch writes it, with the change of this index.
        case written(change: Int)
    }

    /// An idempotency record as it will be.
    package struct RecordEntry: KeyedRow {
        package let key: OwnedKey
        /// The record in the database.
        private let stored: IdempotencyRecord?
        /// The record as it will be.
        package private(set) var record: IdempotencyRecord?
        package private(set) var isChanged = false

        init(_ key: OwnedKey, stored: IdempotencyRecord?) {
            self.key = key
            self.stored = stored
            record = stored
        }

        mutating func change(to record: IdempotencyRecord) {
            self.record = record
            isChanged = true
        }

        package mutating func revert() {
            record = stored
            isChanged = false
        }
    }

    package private(set) var items = KeyedRows<ItemEntry>()
    package private(set) var records = KeyedRows<RecordEntry>()
    package private(set) var changes: [ChangeRow] = []
    /// The owners that were read and exist.
    package private(set) var owners: [OwnerRow] = []
    /// The keys of owners that do not exist or are leaving.
    private var absentOwners: Set<Int> = []

    /// The key of the current write's owner, and its index if it was read and exists.
    private var owner = 0
    private var ownerIndex: Int?
    /// The owner's counters before the current write.
    private var oldCounters: (values: OwnerCounters, isChanged: Bool)?
    /// The number of changes before the current write, and of its own.
    private var oldChanges = 0
    private var ordinal = 0
    /// Whether changes of the current write were flushed, so that they can only be rolled back
    /// together with the transaction.
    package private(set) var isPartlyFlushed = false

    init() {}

    /// Begins a write of an owner.
    mutating func begin(of key: Int) {
        items.begin()
        records.begin()
        oldChanges = changes.count
        ordinal = 0
        isPartlyFlushed = false
        // The writes of an owner often follow one another.
        if owner != key || ownerIndex == nil {
            owner = key
            // Few enough to look at each.
            ownerIndex = owners.lastIndex { $0.owner.key == key }
        }
        keepCounters()
    }

    private mutating func keepCounters() {
        guard let ownerIndex else { return oldCounters = nil }
        oldCounters = (owners[ownerIndex].counters, owners[ownerIndex].isChanged)
    }

    /// Puts back what the current write has changed.
    mutating func rollBack() {
        precondition(!isPartlyFlushed, "flushed changes cannot be put back")
        items.rollBack()
        records.rollBack()
        changes.removeLast(changes.count - oldChanges)
        guard let ownerIndex, let oldCounters else { return }
        owners[ownerIndex].counters = oldCounters.values
        owners[ownerIndex].isChanged = oldCounters.isChanged
    }

    /// Whether something is to be flushed.
    package var hasChanges: Bool {
        !changes.isEmpty || records.rows.contains(where: \.isChanged)
    }

    /// Forgets what was flushed, and all rows except those of owners.
    mutating func didFlush() {
        isPartlyFlushed = isPartlyFlushed || changes.count > oldChanges
        items.removeAll()
        records.removeAll()
        changes.removeAll(keepingCapacity: changes.count <= 2_048)
        oldChanges = 0
    }

    /// Forgets what was flushed, the rows of owners included.
    package mutating func didFlushAll() {
        didFlush()
        for index in owners.indices { owners[index].isChanged = false }
    }

    /// Forgets all rows, before another transaction.
    package mutating func removeAll() {
        items.removeAll()
        records.removeAll()
        if !changes.isEmpty { changes.removeAll(keepingCapacity: changes.count <= 2_048) }
        if !owners.isEmpty { owners.removeAll(keepingCapacity: true) }
        if !absentOwners.isEmpty { absentOwners = [] }
        (ownerIndex, oldChanges, isPartlyFlushed) = (nil, 0, false)
    }
}

/// Rows of owners.
extension BatchRows {
    /// Whether the current write's owner was looked for in vain.
    var isOwnerAbsent: Bool { !absentOwners.isEmpty && absentOwners.contains(owner) }

    /// The counters of the current write's owner; nil if there is no such owner.
    var counters: OwnerCounters? {
        guard let ownerIndex else { return nil }
        return owners[ownerIndex].counters
    }

    /// Whether the current write's owner is this one, with the same epoch.
    func isOwned(by owner: Owner) -> Bool {
        guard let ownerIndex else { return false }
        return owners[ownerIndex].owner == owner
    }

    /// Notes the row of an owner that was read; nil if there is none.
    package mutating func note(owner row: OwnerRow?, of key: Int) {
        if let row { owners.append(row) } else { absentOwners.insert(key) }
    }

    /// Notes the rows of owners that were read together.
    package mutating func note(owners rows: [OwnerRow], of keys: [Int]) {
        let found = Dictionary(rows.map { ($0.owner.key, $0) }) { $1 }
        for key in keys { note(owner: found[key], of: key) }
    }

    /// Notes the row of the current write's owner.
    mutating func note(currentOwner row: OwnerRow) {
        ownerIndex = owners.count
        owners.append(row)
        oldCounters = (row.counters, row.isChanged)
    }

    /// Notes that the current write's owner does not exist.
    mutating func noteNoOwner() {
        absentOwners.insert(owner)
    }

    mutating func changeOwner(_ body: (inout OwnerCounters) -> Void) throws(StorageFailure) {
        guard let ownerIndex else { throw .unexpected("a change of no owner") }
        body(&owners[ownerIndex].counters)
        owners[ownerIndex].isChanged = true
    }
}

/// Items and tombstones.
extension BatchRows {
    /// Whether an item was read or changed.
    package mutating func knows(_ id: OwnedID) -> Bool { items.index(of: id) != nil }

    /// The item of an id that is known; nil in the outer optional for another id.
    mutating func item(_ id: OwnedID) -> ToDoItem?? {
        guard let index = items.index(of: id) else { return nil }
        return .some(items.rows[index].item)
    }

    /// Notes an item that was read; nil if there is none.
    @discardableResult
    package mutating func note(item: ToDoItem?, of id: OwnedID) -> Int {
        items.index(of: id) ?? items.add(ItemEntry(id, stored: item))
    }

    /// Notes the items that were found among these.
    package mutating func note(items found: [(id: OwnedID, item: ToDoItem)], of ids: [OwnedID]) {
        for (id, item) in found { note(item: item, of: id) }
        for id in ids { note(item: nil, of: id) }
    }

    /// Notes the tombstones that were found among those of items that are known.
    package mutating func note(
        tombstones found: [(id: OwnedID, revision: Int)], of ids: [OwnedID]
    ) {
        let revisions = Dictionary(found.map { ($0.id, $0.revision) }) { $1 }
        for id in ids { note(tombstone: revisions[id], of: id) }
    }

    /// Notes the tombstone of an item that is known; nil if there is none.
    mutating func note(tombstone revision: Int?, of id: OwnedID) {
        // Not a change of the write: it stays if the write is refused.
        guard let index = items.index(of: id) else { return }
        items.note(index) { $0.tombstone = revision.map { .stored(revision: $0) } ?? .none }
    }

    /// The revision of an item's deletion; nil in the outer optional if it was not read.
    mutating func tombstone(of id: OwnedID) -> Int?? {
        guard let index = items.index(of: id) else { return nil }
        switch items.rows[index].tombstone {
        case .unread: return nil
        case .none: return .some(nil)
        case .stored(let revision): return revision
        case .written(let change): return changes[change].revision
        }
    }

    /// Inserts an item, and logs its creation.
    mutating func insert(_ item: ToDoItem, isGenerated: Bool) throws(StorageFailure) {
        try append(
            .creation, of: item, revision: item.revision, now: item.updatedAt,
            growth: ItemSize(count: 1, bytes: item.content.storedBytes))
        let id = OwnedID(owner: owner, id: item.id)
        // A generated id is new, so no other write asks for it.
        let index =
            isGenerated
            ? items.add(ItemEntry(id, stored: nil)) : note(item: nil, of: id)
        guard items.rows[index].item == nil else {
            throw .corrupt("an item with an id that is taken")
        }
        items.change(index) {
            $0.change(to: item)
            $0.isGenerated = isGenerated
            $0.tombstone = .none
        }
    }

    /// Replaces an item, and logs the members that differ.
    mutating func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        var members = ChangeMembers(between: old, and: item)
        if old.revision == item.revision { members.insert(.repeated) }
        try append(
            members, of: old, revision: item.revision, now: item.updatedAt,
            growth: ItemSize(
                count: 0, bytes: item.content.storedBytes - old.content.storedBytes))
        let index = note(item: old, of: OwnedID(owner: owner, id: old.id))
        items.change(index) { $0.change(to: item) }
    }

    /// Deletes an item, logs it whole and leaves a tombstone.
    mutating func delete(_ old: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        var members: ChangeMembers = .all.union(.deletion)
        if old.revision == revision { members.insert(.repeated) }
        try append(
            members, of: old, revision: revision, now: now,
            growth: ItemSize(count: -1, bytes: -old.content.storedBytes))
        let change = changes.count - 1
        let index = note(item: old, of: OwnedID(owner: owner, id: old.id))
        items.change(index) {
            $0.change(to: nil)
            $0.tombstone = .written(change: change)
        }
    }

    /// Appends a change with these members of the item before it, or after its creation; the
    /// owner's items grow by `growth`.
    private mutating func append(
        _ members: ChangeMembers, of item: ToDoItem, revision: Int, now: Double, growth: ItemSize
    ) throws(StorageFailure) {
        ordinal += 1
        let change = ChangeRow(
            owner: owner, revision: revision, ordinal: ordinal, changedAt: now, members: members,
            item: item)
        try changeOwner {
            $0.items.count += growth.count
            $0.items.bytes += growth.bytes
            $0.historyBytes += change.bytes
        }
        changes.append(change)
    }
}

/// Idempotency records.
extension BatchRows {
    /// The record of a key that is known; nil in the outer optional for another key.
    mutating func record(_ key: OwnedKey) -> IdempotencyRecord?? {
        guard let index = records.index(of: key) else { return nil }
        return .some(records.rows[index].record)
    }

    /// Notes a record that was read; nil if there is none.
    @discardableResult
    package mutating func note(record: IdempotencyRecord?, for key: OwnedKey) -> Int {
        records.index(of: key) ?? records.add(RecordEntry(key, stored: record))
    }

    /// Notes the records that were found among these.
    package mutating func note(
        records found: [(key: OwnedKey, record: IdempotencyRecord)], of keys: [OwnedKey]
    ) {
        for (key, record) in found { note(record: record, for: key) }
        for key in keys { note(record: nil, for: key) }
    }

    mutating func set(_ record: IdempotencyRecord, for key: OwnedKey) {
        let index = note(record: nil, for: key)
        records.change(index) { $0.change(to: record) }
    }
}
