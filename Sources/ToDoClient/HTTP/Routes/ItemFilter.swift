/// The items that a request selects: all conditions must hold.
public struct ItemFilter: Equatable, Sendable {
    /// Whether they are done; nil for all.
    public var done: Bool?
    /// Words that are in the title or the description.
    public var search: String?
    /// The time before which they are due, in seconds since 1970.
    public var dueBefore: Double?
    /// The time after which they are due, in seconds since 1970.
    public var dueAfter: Double?
    /// A coordinate that they are near to.
    public var near: Coordinate?
    /// The metres around `near`; nil for 1,000.
    public var radius: Double?
    /// Whether they have a location; nil for all.
    public var hasLocation: Bool?
    /// Tags that they all have, apart from case; at most ten.
    public var tags: [String]

    /// A filter; without arguments, of all items.
    public init(
        done: Bool? = nil, search: String? = nil, dueBefore: Double? = nil,
        dueAfter: Double? = nil, near: Coordinate? = nil, radius: Double? = nil,
        hasLocation: Bool? = nil, tags: [String] = []
    ) {
        self.done = done
        self.search = search
        self.dueBefore = dueBefore
        self.dueAfter = dueAfter
        self.near = near
        self.radius = radius
        self.hasLocation = hasLocation
        self.tags = tags
    }

    /// The parameters of the request.
    var query: [(name: String, value: String)] {
        let parameters = [
            ("done", done.map { "\($0)" }), ("q", search), ("dueBefore", dueBefore.map { "\($0)" }),
            ("dueAfter", dueAfter.map { "\($0)" }),
            ("near", near.map { "\($0.latitude),\($0.longitude)" }),
            ("radius", radius.map { "\($0)" }), ("hasLocation", hasLocation.map { "\($0)" }),
            ("tag", tags.isEmpty ? nil : tags.joined(separator: ",")),
        ]
        return parameters.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// An order of items other than the default, open ones before done ones.
public enum ItemOrder: String, CaseIterable, Sendable {
    /// The order of creation.
    case created
    /// The newest first.
    case newest = "-created"
    /// The order of the last changes.
    case updated
    /// The last change first.
    case lastUpdated = "-updated"
    /// The order of the due dates; items without one come last.
    case timestamp
    /// The latest due date first; items without one come last.
    case latestTimestamp = "-timestamp"
    /// The order of the titles, by code points.
    case title
    /// The order of the titles, turned round.
    case reverseTitle = "-title"
    /// The order by hand; items without a position come last.
    case position
    /// The order by hand, turned round; items without a position come last.
    case reversePosition = "-position"
}

/// A part of a list of items.
public struct ToDoItemPage: Equatable, Sendable {
    /// The items, at most as many as requested.
    public let items: [ToDoItem]
    /// The cursor of the next page; nil if there is none.
    public let next: String?
}
