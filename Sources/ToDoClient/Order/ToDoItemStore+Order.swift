public import Foundation

extension ToDoItemWrites {
    /// Moves items in the order by hand, so that they stand before another one, as they are given.
    ///
    /// `list` has the items as they are shown, sorted by hand; without it, these are all open items.
    /// Without `target`, or with one that is not in the list, they move to the end of it. Items that
    /// are not in the list stay.
    public mutating func move(
        _ ids: [ToDoItem.ID], before target: ToDoItem.ID?, in list: [ToDoItem.ID]? = nil
    ) throws(StoreError) {
        for id in ids + [target].compactMap(\.self) where self[id] == nil { throw .noSuchItem(id) }
        let shown =
            list?.compactMap { self[$0] } ?? ListOrder.hand.sorted(allItems.filter { !$0.done })
        let changes = ManualOrder.changes(
            moving: ids, before: target, in: shown.map(ManualOrder.Entry.init),
            keyed: ListOrder.hand.sorted(allItems.filter { $0.position != nil })
                .map(ManualOrder.Entry.init))
        // The moved ones come first, because a step of undo is named after its first item.
        let isMoved = Set(ids)
        let places =
            changes.filter { isMoved.contains($0.id) } + changes.filter { !isMoved.contains($0.id) }
        for place in places { try edit(place.id) { $0.position = place.key?.text } }
    }

    /// Gives another name to a tag of all items, also of those that are done; nil removes it.
    /// Returns the number of changed items.
    ///
    /// An item that has the other tag too keeps one of both.
    @discardableResult
    public mutating func rename(
        tag: String, to name: String?
    ) throws(StoreError) -> Int {
        if let fault = name.flatMap(Tag.fault) { throw .invalid([.tag(0, fault)]) }
        let key = tag.caseFolded
        let items = allItems.having(tag)
        for item in items {
            try edit(item.id) { item in
                item.tags = Tag.unique(
                    item.tags.compactMap { $0.caseFolded == key ? name : $0 })
            }
        }
        return items.count
    }
}

extension ManualOrder.Entry {
    fileprivate init(_ item: ToDoItem) {
        self.init(id: item.id, key: item.position.flatMap { OrderKey($0) })
    }
}

extension ToDoItemStore {
    /// Moves items in the order by hand, as one action: `ToDoItemWrites.move`.
    public func move(
        _ ids: [ToDoItem.ID], before target: ToDoItem.ID?, in list: [ToDoItem.ID]? = nil
    ) throws(StoreError) {
        try write { writes throws(StoreError) in
            try writes.move(ids, before: target, in: list)
        }
    }

    /// Gives another name to a tag of all items, as one action: `ToDoItemWrites.rename`.
    @discardableResult
    public func rename(tag: String, to name: String?) throws(StoreError) -> Int {
        try write { writes throws(StoreError) in try writes.rename(tag: tag, to: name) }
    }
}
