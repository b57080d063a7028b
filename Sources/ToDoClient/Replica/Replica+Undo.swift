import Foundation

extension Replica {
    /// The edit that makes an item, changes it or deletes it; nil if that changes nothing.
    func edit(_ id: UUID, to after: ToDoItem?, number: Int, origin: Origin? = nil) -> Edit? {
        let before = shown(id)
        guard before != after else { return nil }
        return Edit(
            id: id, before: before, after: after, number: number,
            origin: after == nil ? origin ?? originOfShown(id) : origin)
    }

    /// The origin of a shown item, for its undeletion.
    private func originOfShown(_ id: UUID) -> Origin {
        if let stored = copy[id] {
            return Origin(isShared: true, base: stored.item, createdAt: stored.createdAt)
        }
        if let edit = pendingRequest?.edits[id] {
            // The pending request may have created it by the time of the undeletion.
            return Origin(
                isShared: true, base: edit.after, createdAt: edit.origin?.createdAt)
        }
        return queue[id]?.origin ?? Origin(isShared: true)
    }

    /// The number that orders a shown item which the server does not have.
    func number(ofShown id: UUID) -> Int? {
        guard copy[id] == nil else { return nil }
        return (pendingRequest?.edits[id] ?? queue[id])?.number
    }

    /// The edits that revert a step, as far as its items were not changed since.
    func inverse(of step: Step) -> (edits: [Edit], notReverted: [UndoReport.NotReverted]) {
        var number = nextNumber
        var edits: [Edit] = []
        var notReverted: [UndoReport.NotReverted] = []
        for done in step.edits.reversed() {
            defer { number += 1 }
            let (edit, reason) = inverse(of: done, number)
            if let edit { edits.append(edit) }
            if let reason, let item = shown(done.id) ?? done.after ?? done.before {
                notReverted.append(UndoReport.NotReverted(item: item, reason: reason))
            }
        }
        let next = deletionsOfNext(edits, number: number)
        return (edits.filter { edit in !next.contains { $0.id == edit.id } } + next, notReverted)
    }

    /// The changes that the next undo reverts, or the next redo makes again, at least in part.
    func nextChanges(_ steps: KeyPath<Replica, [Step]>) -> [UndoReport.Change] {
        guard let step = self[keyPath: steps].last else { return [] }
        let ids = Set(inverse(of: step).edits.map(\.id))
        let changes = steps == \.redo ? step.repeatedChanges : step.changes
        return changes.filter { ids.contains($0.item.id) }
    }

    /// The edit that reverts another one, and the reason why it does not, or only in part.
    private func inverse(
        of done: Edit, _ number: Int
    ) -> (edit: Edit?, reason: UndoReport.NotReverted.Reason?) {
        let now = shown(done.id)
        switch (done.before, done.after) {
        case (let before?, nil):
            if now != nil { return (nil, .exists) }
            // Its completion brings the next item back.
            if done.origin?.revertedCompletion != nil, copy[done.id] == nil { return (nil, nil) }
            return (undeletion(before, done), nil)
        case (nil, let after?):
            guard let now else { return (nil, isRefused(done) ? .refused : .deleted) }
            guard now == after else { return (nil, .changed(now.differences(from: after))) }
            return (edit(done.id, to: nil, number: self.number(ofShown: done.id) ?? number), nil)
        case (let before?, let after?):
            guard let now else { return (nil, isRefused(done) ? .refused : .deleted) }
            // The rule has moved to the next item: `change` brings it back if it can.
            let (old, new) =
                now.hasLostRule ? (before.withoutRule, after.withoutRule) : (before, after)
            var item = now
            var changed: [ToDoItem.Member] = []
            for member in old.differences(from: new) {
                if now.matches(new, in: member) {
                    item.copy(member, from: old)
                } else if !now.matches(old, in: member) {
                    changed.append(member)
                }
            }
            guard let edit = change(done, to: item, number) else {
                if !changed.isEmpty { return (nil, .changed(changed)) }
                return (nil, isRefused(done) ? .refused : .alreadyReverted)
            }
            if !changed.isEmpty { return (edit, .changed(changed)) }
            let isPlain = edit.after?.done == false && edit.after?.repetition == nil
            return (
                edit, isPlain && after.hasPendingCompletion && now.hasLostRule ? .ruleMoved : nil
            )
        case (nil, nil):
            return (nil, nil)
        }
    }

    /// Whether the list of conflicts has the edit as one that the server has refused.
    private func isRefused(_ done: Edit) -> Bool {
        conflicts.contains { conflict in
            guard case .refused = conflict.kind, conflict.lost.id == done.id else { return false }
            guard let before = done.before, let after = done.after else { return true }
            return after.differences(from: before).allSatisfy {
                conflict.lost.matches(after, in: $0)
            }
        }
    }

    /// The edit that reverts a change, with the rule that the completion has moved to the next
    /// item.
    private func change(_ done: Edit, to item: ToDoItem, _ number: Int) -> Edit? {
        guard let shown = shown(done.id) else { return nil }
        var item = item
        if done.origin?.revertedCompletion != nil, shown.repetition != nil, item.hasLostRule,
            item != below(done.id)
        {
            // The completion that was reverted is repeated.
            item.repetition = shown.repetition
        }
        guard shown.hasLostRule, !item.done, done.before?.done == false,
            let rule = done.after?.repetition ?? done.before?.repetition,
            let revision = completionRevision(of: done.id), var restored = copy[done.id]?.item
        else { return edit(done.id, to: item, number: number) }
        restored.done = false
        restored.repetition = rule
        item.repetition = rule
        return edit(done.id, to: item, number: number)?.reverting(revision, restoring: restored)
    }

    /// Restores a deleted item in its last state on the server, with the unsent local changes.
    private func undeletion(_ before: ToDoItem, _ deletion: Edit) -> Edit? {
        let base = deletion.origin?.base
        if let stored = copy[deletion.id] {
            // The server does not have the deletion yet.
            let item = base.map { stored.item.applying(before, from: $0) } ?? before
            return edit(deletion.id, to: item, number: deletion.number, origin: deletion.origin)
        }
        guard let tombstone = tombstones[deletion.id] else {
            return edit(
                deletion.id, to: before, number: deletion.number,
                origin: deletion.origin ?? Origin(isShared: true))
        }
        let item = base.map { tombstone.stored.item.applying(before, from: $0) } ?? before
        return edit(
            deletion.id, to: item, number: deletion.number,
            origin: Origin(isShared: true, tombstone))
    }

    /// The edit that writes the losing value of a conflict again; nil if it is the current one.
    func restoring(_ conflict: Conflict) -> Edit? {
        let lost = conflict.lost
        let now = shown(lost.id)
        switch conflict.kind {
        case .revived, .kept:
            return edit(lost.id, to: nil, number: number(ofShown: lost.id) ?? nextNumber)
        case .overwrote(let members):
            guard var item = now else { break }
            for member in members { item.copy(member, from: lost) }
            if now?.hasLostRule == true, item.done { item.repetition = nil }
            return edit(lost.id, to: item, number: nextNumber)
        case .gone:
            // Made again since.
            if now != nil { return nil }
        case .refused:
            guard let now, let replacement = conflict.replacement else { break }
            // What others have changed since stays.
            var item = now.applying(lost, from: replacement)
            if now.hasLostRule { item.repetition = nil }
            return edit(lost.id, to: item, number: nextNumber)
        }
        return edit(lost.id, to: lost, number: nextNumber, origin: Origin(isShared: true))
    }
}
