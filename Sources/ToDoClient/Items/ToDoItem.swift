public import Foundation

/// A to-do item, as apps and the server exchange it.
///
/// Items are equal if all their members are; `id` is the identity. Decoding ignores what only the
/// server writes, such as the creation time. A member of a later server is kept, and sent back and
/// exported with the item.
public struct ToDoItem: Hashable, Identifiable, Sendable {
    /// The members of an item that a user can change.
    public enum Member: String, CaseIterable, Codable, Sendable {
        /// The title.
        case title
        /// The further text.
        case itemDescription
        /// The due date: timestamp, day, rule and reminder together.
        case timestamp
        /// The location, name and coordinate together.
        case location
        /// The tags.
        case tags
        /// The place in the order by hand.
        case position
        /// Whether the item is done.
        case done
    }

    /// The unique id of the item, made by the app.
    public package(set) var id: UUID
    /// The title: 1 to 500 characters, not only white space.
    public var title: String
    /// Further text; an empty text field gives an empty string and not nil.
    public var itemDescription: String?
    /// The due time, in seconds since 1970; of a day without a time, its beginning where it was set.
    ///
    /// As on the server, another value removes `day`, and nil removes the rule and the reminder as
    /// well. So set `day` after it.
    public var timestamp: Double? {
        didSet {
            if timestamp != oldValue { day = nil }
            if timestamp == nil {
                repetition = nil
                remind = nil
            }
        }
    }
    /// The due date without a time, the same in every time zone; nil if the item has a time.
    public var day: DayDate?
    /// The rule by which the item comes back when it is done.
    ///
    /// An item that was completed keeps it until the server has made the next item.
    public var repetition: Repetition?
    /// The location.
    public var location: Location?
    /// The tags, at most ten; no two of them are equal apart from case.
    public var tags: [String]
    /// The place in the order by hand, a key of a fractional index; `ToDoItemStore.move` sets it.
    public var position: String?
    /// The minutes before `timestamp` at which the user wants to be told.
    ///
    /// Of an item with a `day`, `timestamp` is its midnight: -540 is nine in the morning.
    public var remind: Int?
    /// Whether the item is done.
    public var done: Bool
    /// Members that this version does not know.
    package var others: [String: JSONValue] = [:]

    /// An item; open unless `done` is set.
    ///
    /// The default id is greater than all earlier ones of this process, so that items which the
    /// server receives together keep their order.
    public init(
        id: UUID = .ascending(), title: String, itemDescription: String? = nil,
        timestamp: Double? = nil, day: DayDate? = nil, repetition: Repetition? = nil,
        location: Location? = nil, tags: [String] = [], position: String? = nil,
        remind: Int? = nil, done: Bool = false
    ) {
        self.id = id
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
}

extension ToDoItem {
    /// A member of an item in JSON, in the order of the server; without `id` and those that only the
    /// server writes.
    ///
    /// A new case does not compile until `member` and `property` have it. What the library does with
    /// every member follows from them: JSON, patches, the log, merges, undo, import and export.
    package enum WireMember: String, CaseIterable, Sendable {
        case title, itemDescription, timestamp, day
        case repetition = "repeat"
        case location, tags, position, remind, done
    }
}

extension ToDoItem.WireMember {
    /// The member of the item to which it belongs: that is changed, kept and lost as a whole.
    package var member: ToDoItem.Member {
        switch self {
        case .title: .title
        case .itemDescription: .itemDescription
        case .timestamp, .day, .repetition, .remind: .timestamp
        case .location: .location
        case .tags: .tags
        case .position: .position
        case .done: .done
        }
    }

    /// The property that has its value.
    var property: any ItemProperty {
        switch self {
        case .title: WireProperty(\.title)
        case .itemDescription: WireProperty(\.itemDescription)
        case .timestamp: WireProperty(\.timestamp)
        case .day: WireProperty(\.day)
        case .repetition: WireProperty(\.repetition)
        case .location: WireProperty(\.location)
        case .tags: WireProperty(\.tags)
        case .position: WireProperty(\.position)
        case .remind: WireProperty(\.remind)
        case .done: WireProperty(\.done)
        }
    }

    /// The members of an item in JSON that clients do not set.
    static let readOnly: Set = ["createdAt", "updatedAt", "doneAt", "revision"]
}

extension ToDoItem {
    /// Takes one member from another item.
    ///
    /// Of several, `timestamp` comes first: another one removes what belongs to the due date.
    package mutating func take(_ member: WireMember, from other: ToDoItem) {
        member.property.copy(from: other, to: &self)
    }
}

extension ToDoItem.Member {
    /// Its members in JSON, in order.
    var wireMembers: [ToDoItem.WireMember] { Self.wireMembers[self] ?? [] }

    private static let wireMembers = Dictionary(
        grouping: ToDoItem.WireMember.allCases, by: \.member)
}
