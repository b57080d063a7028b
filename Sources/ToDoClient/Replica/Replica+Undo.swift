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
        return step.reversed().compactMap { done -> Edit? in
            defer { number += 1 }
            let now = shown(done.id)
            switch (done.before, done.after) {
            case (let before?, nil):
                guard now == nil else { return nil }
                return undeletion(before, done)
            case (nil, let after?):
                guard now == after else { return nil }
                return edit(done.id, to: nil, number: self.number(ofShown: done.id) ?? number)
            case (let before?, let after?):
                guard var now else { return nil }
                for member in before.differences(from: after) where now.matches(after, in: member) {
                    now.copy(member, from: before)
                }
                return edit(done.id, to: now, number: number)
            case (nil, nil):
                return nil
            }
        }
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
            return edit(lost.id, to: item, number: nextNumber)
        case .refused:
            break
        }
        return edit(lost.id, to: lost, number: nextNumber, origin: Origin(isShared: true))
    }
}
