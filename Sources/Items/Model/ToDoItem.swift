/// An item as stored: the client's content and the server's fields.
package struct ToDoItem: Equatable, Sendable {
    package let id: ItemID
    /// The number of the item in the order of creation; replace and restore keep it.
    package var sequence: Int
    package var content: ItemContent
    /// Seconds since 1970, like every time in this package.
    package var createdAt: Double
    package var updatedAt: Double
    /// The time since which the item is done; nil while it is open.
    package var doneAt: Double?
    /// The owner's revision at the last write that changed this item.
    package var revision: Int

    /// An item with the fields that storage has.
    package init(
        id: ItemID, sequence: Int, content: ItemContent, createdAt: Double, updatedAt: Double,
        doneAt: Double?, revision: Int
    ) {
        self.id = id
        self.sequence = sequence
        self.content = content
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.doneAt = doneAt
        self.revision = revision
    }

    /// A new item, created at `now`.
    package init(id: ItemID, sequence: Int, content: ItemContent, now: Double, revision: Int) {
        self.init(
            id: id, sequence: sequence, content: content, createdAt: now, updatedAt: now,
            doneAt: content.done ? now : nil, revision: revision)
    }

    /// The item with new content; `doneAt` is kept while the item stays done.
    package func changed(to content: ItemContent, now: Double, revision: Int) -> ToDoItem {
        var item = self
        item.content = content
        item.updatedAt = now
        item.doneAt = content.done ? (doneAt ?? now) : nil
        item.revision = revision
        return item
    }
}

/// The members of an item that the client sets.
package struct ItemContent: Equatable, Sendable {
    package var title: String
    package var itemDescription: String?
    /// When the item is due.
    package var timestamp: Double?
    package var location: Location?
    package var done: Bool

    /// Content that has passed `ItemRules`.
    package init(
        title: String, itemDescription: String? = nil, timestamp: Double? = nil,
        location: Location? = nil, done: Bool = false
    ) {
        self.title = title
        self.itemDescription = itemDescription
        self.timestamp = timestamp
        self.location = location
        self.done = done
    }

    /// Whether both descriptions are equal, byte for byte.
    package func hasDescription(of other: ItemContent) -> Bool {
        sameBytes(itemDescription, other.itemDescription)
    }

    /// Whether both contents are equal, byte for byte.
    ///
    /// `==` of `String` treats canonically equivalent texts as equal. A client that sends another
    /// encoding of the same letters has changed the text, and must get it back.
    package static func == (a: ItemContent, b: ItemContent) -> Bool {
        sameBytes(a.title, b.title) && sameBytes(a.itemDescription, b.itemDescription)
            && a.timestamp == b.timestamp && a.location == b.location && a.done == b.done
    }
}

extension ItemContent {
    /// The bytes that the item counts against its owner's quota: its texts, and an estimate for the
    /// rest of the row.
    package var storedBytes: Int {
        Self.rowBytes + title.utf8.count + (itemDescription?.utf8.count ?? 0)
            + (location?.name.utf8.count ?? 0)
    }

    /// The bytes that an item counts besides its texts.
    package static let rowBytes = 128
}

/// The location of an item: a name, and a coordinate when it is known.
package struct Location: Equatable, Sendable {
    package var name: String
    package var coordinate: Coordinate?

    /// A location that has passed `ItemRules`.
    package init(name: String, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }

    /// Whether both locations are equal, byte for byte.
    package static func == (a: Location, b: Location) -> Bool {
        sameBytes(a.name, b.name) && a.coordinate == b.coordinate
    }
}

/// A point on the map, in degrees.
package struct Coordinate: Equatable, Sendable {
    package var latitude: Double
    package var longitude: Double

    /// A point that has passed `ItemRules`.
    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

private func sameBytes(_ a: String?, _ b: String?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): sameBytes(a.utf8.span, b.utf8.span)
    default: false
    }
}

private func sameBytes(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    // A text that was copied with its item has the same memory.
    if a.isIdentical(to: b) { return true }
    guard a.count == b.count else { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
}
