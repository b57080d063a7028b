import Items
import PostgreSQL
import Storage

/// The items of the owners of a batch: rows that were fetched, and what the write rules make of
/// them.
///
/// A row that was not fetched is read at once. Bulk writes and undo read the database
/// directly; so each has a transaction of its own, before which nothing is unwritten.
final class PostgresItemTransaction: ItemTransaction {
    private var session: (any PostgresSession)?
    /// The commands that open the transaction, if they are yet to be sent.
    var unsent: [PostgresCommand] = []
    var state = BatchState()
    private(set) var owner = Owner(key: 0, epoch: "")
    private var isBoundToEpoch = false
    /// The changes of the current write so far.
    private var ordinal = 0
    let limits: OwnerLimits
    let livenessProbes: LivenessProbes
    /// Whether the current write is a bulk write.
    private(set) var isBulk = false

    init(limits: OwnerLimits, livenessProbes: LivenessProbes = LivenessProbes()) {
        self.limits = limits
        self.livenessProbes = livenessProbes
    }

    func begin(_ session: any PostgresSession) {
        self.session = session
        unsent = []
        state = BatchState()
    }

    func takeUnsent() -> [PostgresCommand] {
        defer { unsent = [] }
        return unsent
    }

    func begin(of owner: Owner, isBoundToEpoch: Bool, isBulk: Bool = false) {
        self.owner = owner
        self.isBulk = isBulk
        self.isBoundToEpoch = isBoundToEpoch
        ordinal = 0
        state.begin(of: owner.key)
    }

    /// Runs a command in the open transaction.
    func run(_ command: PostgresCommand) throws(StorageFailure) -> PostgresRows {
        guard let session else { throw .unexpected("no transaction") }
        livenessProbes.answer()
        let commands = takeUnsent() + [command]
        return try storing { () throws(PostgresFailure) in
            guard let rows = try session.exchange(commands).last else {
                throw .unexpected("no answer")
            }
            return rows
        }
    }

    /// Reads the items that follow from the completion of these, in one round trip, before the
    /// write rules need them one after another.
    func fetchNext(of items: [(owner: Int, item: ToDoItem)]) throws(PostgresFailure) {
        let ids = items.compactMap { owner, item -> OwnedID? in
            guard item.content.repetition != nil, let timestamp = item.content.timestamp else {
                return nil
            }
            let id = OwnedID(owner: owner, id: item.id.next(after: timestamp))
            return state.items[id] == nil ? id : nil
        }
        guard !ids.isEmpty, let session else { return }
        guard let rows = try session.exchange(takeUnsent() + [BatchStatements.items(ids)]).last
        else { throw .unexpected("no answer") }
        try state.note(items: rows, of: ids)
    }

    /// The owner's row, locked; nil when there is none.
    private func ownerState() throws(StorageFailure) -> OwnerState? {
        if let known = state.owners[owner.key] { return known }
        let rows = try run(BatchStatements.lockOwners([owner.key]))
        let found = try storing { () throws(PostgresFailure) in
            rows.count == 1 ? try OwnerState(rows, 0) : nil
        }
        state.owners[owner.key] = .some(found)
        return found
    }

    private func change(_ body: (inout OwnerState) -> Void) throws(StorageFailure) {
        guard var row = try ownerState() else { throw .unexpected("no owner") }
        body(&row)
        row.isChanged = true
        state.owners[owner.key] = .some(row)
    }

    func revision() throws(StorageFailure) -> Int? {
        // The local owner's key is reused by one account after another.
        guard let row = try ownerState(), !isBoundToEpoch || row.owner == owner else { return nil }
        return row.revision
    }

    func setRevision(_ revision: Int) throws(StorageFailure) {
        try change { $0.revision = revision }
    }

    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem? {
        let name = OwnedID(owner: owner.key, id: id)
        if let known = state.items[name] { return known.item }
        let rows = try run(BatchStatements.items([name]))
        try storing { () throws(PostgresFailure) in
            try state.note(items: rows, of: [name])
        }
        return state.items[name]?.item
    }

    func quota() throws(StorageFailure) -> ItemQuota {
        ItemQuota(used: try ownerState()?.items ?? .zero, limit: limits.items)
    }

    func tombstone(of id: ItemID) throws(StorageFailure) -> Int? {
        let name = OwnedID(owner: owner.key, id: id)
        if let known = state.tombstones[name] { return known.change?.revision }
        let rows = try run(BatchStatements.tombstones([name]))
        try storing { () throws(PostgresFailure) in
            try state.note(tombstones: rows, of: [name])
        }
        return state.tombstones[name]?.change?.revision
    }

    func nextSequence() throws(StorageFailure) -> Int {
        var sequence = 0
        try change {
            $0.lastSequence += 1
            sequence = $0.lastSequence
        }
        return sequence
    }

    func insert(_ item: ToDoItem, isGenerated: Bool) throws(StorageFailure) {
        try append(.creation, of: item, revision: item.revision, now: item.updatedAt)
        let name = OwnedID(owner: owner.key, id: item.id)
        state.setItem(item, of: name)
        if !isGenerated { state.setTombstone(nil, of: name) }
        try change {
            $0.items.count += 1
            $0.items.bytes += item.content.storedBytes
        }
    }

    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        var members = ChangeMembers(between: old, and: item)
        if old.revision == item.revision { members.insert(.repeated) }
        try append(members, of: old, revision: item.revision, now: item.updatedAt)
        state.setItem(item, of: try known(old))
        try change { $0.items.bytes += item.content.storedBytes - old.content.storedBytes }
    }

    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        var members: ChangeMembers = .all.union(.deletion)
        if item.revision == revision { members.insert(.repeated) }
        try append(members, of: item, revision: revision, now: now)
        let name = try known(item)
        state.setItem(nil, of: name)
        state.setTombstone(.init(revision: revision, ordinal: ordinal), of: name)
        try change {
            $0.items.count -= 1
            $0.items.bytes -= item.content.storedBytes
        }
    }

    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int {
        var count = 0
        for done in [false, true] {
            var sequence = 0
            while true {
                let (items, isAll) = try select(ItemFilter(), done: done, after: sequence)
                for item in items { try delete(item, revision: revision, now: now) }
                count += items.count
                guard let last = items.last, !isAll else { break }
                sequence = last.sequence
            }
        }
        return count
    }

    func record(for key: IdempotencyKey) throws(StorageFailure) -> IdempotencyRecord? {
        let name = OwnedKey(owner: owner.key, key: key)
        if let known = state.records[name] { return known.record }
        let rows = try run(BatchStatements.records([name]))
        try storing { () throws(PostgresFailure) in
            try state.note(records: rows, of: [name])
        }
        return state.records[name]?.record
    }

    func store(_ record: IdempotencyRecord, for key: IdempotencyKey) throws(StorageFailure) {
        guard let response = record.response else { return }
        let old = try self.record(for: key)?.response?.content.count ?? 0
        state.setRecord(record, for: OwnedKey(owner: owner.key, key: key))
        try change { $0.answerBytes += response.content.count - old }
    }

    /// The name of an item that the caller has found; one of a bulk write is known from then on.
    private func known(_ item: ToDoItem) throws(StorageFailure) -> OwnedID {
        let name = OwnedID(owner: owner.key, id: item.id)
        if state.items[name] == nil {
            state.items[name] = BatchState.ItemState(item: item, isStored: true)
        }
        return name
    }

    /// Appends a change with these members of the item before it.
    private func append(
        _ members: ChangeMembers, of item: ToDoItem, revision: Int, now: Double
    ) throws(StorageFailure) {
        ordinal += 1
        let row = ChangeRow(
            owner: owner.key, revision: revision, ordinal: ordinal, changedAt: now,
            members: members, item: item)
        state.changes.append(row)
        try change { $0.historyBytes += row.bytes }
    }
}
