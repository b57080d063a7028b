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
            // A step of which nothing could be undone is also removed.
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
        for conflict in action.replaced { insert(conflict) }
        return .some(Set(action.edits.map(\.id)))
    }

    /// Applies a user's edit to the shown items.
    private mutating func write(_ change: Edit) {
        nextNumber = max(nextNumber, change.number + 1)
        if let edit = queue[change.id] {
            let merged = edit.with(after: change.after)
            queue.set(
                change.origin?.revertedCompletion != nil
                    ? merged.with(origin: change.origin) : merged)
            return
        }
        // The state below equals `change.before`, unless a damaged record is missing.
        let before = below(change.id) ?? change.before
        let origin =
            before == nil
            ? change.origin ?? Origin(isShared: true)
            : change.origin?.revertedCompletion == nil ? nil : change.origin
        queue.set(
            Edit(
                id: change.id, before: before, after: change.after, number: change.number,
                origin: origin))
    }

    private mutating func apply(_ started: Event.RequestStarted) -> AffectedItems {
        var edits: [UUID: Edit] = [:]
        for id in started.ids {
            guard let (now, later) = queue.remove(id)?.split(copy[id]) else { continue }
            edits[id] = now
            if let later { queue.set(later) }
        }
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
        let completed = edits.count == 1 ? edits.values.first { $0.isCompletion } : nil
        let reopened = completed.flatMap { queue[$0.id]?.after }
        let isDeletion = edits.values.allSatisfy { $0.after == nil }
        if let revision = success.revision, isDeletion || completed != nil {
            deletionRevision = isDeletion ? revision : nil
            deletions[revision] = Set(pendingRequest.ids)
            if deletions.count > Self.deletionsKept, let oldest = deletions.keys.min() {
                deletions[oldest] = nil
            }
        }
        for result in success.results {
            rebase(
                result.id, pendingEdit: edits[result.id], onto: result.stored,
                deletionRevision: deletionRevision, &newConflicts)
        }
        if let completed, let reopened { reopen(completed, reopened, success.revision) }
        add(newConflicts)
        return .some(Set(success.results.map(\.id)).union(pendingRequest.ids))
    }

    /// Opens an item with its rule if it was opened again while its completion was being sent.
    private mutating func reopen(_ completed: Edit, _ item: ToDoItem, _ revision: Int?) {
        guard let revision, let stored = copy[completed.id]?.item, stored.hasLostRule,
            let restored = completed.before, !item.done, item.repetition != nil,
            let edit = queue[completed.id], var after = edit.after
        else { return }
        after.repetition = item.repetition
        queue.set(edit.with(after: after).reverting(revision, restoring: restored))
    }

    private mutating func apply(_ refusal: Event.RequestRefused) -> AffectedItems {
        guard let pendingRequest else { return .some([]) }
        self.pendingRequest = nil
        var newConflicts = Conflicts(seed: refusal.seed)
        // After a refused undo, the items that it should have restored are created again.
        let isUndoLost = if case .undo = pendingRequest.kind { !refusal.isForRoom } else { false }
        for edit in pendingRequest.inOrder {
            let later = queue[edit.id]
            if let problem = refusal.rejected[edit.id],
                later.map(edit.isFollowedByCompletion) ?? true
            {
                queue.remove(edit.id)
                removeConflicts(ofRefused: edit.id)
                if let lost = later?.after ?? edit.after ?? edit.before {
                    let stored = copy[edit.id]?.item
                    // Changes that arrived while the request was being sent were not refused.
                    let change = edit.before.flatMap { stored?.applying(lost, from: $0) }
                    newConflicts.add(.refused(problem), change ?? lost, replacedBy: stored)
                }
                continue
            }
            // A refused edit is sent again if it was changed since.
            let merged = edit.followed(by: later)
            if isUndoLost {
                queueWithoutUndo(merged, &newConflicts)
            } else {
                queue.set(merged)
            }
        }
        var affected = Set(pendingRequest.ids)
        if case .undo(let revision) = pendingRequest.kind, isUndoLost {
            affected.formUnion(cancelRevert(of: revision, &newConflicts))
        }
        add(newConflicts)
        return .some(affected)
    }
}
