/// One thing to do, as it is stored: what the client said, and what the server knows about it.
package struct ToDoItem: Equatable, Sendable {
    package let id: ItemID
    /// Where the item stands in the order of creation; a replaced or restored item keeps it.
    package var sequence: Int
    package var content: ItemContent
    /// Seconds since 1970, like every time in this package.
    package var createdAt: Double
    package var updatedAt: Double
    /// Since when the item has been done; nil while it is open.
    package var doneAt: Double?
    /// The owner's revision at the last write that changed this item.
    package var revision: Int

    /// An item as it comes out of storage.
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

    /// An item that is made now.
    package init(id: ItemID, sequence: Int, content: ItemContent, now: Double, revision: Int) {
        self.init(
            id: id, sequence: sequence, content: content, createdAt: now, updatedAt: now,
            doneAt: content.done ? now : nil, revision: revision)
    }

    /// The same item after its content was changed now; the day it was done
    /// is kept while it stays done.
    package func changed(to content: ItemContent, now: Double, revision: Int) -> ToDoItem {
        var item = self
        item.content = content
        item.updatedAt = now
        item.doneAt = content.done ? (doneAt ?? now) : nil
        item.revision = revision
        return item
    }
}

/// The part of an item that is the client's to say.
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

    /// Whether the description is the same, byte for byte.
    package func hasDescription(of other: ItemContent) -> Bool {
        sameBytes(itemDescription, other.itemDescription)
    }

    /// Whether both say the same, byte for byte.
    ///
    /// Swift's own `==` on strings calls canonically equivalent texts equal; a client that sends
    /// another spelling of the same letters has changed something and must get it back.
    package static func == (a: ItemContent, b: ItemContent) -> Bool {
        sameBytes(a.title, b.title) && sameBytes(a.itemDescription, b.itemDescription)
            && a.timestamp == b.timestamp && a.location == b.location && a.done == b.done
    }
}

extension ItemContent {
    /// How many bytes count for an item of this content against its owner's room: its texts, and
    /// about what a row takes besides.
    package var storedBytes: Int {
        Self.rowBytes + title.utf8.count + (itemDescription?.utf8.count ?? 0)
            + (location?.name.utf8.count ?? 0)
    }

    /// What counts for an item besides its texts.
    package static let rowBytes = 128
}

/// Where something is to be done: a name, and a point on the map when it is known.
package struct Location: Equatable, Sendable {
    package var name: String
    package var coordinate: Coordinate?

    /// A location that has passed `ItemRules`.
    package init(name: String, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }

    /// Whether both say the same, byte for byte.
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
    // A text that was copied with its item is not compared byte for byte.
    if a.isIdentical(to: b) { return true }
    guard a.count == b.count else { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
}
