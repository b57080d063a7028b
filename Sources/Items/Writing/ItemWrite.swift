/// One write as a client asked for it: whose items, what is to happen, and under which conditions.
package struct ItemWrite: Equatable, Sendable {
    /// What is to happen.
    package enum Action: Equatable, Sendable {
        /// Adds items, all or none.
        case add([NewItem], onConflict: OnConflict)
        /// Makes the item say this, and makes the item if need be.
        case put(ItemID, ItemContent)
        case patch(ItemID, ItemPatch)
        case delete(ItemID)
        /// Changes every item that the filter means.
        case patchMatching(ItemFilter, ItemPatch)
        /// Deletes every item that the filter means.
        case deleteMatching(ItemFilter)
        /// Takes back all that the write with this revision did.
        case undo(revision: Int)
        /// Does all of this in its order, or nothing.
        case batch([BatchStep])
    }

    /// What becomes of an added item whose id exists already.
    package enum OnConflict: Equatable, Sendable {
        case refuse
        case skip
        case replace
    }

    /// For how many seconds it is remembered what a write did: 30 days.
    package static let undoRetention = 30 * 86_400.0

    package let owner: Owner
    package let action: Action
    package let conditions: Conditions
    /// Whether it is done only as long as the owner's key has this epoch: what a token has let in is
    /// for that one account, and not for whoever has its key next.
    package let isBoundToEpoch: Bool

    /// A write that holds only if its conditions do.
    package init(
        owner: Owner, action: Action, conditions: Conditions = Conditions(),
        isBoundToEpoch: Bool = false
    ) {
        self.owner = owner
        self.action = action
        self.conditions = conditions
        self.isBoundToEpoch = isBoundToEpoch
    }
}

extension ItemWrite.Action {
    /// Deletes every item.
    package static let deleteAll = ItemWrite.Action.deleteMatching(ItemFilter())
}

extension ItemWrite {
    /// About how many bytes this write takes in memory.
    package var weight: Int {
        let own = 512
        return switch action {
        case .add(let items, _): items.reduce(own) { $0 + $1.content.weight }
        case .put(_, let content): own + content.weight
        case .patch(_, let patch): own + patch.weight
        case .patchMatching(_, let patch): own + patch.weight
        case .delete, .deleteMatching, .undo: own
        case .batch(let steps): steps.reduce(own) { $0 + $1.weight }
        }
    }
}

extension ItemWrite {
    /// Whether it may touch any number of items, so that nobody knows how long it takes.
    package var isBulk: Bool {
        switch action {
        case .patchMatching, .deleteMatching, .undo: true
        case .add, .put, .patch, .delete, .batch: false
        }
    }
}

extension BatchStep {
    fileprivate var weight: Int {
        switch action {
        case .put(_, let content): 64 + content.weight
        case .patch(_, let patch): 64 + patch.weight
        case .delete: 64
        }
    }
}

extension ItemContent {
    fileprivate var weight: Int {
        256 + title.utf8.count + (itemDescription?.utf8.count ?? 0)
            + (location?.name.utf8.count ?? 0)
    }
}

extension ItemPatch {
    fileprivate var weight: Int {
        guard case .set(let text) = itemDescription else { return 256 }
        return 256 + text.utf8.count
    }
}

/// An item that somebody wants to exist.
package struct NewItem: Equatable, Sendable {
    package let id: ItemID
    /// Whether the id was minted for this item, so that nobody can have used it before.
    package let hasGeneratedID: Bool
    package let content: ItemContent

    /// The id is the client's, unless it was minted.
    package init(id: ItemID, hasGeneratedID: Bool = false, content: ItemContent) {
        self.id = id
        self.hasGeneratedID = hasGeneratedID
        self.content = content
    }
}

/// `If-Match` and `If-None-Match` of a write, as revisions.
package struct Conditions: Equatable, Sendable {
    /// The states that a condition names; tags of another epoch name none and are left out.
    package enum States: Equatable, Sendable {
        case any
        case revisions([Int])

        func includes(_ revision: Int?) -> Bool {
            guard let revision else { return false }
            return switch self {
            case .any: true
            case .revisions(let revisions): revisions.contains(revision)
            }
        }
    }

    package var ifMatch: States?
    package var ifNoneMatch: States?

    /// No conditions unless some are given.
    package init(ifMatch: States? = nil, ifNoneMatch: States? = nil) {
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
    }

    /// Whether the write may go on, given the revision of what it is about
    /// (nil: there is none); RFC 9110 §13.2.2.
    package func hold(for revision: Int?) -> Bool {
        if let ifMatch, !ifMatch.includes(revision) { return false }
        if let ifNoneMatch, ifNoneMatch.includes(revision) { return false }
        return true
    }
}
