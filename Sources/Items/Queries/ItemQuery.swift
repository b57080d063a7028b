/// A query for items: a filter and an order.
package struct ItemQuery: Equatable, Sendable {
    package var filter: ItemFilter
    /// Nil is the default order: open items before done ones, each in order of creation.
    package var sort: ItemSort?

    /// A query for all items in the default order, unless given otherwise.
    package init(filter: ItemFilter = ItemFilter(), sort: ItemSort? = nil) {
        self.filter = filter
        self.sort = sort
    }
}

/// An order other than the default one.
package struct ItemSort: Hashable, Sendable {
    /// The sort key; items with equal keys are ordered by sequence.
    package enum Key: String, CaseIterable, Sendable {
        /// The sequence, which is the order of creation.
        case created
        /// The revision, which is the order of the last change.
        case updated
        /// The due date; items without one are last in either direction.
        case timestamp
        /// The title, by code point.
        case title
        /// The order by hand, by its keys; items without one are last in either direction.
        case position
    }

    package let key: Key
    /// Whether the order is reversed, also among equal keys; items without a key stay last.
    package let isDescending: Bool

    package init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }
}
