import Foundation

/// The items whose appearance an event may have changed.
enum Touched {
    case some(Set<UUID>)
    case all
}

extension Replica {
    /// Changes the state.
    ///
    /// Never traps: behind a damaged record, an event meets a state that it was not made for.
    mutating func apply(_ event: Event) -> Touched {
        switch event {
        case .action(let action): return apply(action)
        case .takeOff(let takeOff): return apply(takeOff)
        case .landed(let landing): return apply(landing)
        case .returned(let back): return apply(back)
        case .page(let page): return apply(page)
        case .base(let base): return apply(base)
        case .phase(let phase):
            flight?.phase = phase
            return .some(Set(flight?.ids ?? []))
        case .expired:
            token = nil
            aside = nil
            // Revisions of the next epoch are others.
            deletions = [:]
            return .some([])
        case .dismissed(let id):
            conflicts.removeAll { $0.id == id }
            return .some([])
        }
    }

    private mutating func apply(_ action: Event.Action) -> Touched {
        for edit in action.edits { write(edit) }
        switch action.kind {
        case .write:
            redo = []
            undo.append(action.edits)
        case .undo:
            _ = undo.popLast()
            if !action.edits.isEmpty { redo.append(action.edits) }
        case .redo:
            _ = redo.popLast()
            if !action.edits.isEmpty { undo.append(action.edits) }
        }
        if undo.count > Self.undoSteps { undo.removeFirst() }
        if let restored = action.restored { conflicts.removeAll { $0.id == restored } }
        return .some(Set(action.edits.map(\.id)))
    }

    /// Puts a user's edit on top of what is shown.
    private mutating func write(_ change: Edit) {
        nextNumber = max(nextNumber, change.number + 1)
        if let edit = queue[change.id] {
            queue.set(edit.with(after: change.after))
            return
        }
        // Below is what the change was made on, unless damage has taken it away.
        let before = below(change.id) ?? change.before
        let origin = before == nil ? change.origin ?? Origin(isShared: true) : nil
        queue.set(
            Edit(
                id: change.id, before: before, after: change.after, number: change.number,
                origin: origin))
    }

    private mutating func apply(_ takeOff: Event.TakeOff) -> Touched {
        var edits: [UUID: Edit] = [:]
        for id in takeOff.ids { edits[id] = queue.remove(id) }
        flight = Flight(
            kind: takeOff.kind, key: takeOff.key, body: takeOff.body,
            takenOffAt: takeOff.takenOffAt, ids: takeOff.ids, edits: edits)
        return .some(Set(takeOff.ids))
    }

    private mutating func apply(_ landing: Event.Landing) -> Touched {
        guard let flight else { return .some([]) }
        self.flight = nil
        var news = Conflicts(seed: landing.seed)
        let edits = flight.edits
        var deletedBy: Int?
        if let revision = landing.revision, edits.values.allSatisfy({ $0.after == nil }) {
            deletedBy = revision
            deletions[revision] = Set(flight.ids)
            if deletions.count > Self.deletionsKept, let oldest = deletions.keys.min() {
                deletions[oldest] = nil
            }
        }
        for (id, stored) in landing.results {
            carry(id, flightEdit: edits[id], onto: stored, deletedBy: deletedBy, &news)
        }
        add(news)
        return .some(Set(landing.results.map(\.id)).union(flight.ids))
    }

    private mutating func apply(_ back: Event.Return) -> Touched {
        guard let flight else { return .some([]) }
        self.flight = nil
        var news = Conflicts(seed: back.seed)
        for edit in flight.inOrder {
            let later = queue[edit.id]
            if let problem = back.setAside[edit.id], later == nil {
                if let lost = edit.after ?? edit.before { news.add(.refused(problem), lost) }
                continue
            }
            // Also an edit that was refused goes on if it has been changed since.
            let merged = edit.followed(by: later)
            queue.set(merged.with(origin: merged.origin?.withoutUndoOf(flight.kind)))
        }
        add(news)
        return .some(Set(flight.ids))
    }

    mutating func add(_ news: Conflicts) {
        conflicts.append(contentsOf: news.all)
        if conflicts.count > Self.conflictsKept {
            conflicts.removeFirst(conflicts.count - Self.conflictsKept)
        }
    }
}

extension Origin {
    /// After a refused undo the item is to be made anew.
    fileprivate func withoutUndoOf(_ kind: Flight.Kind) -> Origin {
        if case .undo = kind { withoutUndo } else { self }
    }
}

/// The conflicts of one event; their ids follow from one of the event's.
struct Conflicts {
    private(set) var all: [Conflict] = []
    private let seed: IDKey

    init(seed: UUID) {
        self.seed = seed.key
    }

    mutating func add(_ kind: Conflict.Kind, _ lost: ToDoItem) {
        let id = UUID(upper: seed.upper, lower: seed.lower &+ UInt64(all.count))
        all.append(Conflict(id: id, kind: kind, lost: lost))
    }

    mutating func add(_ rebased: Rebased) {
        if let conflict = rebased.conflict { add(conflict.kind, conflict.lost) }
    }
}
