package import Items
import Storage

extension InMemoryItems {
    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition? {
        try fail()
        let state = state(owner)
        let position = position ?? .beginning(at: state.revision)
        guard state.serves(position) else { return nil }
        guard begin(state.revision) else { return position }
        var last = position
        var rest = limit
        for (change, behind) in state.changes(since: position) {
            guard rest > 0, change.show(to: { body($0, behind) }) else { return last }
            rest -= 1
            last = behind
        }
        return .after(revision: state.revision)
    }

    /// Deletes the log and the tombstones up to and including this revision.
    package func forget(upTo horizon: Int, of owner: Owner) {
        change(owner) { state in
            state.horizon = max(state.horizon, min(horizon, state.revision))
            state.tombstones = state.tombstones.filter { $0.value.revision > horizon }
        }
    }
}

extension InMemoryState {
    /// Whether all changes after a position are still stored.
    fileprivate func serves(_ position: ChangePosition) -> Bool {
        switch position {
        case .listing(let began, done: _, sequence: _): horizon...self.revision ~= began
        case .after(let revision, rest: 0): horizon...self.revision ~= revision
        case .after(let revision, let rest):
            revision > horizon && revision <= self.revision
                && rest <= log.count { $0.revision == revision }
        }
    }

    /// The changes after a position, each with the position after it.
    fileprivate func changes(
        since position: ChangePosition
    ) -> [(change: Change, behind: ChangePosition)] {
        switch position {
        case .listing(let began, let done, let sequence):
            let start = ListPosition(done: done, sequence: sequence)
            let items = items(ItemQuery()).filter {
                start.precedes($0.position(in: nil), in: nil)
            }
            let listed = items.map { item in
                (
                    Change.item(item),
                    ChangePosition.listing(
                        began: began, done: item.content.done, sequence: item.sequence)
                )
            }
            return listed + changes(since: .after(revision: began))
        case .after(let revision, let rest):
            var changes: [(change: Change, behind: ChangePosition)] = []
            var remaining: [Int: Int] = [:]
            for entry in log where entry.revision >= revision {
                remaining[entry.revision, default: 0] += 1
            }
            var written: Set<Written> = []
            for (number, entry) in log.enumerated() where entry.revision >= revision {
                remaining[entry.revision, default: 0] -= 1
                let left = remaining[entry.revision, default: 0]
                // If one write changed an item several times, the first change is shown.
                let isFirst = written.insert(Written(entry)).inserted
                guard entry.revision > revision || left < rest else { continue }
                let behind = ChangePosition.after(revision: entry.revision, rest: left)
                if let item = items[entry.id], item.revision == entry.revision {
                    guard isFirst, !entry.members.contains(.deletion),
                        entry.sequence == item.sequence
                    else { continue }
                    changes.append((.item(item), behind))
                } else if tombstones[entry.id]?.entry == number {
                    changes.append((.deleted(entry.id, revision: entry.revision), behind))
                }
            }
            return changes
        }
    }
}

/// The rows that a write has written.
private struct Written: Hashable {
    let revision: Int
    let id: ItemID
    let sequence: Int?

    init(_ entry: ChangeRow) {
        let isDeletion = entry.members.contains(.deletion)
        (revision, id) = (entry.revision, entry.id)
        sequence = isDeletion ? nil : entry.sequence
    }
}

/// A change as a value.
package enum Change: Equatable, Sendable {
    case item(ToDoItem)
    case deleted(ItemID, revision: Int)

    /// The change as a value.
    package init(_ change: borrowing ItemChange) {
        switch copy change {
        case .item(let row): self = .item(ToDoItem(row))
        case .deleted(let id, let revision): self = .deleted(id, revision: revision)
        }
    }

    package var id: ItemID {
        switch self {
        case .item(let item): item.id
        case .deleted(let id, _): id
        }
    }

    package var revision: Int {
        switch self {
        case .item(let item): item.revision
        case .deleted(_, let revision): revision
        }
    }

    fileprivate func show(to body: (borrowing ItemChange) -> Bool) -> Bool {
        switch self {
        case .deleted(let id, let revision): return body(.deleted(id, revision: revision))
        case .item(let item):
            var goesOn = true
            item.withRow { goesOn = body(.item(copy $0)) }
            return goesOn
        }
    }
}
