import Items

/// The names of rows below an owner.
struct OwnedID: Hashable {
    let owner: Int
    let id: ItemID
}

struct OwnedKey: Hashable {
    let owner: Int
    let key: IdempotencyKey
}

/// The fetched and changed rows of a batch, as they will be after its flush, and whether they
/// differ from the database.
///
///     fetch ──▶ rows ──▶ write rules of each job ──▶ changed rows ──▶ flush
///                              │ refused: the rows of before the job
///
/// A job that is refused after it has written restores its rows. So there are no savepoints, and a
/// batch takes two round trips however many jobs it has.
struct BatchState {
    /// An item as it will be, and whether the database has a row of its id.
    struct ItemState {
        var item: ToDoItem?
        let isStored: Bool
        var isChanged = false
    }

    /// A tombstone as it will be.
    struct TombstoneState {
        struct Change: Equatable {
            let revision: Int
            let ordinal: Int
        }

        var change: Change?
        var isChanged = false
    }

    /// An idempotency record as it will be.
    struct RecordState {
        var record: IdempotencyRecord?
        var isChanged = false
    }

    /// The owners of the batch; nil for owners that do not exist or are leaving.
    var owners: [Int: OwnerState?] = [:]
    var items: [OwnedID: ItemState] = [:]
    var tombstones: [OwnedID: TombstoneState] = [:]
    var records: [OwnedKey: RecordState] = [:]
    var changes: [ChangeRow] = []

    /// The rows that the current job has touched, as they were before it.
    private var oldItems: [OwnedID: ItemState] = [:]
    private var oldTombstones: [OwnedID: TombstoneState?] = [:]
    private var oldRecords: [OwnedKey: RecordState] = [:]
    private var oldOwner: (key: Int, state: OwnerState??)?
    private var oldChanges = 0

    mutating func begin(of owner: Int) {
        (oldItems, oldTombstones, oldRecords) = ([:], [:], [:])
        oldOwner = (owner, owners[owner])
        oldChanges = changes.count
    }

    /// Takes back what the current job has done.
    mutating func rollBack() {
        for (id, old) in oldItems { items[id] = old }
        for (id, old) in oldTombstones { tombstones[id] = old }
        for (key, old) in oldRecords { records[key] = old }
        if let oldOwner, let state = oldOwner.state { owners[oldOwner.key] = state }
        changes.removeLast(changes.count - oldChanges)
    }

    /// Sets the item of an id that is known.
    mutating func setItem(_ item: ToDoItem?, of id: OwnedID) {
        let old = items[id] ?? ItemState(item: nil, isStored: false)
        if oldItems[id] == nil { oldItems[id] = old }
        items[id] = ItemState(item: item, isStored: old.isStored, isChanged: true)
    }

    /// Sets or removes the tombstone of an id.
    mutating func setTombstone(_ change: TombstoneState.Change?, of id: OwnedID) {
        if oldTombstones[id] == nil { oldTombstones[id] = .some(tombstones[id]) }
        tombstones[id] = TombstoneState(change: change, isChanged: true)
    }

    /// Sets a record that is known.
    mutating func setRecord(_ record: IdempotencyRecord, for key: OwnedKey) {
        let old = records[key] ?? RecordState()
        if oldRecords[key] == nil { oldRecords[key] = old }
        records[key] = RecordState(record: record, isChanged: true)
    }
}
