/// The members of an item that the client sets.
package struct ItemContent: Equatable, Sendable {
    package var title: String
    package var itemDescription: String?
    /// When the item is due.
    package var timestamp: Double?
    /// The calendar day on which the item is due without a time; `timestamp` is its start in some
    /// time zone.
    package var day: CivilDate?
    /// The rule by which the item comes back; only of an open item with a due date.
    package var repetition: RepetitionText?
    package var location: Location?
    package var done: Bool

    /// Content that has passed `ItemRules`.
    package init(
        title: String, itemDescription: String? = nil, timestamp: Double? = nil,
        day: CivilDate? = nil, repetition: RepetitionText? = nil, location: Location? = nil,
        done: Bool = false
    ) {
        self.title = title
        self.itemDescription = itemDescription
        self.timestamp = timestamp
        self.day = day
        self.repetition = repetition
        self.location = location
        self.done = done
    }

    /// Whether both are equal byte for byte. Swift's own `==` on strings treats canonically
    /// equivalent texts as equal. A client that sends another normalization of the same letters has
    /// changed the text and must get this text back.
    package static func == (a: ItemContent, b: ItemContent) -> Bool {
        Members(between: a, and: b).isEmpty
    }

    package struct Members: OptionSet, Sendable {
        package let rawValue: Int

        // Storage writes these values into its log, so the value of a member never changes. The
        // values from 32 to 512 are reserved for storage.
        package static let title = Members(rawValue: 1)
        package static let description = Members(rawValue: 2)
        /// The timestamp, the day and the rule.
        package static let when = Members(rawValue: 4)
        package static let location = Members(rawValue: 8)
        package static let done = Members(rawValue: 16)

        package static let all: Members = [.title, .description, .when, .location, .done]

        /// The members with these bits.
        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The members in which two contents differ.
        package init(between a: ItemContent, and b: ItemContent) {
            var members: Members = []
            if !sameBytes(a.title, b.title) { members.insert(.title) }
            if !sameBytes(a.itemDescription, b.itemDescription) { members.insert(.description) }
            if a.timestamp != b.timestamp || a.day != b.day || a.repetition != b.repetition {
                members.insert(.when)
            }
            if a.location != b.location { members.insert(.location) }
            if a.done != b.done { members.insert(.done) }
            self = members
        }
    }
}

extension ItemContent {
    /// The bytes that an item with this content counts for in its owner's quota: its texts, and an
    /// estimate for the rest of its row.
    package var storedBytes: Int {
        Self.rowBytes + textBytes(of: .all)
    }

    /// The bytes of the texts of these members.
    package func textBytes(of members: Members) -> Int {
        (members.contains(.title) ? title.utf8.count : 0)
            + (members.contains(.description) ? itemDescription?.utf8.count ?? 0 : 0)
            + (members.contains(.location) ? location?.name.utf8.count ?? 0 : 0)
            + (members.contains(.when) ? repetition?.text.utf8.count ?? 0 : 0)
    }

    /// The bytes of an item in addition to its texts.
    package static let rowBytes = 128
}

/// Whether both texts are equal byte for byte.
func sameBytes(_ a: String?, _ b: String?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): sameBytes(a.utf8.span, b.utf8.span)
    default: false
    }
}

func sameBytes(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    // A text that was copied with its item is not compared bytewise.
    if a.isIdentical(to: b) { return true }
    guard a.count == b.count else { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
}
