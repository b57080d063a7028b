public import Foundation

/// Several writes that become one action.
///
/// A value with the items after the writes so far. `ToDoItemStore.write` commits it.
public struct ToDoItemWrites: Sendable {
    /// A written item before and after the writes; nil if it did not exist.
    struct Change: Sendable {
        let id: ToDoItem.ID
        let before: ToDoItem?
        var after: ToDoItem?
        /// The origin of an item that is made; nil for a new one.
        let origin: Origin?
    }

    private let replica: Replica
    /// In the order of the first write to each item.
    private(set) var changes: [Change] = []
    /// Versions of items that the writes have replaced unseen.
    private(set) var replaced: [Conflicts.Loss] = []
    /// The places of items in `changes`.
    private var places: [ToDoItem.ID: Int] = [:]

    init(_ replica: Replica) {
        self.replica = replica
    }

    /// The item after the writes so far; nil if it does not exist.
    public subscript(id: ToDoItem.ID) -> ToDoItem? {
        places[id].map { changes[$0].after } ?? replica.shown(id)
    }

    /// All items after the writes so far, in the order of their creation.
    var allItems: [ToDoItem] {
        let known = replica.ids.compactMap(replica.row).sorted { $0.position < $1.position }
        let new = changes.filter { $0.before == nil }
        return (known.map(\.item.id) + new.map(\.id)).compactMap { self[$0] }
    }

    /// Adds a new item, its title without outer white space.
    public mutating func add(_ item: ToDoItem) throws(StoreError) {
        guard self[item.id] == nil else { throw .alreadyExists(item.id) }
        set(item.id, try ToDoItemStore.valid(item))
    }

    /// Changes an item.
    public mutating func edit(
        _ id: ToDoItem.ID, _ change: (inout ToDoItem) -> Void
    ) throws(StoreError) {
        let original = try existing(id)
        var item = original
        change(&item)
        try update(item, from: original)
    }

    /// Changes the members in which an item differs from the original, as `ToDoItemStore.update`.
    public mutating func update(
        _ item: ToDoItem, from original: ToDoItem
    ) throws(StoreError) {
        guard let now = self[original.id] else { return try makeAgain(item, original) }
        // A completion that has come meanwhile took the rule along, which is no change of it.
        let isMoved = now.hasLostRule && original.repetition != nil
        let base = isMoved ? original.withoutRule : original
        let changed = (isMoved ? item.withoutRule : item).trimmed
        let (result, overwritten) = now.merged(changed, from: base)
        if result != now {
            set(now.id, try ToDoItemStore.valid(result, changedFrom: now))
            if !overwritten.isEmpty { replaced.append((.overwrote(overwritten), now, result)) }
        }
        if isMoved, item.repetition != original.repetition,
            let loss = replica.conflict(ofLostRule: item)
        {
            replaced.append(loss)
        }
    }

    /// Makes an item again that was deleted since a form showed it.
    private mutating func makeAgain(
        _ item: ToDoItem, _ original: ToDoItem
    ) throws(StoreError) {
        // A tick and a move do not count as changes.
        guard places[original.id] == nil, !item.isSameMovedOrTicked(since: original) else {
            throw .noSuchItem(original.id)
        }
        let result = try ToDoItemStore.valid(
            original.applying(item, from: original), changedFrom: original)
        set(original.id, result, origin: Origin(isShared: true, base: original))
        replaced.append((.revived, original, result))
    }

    /// Marks items as done or open.
    public mutating func setDone(_ isDone: Bool, _ ids: [ToDoItem.ID]) throws(StoreError) {
        for id in ids {
            var item = try existing(id)
            item.done = isDone
            set(id, item)
        }
    }

    /// Deletes items.
    public mutating func delete(_ ids: [ToDoItem.ID]) throws(StoreError) {
        for id in ids {
            _ = try existing(id)
            set(id, nil)
        }
    }

    private func existing(_ id: ToDoItem.ID) throws(StoreError) -> ToDoItem {
        guard let item = self[id] else { throw .noSuchItem(id) }
        return item
    }

    private mutating func set(_ id: ToDoItem.ID, _ item: ToDoItem?, origin: Origin? = nil) {
        if let place = places[id] {
            changes[place].after = item
        } else {
            places[id] = changes.count
            changes.append(
                Change(id: id, before: replica.shown(id), after: item, origin: origin))
        }
    }
}

extension Replica {
    /// The edits that make these changes.
    fileprivate func edits(_ changes: [ToDoItemWrites.Change]) -> [Edit] {
        var number = nextNumber
        return changes.compactMap { change in
            defer { number += 1 }
            let isDeletion = change.after == nil
            return edit(
                change.id, to: change.after,
                number: isDeletion ? self.number(ofShown: change.id) ?? number : number,
                origin: change.before == nil ? change.origin ?? Origin(isShared: false) : nil)
        }
    }
}

extension ToDoItemStore {
    /// Makes several writes one action: one record in the file, one step of undo, all or nothing.
    ///
    ///     try store.write { writes throws(StoreError) in
    ///         try writes.setDone(true, ids)
    ///         try writes.add(ToDoItem(title: "Next week"))
    ///     }
    ///
    /// If an item that it has written was changed meanwhile, `body` is called again. An error that
    /// it throws ends the write.
    @discardableResult
    public func write<Result>(
        _ body: (inout ToDoItemWrites) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        while true {
            let (result, changes, replaced) = try changes(of: body)
            let isCommitted = try withOpenState { state throws(StoreError) in
                for change in changes where state.replica.shown(change.id) != change.before {
                    return false
                }
                try commitAction(
                    state.replica.edits(changes), replaced: conflicts(replaced), &state)
                return true
            }
            if isCommitted { return result }
        }
    }

    /// Calls `body` while the state is not locked, because it may use the store. Returns without
    /// the replica: the commit would copy one that is held.
    private func changes<Result>(
        of body: (inout ToDoItemWrites) throws(StoreError) -> Result
    ) throws(StoreError) -> (Result, [ToDoItemWrites.Change], [Conflicts.Loss]) {
        var writes = ToDoItemWrites(
            try withOpenState { state throws(StoreError) in state.replica })
        return (try body(&writes), writes.changes, writes.replaced)
    }

    private func conflicts(_ replaced: [Conflicts.Loss]) -> [Conflict] {
        guard !replaced.isEmpty else { return [] }
        var conflicts = Conflicts(seed: .now(environment))
        for loss in replaced { conflicts.add(loss) }
        return conflicts.all
    }
}
