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
    func inverse(of step: [Edit]) -> [Edit] {
        var number = nextNumber
        let edits = step.reversed().compactMap { done -> Edit? in
            defer { number += 1 }
            let now = shown(done.id)
            switch (done.before, done.after) {
            case (let before?, nil):
                guard now == nil else { return nil }
                // Its completion brings the next item back.
                if done.origin?.takesBack != nil, copy[done.id] == nil { return nil }
                return undeletion(before, done)
            case (nil, let after?):
                guard now == after else { return nil }
                return edit(done.id, to: nil, number: self.number(ofShown: done.id) ?? number)
            case (let before?, let after?):
                guard var now else { return nil }
                // The rule has moved on: `change` brings it back if it can.
                let (old, new) =
                    now.hasLostRule ? (before.withoutRule, after.withoutRule) : (before, after)
                for member in old.differences(from: new) where now.matches(new, in: member) {
                    now.copy(member, from: old)
                }
                return change(done, to: now, number)
            case (nil, nil):
                return nil
            }
        }
        let next = deletionsOfNext(edits, number: number)
        return edits.filter { edit in !next.contains { $0.id == edit.id } } + next
    }

    /// The edit that reverts a change, with the rule that the completion of the item took along.
    private func change(_ done: Edit, to item: ToDoItem, _ number: Int) -> Edit? {
        guard let shown = shown(done.id) else { return nil }
        var item = item
        if done.origin?.takesBack != nil, shown.repetition != nil, item.hasLostRule,
            item != below(done.id)
        {
            // The completion that was taken back is repeated.
            item.repetition = shown.repetition
        }
        guard shown.hasLostRule, !item.done, done.before?.done == false,
            let rule = done.after?.repetition ?? done.before?.repetition,
            let revision = completionRevision(of: done.id), var restored = copy[done.id]?.item
        else { return edit(done.id, to: item, number: number) }
        restored.done = false
        restored.repetition = rule
        item.repetition = rule
        return edit(done.id, to: item, number: number)?.takingBack(revision, restoring: restored)
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
            if now?.hasLostRule == true { item.repetition = nil }
            return edit(lost.id, to: item, number: nextNumber)
        case .refused:
            break
        }
        return edit(lost.id, to: lost, number: nextNumber, origin: Origin(isShared: true))
    }
}
