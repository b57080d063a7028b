/// Taking back a write, by a new one.
///
/// The log has what stood before each write. What a write has *left* is therefore the image of the
/// next one that touched the same id, or what stands there now:
///
///     items       revision 9 ──┐
///     changes     9, was 7     image: what 7 left
///                 7, was 4     image: what 4 left
///                 4, was none  no image: there was none
extension WriteStep {
    /// How many changes are walked back through: this many in all, and as many again for each id.
    ///
    /// A long history takes too long for the one writer; such an id counts as changed since.
    private static let steps = (once: 10_000, forEachID: 16)

    func undo(_ undone: Int) throws(StorageFailure) -> Decision {
        guard undone > 0, undone <= clock else { return .failure(.noSuchRevision) }
        guard undone > (try transaction.horizon()) else { return .failure(.expired) }
        guard conditions.hold(for: clock) else {
            return .failure(.conditionFailed(revision: clock))
        }
        let ids = try transaction.touched(by: undone)
        var stepsLeft = Self.steps.once + Self.steps.forEachID * ids.count
        var changed: [ItemID] = []
        var restored: [ItemID] = []
        for id in ids {
            let now = try transaction.find(id)
            guard try isAsLeft(by: undone, id, now, &stepsLeft) else {
                changed.append(id)
                continue
            }
            // Once something is in the way, only what else is has to be found out.
            guard changed.isEmpty else { continue }
            let image = try transaction.image(of: id, before: undone)
            if try restore(id, now, to: image) { restored.append(id) }
        }
        guard changed.isEmpty else { return .failure(.changedSince(changed)) }
        return .success(Done(.undone(restored), changed: !restored.isEmpty))
    }

    /// Whether the id says now what the write with that revision has left.
    private func isAsLeft(
        by undone: Int, _ id: ItemID, _ now: ToDoItem?, _ stepsLeft: inout Int
    ) throws(StorageFailure) -> Bool {
        var next: Int?
        var last = now?.revision
        if last == nil { last = try transaction.tombstone(of: id) }
        while let revision = last, revision > undone {
            guard stepsLeft > 0 else { return false }
            stepsLeft -= 1
            next = revision
            last = try transaction.former(of: id, before: revision)
        }
        guard last == undone else { return false }
        guard let next else { return true }
        return try transaction.image(of: id, before: next)?.content == now?.content
    }

    /// Makes the id what the image says; false when it is that already.
    private func restore(
        _ id: ItemID, _ now: ToDoItem?, to image: ToDoItem?
    ) throws(StorageFailure) -> Bool {
        guard var item = image else {
            guard let now else { return false }
            try transaction.delete(now, revision: revision, now: self.now)
            return true
        }
        item.updatedAt = self.now
        item.revision = revision
        guard let now else {
            try transaction.insert(item)
            return true
        }
        guard !now.isRestored(by: item) else { return false }
        try transaction.replace(now, with: item)
        return true
    }
}

extension ToDoItem {
    /// Whether that one says and remembers the same.
    fileprivate func isRestored(by item: ToDoItem) -> Bool {
        content == item.content && place == item.place && createdAt == item.createdAt
            && doneAt == item.doneAt
    }
}
