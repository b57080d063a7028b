import Foundation

extension Replica {
    mutating func apply(_ page: Event.Page) -> AffectedItems {
        var newConflicts = Conflicts(seed: page.seed)
        if token == nil { return applyToPartialCopy(page, &newConflicts) }
        var affected = Set(page.changes.map(\.id))
        for change in page.changes {
            let (id, stored) = (change.id, change.stored)
            affected.formUnion(cancelOutdatedRevert(of: id, stored, &newConflicts))
            applyServerState(id, stored, isDeletion: stored == nil, &newConflicts)
        }
        token = page.token
        if !page.hasMore { affected.formUnion(settlePendingRequest(&newConflicts)) }
        add(newConflicts)
        return .some(affected)
    }

    /// Without a token, pages contain no deletions: an item that none contains does not exist.
    private mutating func applyToPartialCopy(
        _ page: Event.Page, _ newConflicts: inout Conflicts
    ) -> AffectedItems {
        var partialCopy = partialCopy ?? PartialCopy()
        for change in page.changes { partialCopy.items[change.id] = change.stored }
        partialCopy.token = page.token
        guard !page.hasMore else {
            self.partialCopy = partialCopy
            return .some([])
        }
        let edited = Set(queue.ids).union(pendingRequest?.ids ?? [])
        // In order, so that each replay gives the same ids to the same conflicts.
        for id in edited.sorted(by: { $0.key < $1.key }) {
            _ = cancelOutdatedRevert(of: id, partialCopy.items[id], &newConflicts)
            applyServerState(id, partialCopy.items[id], isDeletion: false, &newConflicts)
        }
        copy = partialCopy.items
        token = page.token
        self.partialCopy = nil
        _ = settlePendingRequest(&newConflicts)
        add(newConflicts)
        return .all
    }

    /// Applies the server's state of an item.
    private mutating func applyServerState(
        _ id: UUID, _ stored: ServerItem?, isDeletion: Bool, _ newConflicts: inout Conflicts
    ) {
        // The response to a request had the same state.
        if let known = copy[id], known.revision == stored?.revision,
            pendingRequest?.edits[id] == nil
        {
            return
        }
        guard let edit = pendingRequest?.edits[id], let phase = pendingRequest?.phase else {
            return rebase(id, pendingEdit: nil, onto: stored, &newConflicts)
        }
        switch phase {
        case .outgoing:
            // The response will contain the result of the edit.
            copy[id] = stored
        case .done:
            pendingRequest?.edits[id] = nil
            // The server's state includes the edit.
            rebase(id, pendingEdit: edit, isDone: true, onto: stored, &newConflicts)
        case .inDoubt:
            pendingRequest?.edits[id] = nil
            // The server received the new item, and another client has deleted it since.
            let isOver = isDeletion && edit.before == nil
            rebase(id, pendingEdit: edit, isDone: isOver, onto: stored, &newConflicts)
        }
    }

    /// Rebases the edits of an item onto the server's state.
    mutating func rebase(
        _ id: UUID, pendingEdit: Edit?, isDone: Bool = false, onto stored: ServerItem?,
        deletionRevision: Int? = nil, _ newConflicts: inout Conflicts
    ) {
        let old = copy[id]
        copy[id] = stored
        if stored != nil { tombstones[id] = nil }
        let later = queue[id]
        var lower: Edit?
        if let pendingEdit, !isDone {
            let rebased = Rebased(pendingEdit, onto: stored?.item)
            // The result of the later edit of the deleted item counts.
            if later == nil || rebased.conflict?.kind != .gone { newConflicts.add(rebased) }
            lower = rebased.edit
        }
        if stored == nil, let old, isDeletion(pendingEdit) || isDeletion(later) {
            tombstones[id] = Tombstone(stored: old, deletionRevision: deletionRevision)
        }
        guard let later else {
            if let lower { queue.set(lower) }
            return
        }
        queue.remove(id)
        // The queued edit follows the pending one; without one it follows the server's state.
        let base = lower.map(\.after) ?? stored?.item
        let rebased = Rebased(later, onto: base)
        newConflicts.add(rebased)
        if let lower {
            queue.set(lower.followed(by: rebased.edit))
        } else if let edit = rebased.edit {
            queue.set(edit.before == nil ? edit.with(origin: origin(edit)) : edit)
        }
    }

    private func isDeletion(_ edit: Edit?) -> Bool {
        edit.map { $0.after == nil } ?? false
    }

    /// The origin for an undeletion; the deletion may have been applied by this very response.
    private func origin(_ edit: Edit) -> Origin? {
        guard let tombstone = tombstones[edit.id], edit.origin?.isShared == true,
            edit.origin?.undoes == nil, edit.origin?.createdAt == tombstone.stored.createdAt
        else { return edit.origin }
        return Origin(isShared: true, tombstone)
    }

    /// Ends a request that was done or in doubt: a complete pull contains its result.
    private mutating func settlePendingRequest(_ newConflicts: inout Conflicts) -> Set<UUID> {
        guard let pendingRequest, pendingRequest.phase != .outgoing else { return [] }
        self.pendingRequest = nil
        for edit in pendingRequest.inOrder {
            let later = queue[edit.id]
            if pendingRequest.phase == .inDoubt {
                // No page contains the item: the server has not applied the edit.
                queueWithoutUndo(edit.followed(by: later), &newConflicts)
            } else {
                settle(edit, later)
            }
        }
        var affected = Set(pendingRequest.ids)
        if case .undo(let revision) = pendingRequest.kind, pendingRequest.phase == .inDoubt {
            affected.formUnion(cancelRevert(of: revision, &newConflicts))
        }
        return affected
    }

    /// Ends an edit that changed nothing on the server.
    private mutating func settle(_ edit: Edit, _ later: Edit?) {
        guard let later else { return }
        queue.remove(edit.id)
        if let rebased = Rebased(later, onto: copy[edit.id]?.item).edit { queue.set(rebased) }
    }
}

extension Origin {
    /// The origin of an item that a local deletion has removed.
    convenience init(isShared: Bool, _ tombstone: Tombstone) {
        self.init(
            isShared: isShared, base: tombstone.stored.item, createdAt: tombstone.stored.createdAt,
            undoes: tombstone.deletionRevision)
    }
}
