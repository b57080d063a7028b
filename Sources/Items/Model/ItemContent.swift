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
    package var tags: Tags?
    /// The place in the order by hand, which clients compute.
    package var position: OrderKey?
    /// How many minutes before `timestamp` the user wants to be told; only with a due date.
    package var remind: Int?
    package var done: Bool

    /// Content that has passed `ItemRules`.
    package init(
        title: String, itemDescription: String? = nil, timestamp: Double? = nil,
        day: CivilDate? = nil, repetition: RepetitionText? = nil, location: Location? = nil,
        tags: Tags? = nil, position: OrderKey? = nil, remind: Int? = nil, done: Bool = false
    ) {
        self.title = title
        self.itemDescription = itemDescription
        self.timestamp = timestamp
        self.day = day
        self.repetition = repetition
        self.location = location
        self.tags = tags
        self.position = position
        self.remind = remind
        self.done = done
    }

    /// When the user wants to be told; nil of a done item, which reminds of nothing.
    package var reminderTime: Double? {
        guard !done, let timestamp, let remind else { return nil }
        return timestamp - 60 * Double(remind)
    }

    /// Whether both are equal byte for byte. Swift's own `==` on strings treats canonically
    /// equivalent texts as equal. A client that sends another normalization of the same letters has
    /// changed the text and must get this text back.
    package static func == (a: ItemContent, b: ItemContent) -> Bool {
        Members(between: a, and: b).isEmpty
    }

    /// A set of members.
    package struct Members: OptionSet, Sendable {
        package let rawValue: Int

        package static let all = Members(ItemMember.allCases.map { Members($0) })

        /// The members with these bits.
        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// One member.
        package init(_ member: ItemMember) {
            rawValue = 1 << member.bit
        }

        /// The members in which two contents differ.
        package init(between a: ItemContent, and b: ItemContent) {
            var members: Members = []
            for member in ItemMember.allCases where !a.isEqual(to: b, in: member) {
                members.insert(Members(member))
            }
            self = members
        }

        package func contains(_ member: ItemMember) -> Bool { rawValue >> member.bit & 1 == 1 }
    }
}

// What the values of a member are to a write.

extension ItemContent {
    /// Whether both have the same value of a member, byte for byte.
    private func isEqual(to other: ItemContent, in member: ItemMember) -> Bool {
        switch member {
        case .title: sameBytes(title, other.title)
        case .itemDescription: sameBytes(itemDescription, other.itemDescription)
        case .timestamp: timestamp == other.timestamp
        case .day: day == other.day
        case .repetition: repetition == other.repetition
        case .location: location == other.location
        case .tags: tags == other.tags
        case .position: position == other.position
        case .remind: remind == other.remind
        case .done: done == other.done
        }
    }

    /// The first of these members whose value no write leaves; nil if all are valid.
    ///
    /// Each is judged for itself, as in a change that has only some of them.
    package func invalidMember(of members: Members) -> ItemMember? {
        ItemMember.allCases.first { members.contains($0) && !isValid($0) }
    }

    private func isValid(_ member: ItemMember) -> Bool {
        switch member {
        case .title: (try? ItemRules.title(title)).map { sameBytes($0, title) } ?? false
        case .itemDescription:
            itemDescription.map { (try? ItemRules.description($0)) != nil } ?? true
        case .timestamp: timestamp.map(ItemRules.times.contains) ?? true
        case .location: location?.isValid ?? true
        case .remind: remind.map(ItemRules.reminders.contains) ?? true
        // Their types have no other values.
        case .day, .repetition, .tags, .position, .done: true
        }
    }

    /// Takes the values of members over from another content.
    package mutating func take(_ members: Members, from other: ItemContent) {
        for member in ItemMember.allCases where members.contains(member) {
            switch member {
            case .title: title = other.title
            case .itemDescription: itemDescription = other.itemDescription
            case .timestamp: timestamp = other.timestamp
            case .day: day = other.day
            case .repetition: repetition = other.repetition
            case .location: location = other.location
            case .tags: tags = other.tags
            case .position: position = other.position
            case .remind: remind = other.remind
            case .done: done = other.done
            }
        }
    }

    /// The bytes of the texts of a member.
    private func textBytes(of member: ItemMember) -> Int {
        switch member {
        case .title: title.utf8.count
        case .itemDescription: itemDescription?.utf8.count ?? 0
        case .repetition: repetition?.text.utf8.count ?? 0
        case .location: location?.name.utf8.count ?? 0
        case .tags: tags?.bytes ?? 0
        case .position: position?.text.utf8.count ?? 0
        case .timestamp, .day, .remind, .done: 0
        }
    }

    /// The bytes of the texts of these members.
    package func textBytes(of members: Members) -> Int {
        var bytes = 0
        for member in ItemMember.allCases where members.contains(member) {
            bytes += textBytes(of: member)
        }
        return bytes
    }

    /// The bytes that an item with this content counts for in its owner's quota: its texts, and an
    /// estimate for the rest of its row.
    package var storedBytes: Int {
        Self.rowBytes + textBytes(of: .all)
    }

    /// The bytes of an item in addition to its texts.
    package static let rowBytes = 128
}

extension Location {
    fileprivate var isValid: Bool {
        let isInside =
            coordinate.map {
                ItemRules.latitudes.contains($0.latitude)
                    && ItemRules.longitudes.contains($0.longitude)
            } ?? true
        return isInside && (try? ItemRules.locationName(name)) != nil
    }
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
