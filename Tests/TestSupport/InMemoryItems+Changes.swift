package import Items

extension InMemoryItems {
    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange) -> Bool
    ) throws(StorageFailure) -> Bool {
        try fail()
        let shelf = shelf(owner)
        let position = position ?? .beginning(at: shelf.clock)
        guard position.isServable(clock: shelf.clock, horizon: shelf.horizon) else { return false }
        guard begin(shelf.clock) else { return true }
        for change in shelf.changes(since: position).prefix(limit) {
            guard change.show(to: body) else { return true }
        }
        return true
    }

    /// Forgets the log and the tombstones up to and with this revision.
    package func forget(upTo horizon: Int, of owner: Owner) {
        var shelf = shelf(owner)
        shelf.horizon = max(shelf.horizon, min(horizon, shelf.clock))
        shelf.log = shelf.log.filter { $0.key > horizon }
        shelf.tombstones = shelf.tombstones.filter { $0.value.revision > horizon }
        put(shelf, of: owner)
    }
}

extension InMemoryShelf {
    fileprivate func changes(since position: ChangePosition) -> [Change] {
        let alive = items.values.map(Change.item).filter { $0.isBehind(position) }
        let gone = tombstones.map { id, tombstone in
            Change.deleted(id, place: tombstone.place, revision: tombstone.revision)
        }.filter { $0.isBehind(position) && $0.revision > position.began ?? 0 }
        return (alive + gone).sorted { ($0.revision, $0.place) < ($1.revision, $1.place) }
    }
}

/// A change as a value.
package enum Change: Equatable, Sendable {
    case item(ToDoItem)
    case deleted(ItemID, place: Int, revision: Int)

    /// The change as a value.
    package init(_ change: borrowing ItemChange) {
        switch copy change {
        case .item(let row): self = .item(ToDoItem(row))
        case .deleted(let id, let place, let revision):
            self = .deleted(id, place: place, revision: revision)
        }
    }

    package var id: ItemID {
        switch self {
        case .item(let item): item.id
        case .deleted(let id, _, _): id
        }
    }

    package var place: Int {
        switch self {
        case .item(let item): item.place
        case .deleted(_, let place, _): place
        }
    }

    package var revision: Int {
        switch self {
        case .item(let item): item.revision
        case .deleted(_, _, let revision): revision
        }
    }

    fileprivate func isBehind(_ position: ChangePosition) -> Bool {
        (revision, place) > (position.revision, position.place ?? .max)
    }

    fileprivate func show(to body: (borrowing ItemChange) -> Bool) -> Bool {
        switch self {
        case .deleted(let id, let place, let revision):
            return body(.deleted(id, place: place, revision: revision))
        case .item(let item):
            var goesOn = true
            item.withRow { goesOn = body(.item(copy $0)) }
            return goesOn
        }
    }
}
