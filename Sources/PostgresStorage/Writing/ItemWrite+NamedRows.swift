import Items
import Storage

/// The rows that a batch fetches for a write.
extension ItemWrite {
    /// The ids whose items the write rules read.
    var namedIDs: [OwnedID] {
        let ids: [ItemID] =
            switch action {
            case .add(let items, _), .importItems(let items, _, _):
                items.compactMap { $0.hasGeneratedID ? nil : $0.id }
            case .put(let id, _), .patch(let id, _), .delete(let id), .restore(let id, _): [id]
            case .batch(let steps): steps.map(\.id)
            case .patchMatching, .deleteMatching, .undo: []
            }
        return ids.map { OwnedID(owner: owner.key, id: $0) }
    }

    /// Whether the write rules read only the owner's row.
    var createsOnly: Bool {
        guard case .add(let items, _) = action else { return false }
        return items.allSatisfy(\.hasGeneratedID)
    }

    /// The ids whose tombstones the write rules may read.
    var deletedIDs: [OwnedID] {
        switch action {
        case .delete(let id), .restore(let id, _): [OwnedID(owner: owner.key, id: id)]
        case .add, .put, .patch, .patchMatching, .deleteMatching, .undo, .batch, .importItems: []
        }
    }
}

extension BatchStep {
    var id: ItemID {
        switch action {
        case .put(let id, _), .patch(let id, _), .delete(let id): id
        }
    }
}
