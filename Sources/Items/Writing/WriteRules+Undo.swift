/// Reverts a write by a new write.
///
/// The log has the old values of each write. The state that a write left is the current item with
/// every later change reverted.
extension WriteRules {
    func undo(_ undone: Int) throws(StorageFailure) -> Decision {
        guard undone > 0, undone <= currentRevision else { return .failure(.noSuchRevision) }
        var changed: [ItemID] = []
        var restored: [ItemID] = []
        let isAllowed = conditions.hold(for: currentRevision)
        let effects = try transaction.forEachEffect(of: undone) { effect throws(StorageFailure) in
            guard isAllowed else { return }
            let now = try transaction.find(effect.id)
            guard now?.content == effect.after?.content else { return changed.append(effect.id) }
            // After the first conflict, the other items are only compared.
            guard changed.isEmpty else { return }
            if try restore(effect.id, now, to: effect.before) { restored.append(effect.id) }
        }
        switch effects {
        case .whole: break
        case .expired: return .failure(.expired)
        case .tooMany: return .failure(.tooManyEffects)
        }
        guard isAllowed else { return .failure(.conditionFailed(revision: currentRevision)) }
        guard changed.isEmpty else { return .failure(.changedSince(changed.sorted())) }
        return .success(Done(.undone(restored.sorted()), changed: !restored.isEmpty))
    }

    /// Restores an id to the image; false when it is equal already.
    private func restore(
        _ id: ItemID, _ now: ToDoItem?, to image: ToDoItem?
    ) throws(StorageFailure) -> Bool {
        guard var item = image else {
            guard let now else { return false }
            try transaction.delete(now, revision: revision, now: self.now)
            return true
        }
        item.updatedAt = item.timeOfChange(at: self.now)
        item.revision = revision
        guard let now else {
            try transaction.insert(item, isGenerated: false)
            return true
        }
        guard !now.isRestored(by: item) else { return false }
        if now.sequence == item.sequence {
            try transaction.replace(now, with: item)
        } else {
            // The id was deleted and created again since, with another sequence.
            try transaction.delete(now, revision: revision, now: self.now)
            try transaction.insert(item, isGenerated: false)
        }
        return true
    }
}

extension ToDoItem {
    /// Whether a restore of `item` would change nothing.
    fileprivate func isRestored(by item: ToDoItem) -> Bool {
        content == item.content && sequence == item.sequence && createdAt == item.createdAt
            && doneAt == item.doneAt
    }
}
