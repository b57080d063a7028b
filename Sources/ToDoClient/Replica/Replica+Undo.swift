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

    /// How a shown item is brought back after its deletion.
    private func originOfShown(_ id: UUID) -> Origin {
        if let stored = copy[id] {
            return Origin(isShared: true, base: stored.item, createdAt: stored.createdAt)
        }
        if let edit = flight?.edits[id] {
            // It is on its way, so that it may be there when it is brought back.
            return Origin(
                isShared: true, base: edit.after, createdAt: edit.origin?.createdAt)
        }
        return queue[id]?.origin ?? Origin(isShared: true)
    }

    /// The number at which a shown item that the server does not know has its place.
    func number(ofShown id: UUID) -> Int? {
        guard copy[id] == nil else { return nil }
        return (flight?.edits[id] ?? queue[id])?.number
    }

    /// The edits that take back what a step did, as far as it is as the step left it.
    func takingBack(_ step: [Edit]) -> [Edit] {
        var number = nextNumber
        return step.reversed().compactMap { done -> Edit? in
            defer { number += 1 }
            let now = shown(done.id)
            switch (done.before, done.after) {
            case (let before?, nil):
                guard now == nil else { return nil }
                return bringingBack(before, done)
            case (nil, let after?):
                guard now == after else { return nil }
                return edit(done.id, to: nil, number: self.number(ofShown: done.id) ?? number)
            case (let before?, let after?):
                guard var now else { return nil }
                for member in before.differences(from: after) where now.has(member, of: after) {
                    now.take(member, from: before)
                }
                return edit(done.id, to: now, number: number)
            case (nil, nil):
                return nil
            }
        }
    }

    /// Brings a deleted item back as the server last had it, with what was changed here.
    private func bringingBack(_ before: ToDoItem, _ deletion: Edit) -> Edit? {
        let base = deletion.origin?.base
        if let stored = copy[deletion.id] {
            // The deletion has not arrived yet.
            let item = base.map { stored.item.applying(before, from: $0) } ?? before
            return edit(deletion.id, to: item, number: deletion.number, origin: deletion.origin)
        }
        guard let grave = graves[deletion.id] else {
            return edit(
                deletion.id, to: before, number: deletion.number,
                origin: deletion.origin ?? Origin(isShared: true))
        }
        let item = base.map { grave.stored.item.applying(before, from: $0) } ?? before
        return edit(
            deletion.id, to: item, number: deletion.number,
            origin: Origin(isShared: true, grave))
    }

    /// The edit by which the loser of a conflict wins; nil if it does already.
    func restoring(_ conflict: Conflict) -> Edit? {
        let lost = conflict.lost
        let now = shown(lost.id)
        switch conflict.kind {
        case .revived, .kept:
            return edit(lost.id, to: nil, number: number(ofShown: lost.id) ?? nextNumber)
        case .overwrote(let members):
            guard var item = now else { break }
            for member in members { item.take(member, from: lost) }
            return edit(lost.id, to: item, number: nextNumber)
        case .refused:
            break
        }
        return edit(lost.id, to: lost, number: nextNumber, origin: Origin(isShared: true))
    }
}
