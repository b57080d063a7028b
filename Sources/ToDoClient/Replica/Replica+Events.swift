import Foundation

/// The items whose appearance an event may have changed.
enum AffectedItems {
    case some(Set<UUID>)
    case all
}

extension Replica {
    /// Changes the state.
    ///
    /// Never traps: after a damaged record, an event may not fit the state.
    mutating func apply(_ event: Event) -> AffectedItems {
        switch event {
        case .action(let action): return apply(action)
        case .requestStarted(let started): return apply(started)
        case .requestSucceeded(let success): return apply(success)
        case .requestRefused(let refusal): return apply(refusal)
        case .page(let page): return apply(page)
        case .checkpoint(let part): return apply(part)
        case .phase(let phase):
            pendingRequest?.phase = phase
            return .some(Set(pendingRequest?.ids ?? []))
        case .expired:
            token = nil
            partialCopy = nil
            // Revisions of the next epoch are others.
            deletions = [:]
            return .some([])
        case .dismissed(let id):
            removeConflict(id)
            return .some([])
        }
    }

    private mutating func apply(_ action: Event.Action) -> AffectedItems {
        for edit in action.edits { write(edit) }
        switch action.kind {
        case .write:
            redo = []
            undo.append(Step(edits: action.edits, conflict: removeConflict(action.restored)))
        case .move:
            break
        case .undo:
            // A step of which nothing could be undone is over, too.
            if let step = undo.popLast(), !action.edits.isEmpty {
                redo.append(Step(edits: action.edits, conflict: step.conflict))
                if let conflict = step.conflict { insert(conflict) }
            }
        case .redo:
            if let step = redo.popLast(), !action.edits.isEmpty {
                undo.append(Step(edits: action.edits, conflict: step.conflict))
                removeConflict(step.conflict?.id)
            }
        }
        if undo.count > Self.undoSteps { undo.removeFirst() }
        if let conflict = action.conflict { insert(conflict) }
        return .some(Set(action.edits.map(\.id)))
    }

    /// Puts a user's edit on top of what is shown.
    private mutating func write(_ change: Edit) {
        nextNumber = max(nextNumber, change.number + 1)
        if let edit = queue[change.id] {
            queue.set(edit.with(after: change.after))
            return
        }
        // The state below equals `change.before`, unless a damaged record is missing.
        let before = below(change.id) ?? change.before
        let origin = before == nil ? change.origin ?? Origin(isShared: true) : nil
        queue.set(
            Edit(
                id: change.id, before: before, after: change.after, number: change.number,
                origin: origin))
    }

    private mutating func apply(_ started: Event.RequestStarted) -> AffectedItems {
        var edits: [UUID: Edit] = [:]
        for id in started.ids { edits[id] = queue.remove(id) }
        pendingRequest = PendingRequest(
            kind: started.kind, key: started.key, body: started.body,
            startedAt: started.startedAt, ids: started.ids, edits: edits)
        return .some(Set(started.ids))
    }

    private mutating func apply(_ success: Event.RequestSucceeded) -> AffectedItems {
        guard let pendingRequest else { return .some([]) }
        self.pendingRequest = nil
        var newConflicts = Conflicts(seed: success.seed)
        let edits = pendingRequest.edits
        var deletionRevision: Int?
        if let revision = success.revision, edits.values.allSatisfy({ $0.after == nil }) {
            deletionRevision = revision
            deletions[revision] = Set(pendingRequest.ids)
            if deletions.count > Self.deletionsKept, let oldest = deletions.keys.min() {
                deletions[oldest] = nil
            }
        }
        for (id, stored) in success.results {
            rebase(
                id, pendingEdit: edits[id], onto: stored, deletionRevision: deletionRevision,
                &newConflicts)
        }
        add(newConflicts)
        return .some(Set(success.results.map(\.id)).union(pendingRequest.ids))
    }

    private mutating func apply(_ refusal: Event.RequestRefused) -> AffectedItems {
        guard let pendingRequest else { return .some([]) }
        self.pendingRequest = nil
        var newConflicts = Conflicts(seed: refusal.seed)
        for edit in pendingRequest.inOrder {
            let later = queue[edit.id]
            if let problem = refusal.rejected[edit.id], later == nil {
                if let lost = edit.after ?? edit.before {
                    newConflicts.add(
                        .refused(problem), lost, replacedBy: copy[edit.id]?.item)
                }
                continue
            }
            // A refused edit is sent again if it was changed since.
            let merged = edit.followed(by: later)
            let origin = merged.origin
            queue.set(
                merged.with(
                    origin: refusal.isForRoom
                        ? origin : origin?.withoutUndoOf(pendingRequest.kind)))
        }
        add(newConflicts)
        return .some(Set(pendingRequest.ids))
    }
}

extension Origin {
    /// After a refused undo, the item has to be created again.
    fileprivate func withoutUndoOf(_ kind: PendingRequest.Kind) -> Origin {
        if case .undo = kind { withoutUndo } else { self }
    }
}
