/// One write of a client: the owner, the action and its conditions.
package struct ItemWrite: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        /// Adds items, all or none.
        case add([NewItem], onConflict: OnConflict)
        /// Creates the item or replaces its content.
        case put(ItemID, ItemContent)
        case patch(ItemID, ItemPatch)
        case delete(ItemID)
        case patchMatching(ItemFilter, ItemPatch)
        case deleteMatching(ItemFilter)
        case undo(revision: Int)
        /// Brings a deleted item back, or gives an item the content that it had after a revision.
        case restore(ItemID, revision: Int?)
        /// Performs all steps in order, or none.
        case batch([BatchStep])
        /// Adds or replaces the items of a file, all or none; a preview only counts them.
        case importItems([NewItem], replacing: Bool, isPreview: Bool)
    }

    /// The treatment of an added item whose id exists.
    package enum OnConflict: Equatable, Sendable {
        case refuse
        case skip
        case replace
    }

    /// Seconds for which an owner's history is kept: 30 days.
    package static let undoRetention = 30 * 86_400.0

    package let owner: Owner
    package let action: Action
    package let conditions: Conditions
    /// Whether the write requires that the owner's key still has this epoch: a token authorizes one
    /// account, not the next one with the same key.
    package let isBoundToEpoch: Bool
    /// The label of the token that writes; nil for a sign-in.
    package let label: String?

    /// A write that is performed only if its conditions hold.
    package init(
        owner: Owner, action: Action, conditions: Conditions = Conditions(),
        isBoundToEpoch: Bool = false, label: String? = nil
    ) {
        self.owner = owner
        self.action = action
        self.conditions = conditions
        self.isBoundToEpoch = isBoundToEpoch
        self.label = label
    }

    package var origin: WriteOrigin {
        if case .undo(let revision) = action {
            WriteOrigin(label: label, undoes: revision)
        } else {
            WriteOrigin(label: label)
        }
    }
}

extension ItemWrite.Action {
    package static let deleteAll = ItemWrite.Action.deleteMatching(ItemFilter())
}

extension ItemWrite {
    /// An estimate of the bytes that this write takes in memory.
    package var weight: Int {
        let own = 512
        return switch action {
        case .add(let items, _), .importItems(let items, _, _):
            items.reduce(own) { $0 + $1.content.weight }
        case .put(_, let content): own + content.weight
        case .patch(_, let patch): own + patch.weight
        case .patchMatching(_, let patch): own + patch.weight
        case .delete, .deleteMatching, .undo, .restore: own
        case .batch(let steps): steps.reduce(own) { $0 + $1.weight }
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

package struct NewItem: Equatable, Sendable {
    package let id: ItemID
    /// Whether the server generated the id for this item, so that it cannot exist yet.
    package let hasGeneratedID: Bool
    package let content: ItemContent

    /// An item with the client's id, unless the id was generated.
    package init(id: ItemID, hasGeneratedID: Bool = false, content: ItemContent) {
        self.id = id
        self.hasGeneratedID = hasGeneratedID
        self.content = content
    }
}

/// `If-Match` and `If-None-Match` of a request, as revisions.
package struct Conditions: Equatable, Sendable {
    /// The revisions that a condition names; tags of another epoch are omitted.
    package enum States: Equatable, Sendable {
        case any
        /// The usual case, which takes no array.
        case revision(Int)
        case revisions([Int])

        package func includes(_ revision: Int?) -> Bool {
            guard let revision else { return false }
            return switch self {
            case .any: true
            case .revision(let only): only == revision
            case .revisions(let revisions): revisions.contains(revision)
            }
        }
    }

    package var ifMatch: States?
    package var ifNoneMatch: States?

    /// No conditions, unless given.
    package init(ifMatch: States? = nil, ifNoneMatch: States? = nil) {
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
    }

    package var isEmpty: Bool { ifMatch == nil && ifNoneMatch == nil }

    /// Whether the conditions hold for the item's revision, nil when there is none (RFC 9110
    /// §13.2.2).
    package func hold(for revision: Int?) -> Bool {
        if let ifMatch, !ifMatch.includes(revision) { return false }
        if let ifNoneMatch, ifNoneMatch.includes(revision) { return false }
        return true
    }
}
