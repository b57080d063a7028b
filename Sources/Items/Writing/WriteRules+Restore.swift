/// Brings an item back: one that was deleted, or the content that it once had.
///
/// Nothing is completed, and no next item is made. The content is not judged anew.
extension WriteRules {
    func restore(_ id: ItemID, _ revision: Int?) throws(StorageFailure) -> Decision {
        let now = try transaction.find(id)
        var base = now
        if base == nil {
            switch try transaction.logged(id, at: .beforeDeletion) {
            case .item(let item): base = item
            case .expired: break
            case .tooMany: return .failure(.tooManyEffects)
            }
        }
        guard let base else { return .failure(.notFound) }
        var content = base.content
        if let revision {
            guard revision > 0, revision <= currentRevision else { return .failure(.didNotExist) }
            switch try transaction.logged(id, at: .after(revision: revision)) {
            case .item(let item?): content = item.content
            case .item(nil): return .failure(.didNotExist)
            case .expired: return .failure(.expired)
            case .tooMany: return .failure(.tooManyEffects)
            }
            // The series goes on in the next item.
            if base.content.done, !content.done { content.repetition = nil }
        }
        guard conditions.hold(for: now?.revision) else {
            return .failure(.conditionFailed(revision: now?.revision))
        }
        if let now, now.content == content {
            return .success(Done(.patched(now), changed: false))
        }
        var item = base
        if content == base.content {
            item.updatedAt = item.timeOfChange(at: self.now)
            item.revision = self.revision
        } else {
            item = base.changed(to: content, now: self.now, revision: self.revision)
        }
        if let now {
            try transaction.replace(now, with: item)
        } else {
            try transaction.insert(item, isGenerated: false)
        }
        return .success(Done(.patched(item), changed: true))
    }
}
