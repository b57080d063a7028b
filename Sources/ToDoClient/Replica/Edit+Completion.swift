import Foundation

// Completing an item that repeats: the server moves its rule to the next item.
//
//     open, rule ── check ──> done, rule ── sent ──> done       and the next item: open, rule
//
// The completion is a separate request with nothing else in it, so the undo of its revision also
// reverts the next item, and nothing else. The rule stays in the local item until then: it tells
// the completion from one that ends the series.

extension ToDoItem {
    /// Whether the item is done, and the server has to make the next one.
    var hasPendingCompletion: Bool { done && repetition != nil }

    /// Whether the rule may have moved on to the next item.
    var hasLostRule: Bool { done && repetition == nil }
}

extension Edit {
    /// Whether the edit completes an item that repeats, and does nothing else.
    var isCompletion: Bool {
        guard let before, let after, after.hasPendingCompletion else { return false }
        return !before.done && after.position == before.position
            && after.isSameMovedOrTicked(since: before)
    }

    /// The part that the next request carries, and the rest, which waits, if the server has this item.
    func split(_ stored: ServerItem?) -> (now: Edit, later: Edit?) {
        guard let after else { return (self, nil) }
        if let revision = origin?.revertedCompletion {
            guard stored?.revision == revision, let restored = origin?.base else {
                return withoutMovedRule.split(stored)
            }
            return (with(last: restored), rest(after: restored))
        }
        guard after.hasPendingCompletion, !isCompletion else { return (self, nil) }
        var open = after
        open.done = false
        return (with(last: open), rest(after: open))
    }

    private func with(last item: ToDoItem) -> Edit {
        Edit(id: id, before: before, after: item, number: number, origin: origin)
    }

    private func rest(after item: ToDoItem) -> Edit? {
        after == item ? nil : Edit(id: id, before: item, after: after, number: number)
    }

    /// The same edit after its undo was refused: a deleted item is created again.
    var withoutUndo: Edit {
        before == nil ? with(origin: origin?.withoutUndo) : withoutMovedRule
    }

    /// The same edit, if it reverts a completion that can no longer be reverted: the item opens
    /// without its rule, because the series continues in the next one.
    private var withoutMovedRule: Edit {
        guard let origin, origin.revertedCompletion != nil else { return self }
        let isMoved = after?.repetition == origin.base?.repetition
        return Edit(
            id: id, before: before, after: isMoved ? after?.withoutRule : after, number: number)
    }

    /// The same edit, which reverts the completion with this revision.
    func reverting(_ revision: Int, restoring item: ToDoItem) -> Edit {
        with(origin: Origin(isShared: false, base: item, undoes: revision))
    }

    /// The deletion of the next item, which goes with that completion.
    func reverting(_ revision: Int, _ next: ServerItem) -> Edit {
        with(
            origin: Origin(
                isShared: false, base: next.item, createdAt: next.createdAt, undoes: revision))
    }

    /// Whether an edit only completes the item of this one.
    func isFollowedByCompletion(_ later: Edit) -> Bool {
        guard let after, var item = later.after, item.hasPendingCompletion else { return false }
        item.done = after.done
        return item == after
    }
}

extension Origin {
    /// The revision of the completion that an edit reverts; nil for another edit.
    var revertedCompletion: Int? { isShared ? nil : undoes }
}

extension Replica {
    /// The revision of an item's completion, if its undo would revert only the completion and the
    /// next item; nil otherwise.
    func completionRevision(of id: UUID) -> Int? {
        guard let stored = copy[id], stored.item.hasLostRule,
            deletions[stored.revision] == [id], pendingRequest?.edits[id] == nil
        else { return nil }
        if let next = next(after: id), queue[next] != nil || pendingRequest?.edits[next] != nil {
            return nil
        }
        return stored.revision
    }

    /// The deletions of the next items of completions that edits revert, in order.
    func deletionsOfNext(_ edits: [Edit], number: Int) -> [Edit] {
        var number = number
        return edits.compactMap { edit in
            guard let revision = edit.origin?.revertedCompletion, edit.after != nil,
                let next = next(after: edit.id), let stored = copy[next]
            else { return nil }
            defer { number += 1 }
            return self.edit(next, to: nil, number: number)?.reverting(revision, stored)
        }
    }

    /// Gives up reverting a completion, because an item has changed since: the item opens without
    /// its rule, and the next item stays. Returns the ids of the items.
    mutating func cancelRevert(
        of revision: Int, _ newConflicts: inout Conflicts
    ) -> Set<UUID> {
        let completed = deletions[revision] ?? []
        guard completed.contains(where: { queue[$0]?.after != nil }) else { return [] }
        let edits = queue.inOrder.filter { $0.origin?.revertedCompletion == revision }
        for edit in edits {
            queue.remove(edit.id)
            if completed.contains(edit.id) { queueWithoutUndo(edit, &newConflicts) }
        }
        return Set(edits.map(\.id))
    }

    /// The same if the server's state of the item differs from the one to be reverted.
    mutating func cancelOutdatedRevert(
        of id: UUID, _ stored: ServerItem?, _ newConflicts: inout Conflicts
    ) -> Set<UUID> {
        guard let revision = queue[id]?.origin?.revertedCompletion, stored?.revision != revision
        else {
            return []
        }
        return cancelRevert(of: revision, &newConflicts)
    }

    /// Queues an edit whose undo was refused. The report of the undo is past, so the list of
    /// conflicts tells that the rule is lost.
    mutating func queueWithoutUndo(_ edit: Edit, _ newConflicts: inout Conflicts) {
        let plain = edit.withoutUndo
        queue.set(plain)
        guard let lost = edit.after, lost.repetition != plain.after?.repetition else { return }
        newConflicts.add(.overwrote([.timestamp]), lost, replacedBy: plain.after)
    }

    /// The conflict about a new rule of an item that another client has ticked: the rule belongs
    /// to the next item now. Without a next one, the item has it if it is opened again.
    func conflict(ofLostRule item: ToDoItem) -> Conflicts.Loss? {
        guard let stored = copy[item.id] else { return nil }
        if let next = madeWhenDone(stored) {
            // This device has ended the series, and made another one at that time.
            if item == stored.item, next.title != item.title { return nil }
            var lost = next
            lost.repetition = item.repetition
            return lost == next ? nil : (.overwrote([.timestamp]), lost, next)
        }
        guard item.repetition != nil else { return nil }
        var lost = stored.item
        lost.copy(.timestamp, from: item)
        lost.done = false
        return (.overwrote([.timestamp, .done]), lost, stored.item)
    }

    /// The repeating item that was made when an item was ticked, by whichever client.
    private func madeWhenDone(_ stored: ServerItem) -> ToDoItem? {
        guard let doneAt = stored.doneAt else { return nil }
        // The server keeps the times of creation apart, so they may be a little later.
        let made = copy.values.lazy.filter {
            $0.item.repetition != nil && abs($0.createdAt - doneAt) < 1
        }.map(\.item)
        return made.first { $0.title == stored.item.title } ?? made.first
    }

    /// The item that the completion of another one has made; nil until it has arrived.
    func next(after id: UUID) -> UUID? {
        guard let stored = copy[id], deletions[stored.revision] == [id] else { return nil }
        return copy.values.first { $0.revision == stored.revision && $0.item.id != id }?.item.id
    }
}
