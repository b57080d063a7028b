/// Which items are asked for, and in which order.
package struct ItemQuery: Equatable, Sendable {
    package var filter: ItemFilter
    /// Nil is the default order: open items before done ones, each group as it was created.
    package var sort: ItemSort?

    /// All items in the default order, unless something else is given.
    package init(filter: ItemFilter = ItemFilter(), sort: ItemSort? = nil) {
        self.filter = filter
        self.sort = sort
    }
}

/// An order that was asked for.
package struct ItemSort: Hashable, Sendable {
    /// What items are compared by; where that is the same, by their sequence.
    package enum Key: String, CaseIterable, Sendable {
        /// The sequence, which is the order of creation.
        case created
        /// The revision, which is the order of the last changes.
        case updated
        /// The due date; items without one come last, whichever way the rest is ordered.
        case timestamp
        /// The title, by code point.
        case title
    }

    package let key: Key
    /// Everything the other way round, equal keys as well; but what has no key stays last.
    package let isDescending: Bool

    /// An order by that key.
    package init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }
}
