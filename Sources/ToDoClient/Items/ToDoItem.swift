public import Foundation

/// A to-do item, as apps and the server exchange it.
///
/// Items are equal if all their members are; `id` is the identity. Decoding ignores the server's
/// other members (such as the creation time and the revision), so that responses of a later server
/// can be decoded too.
public struct ToDoItem: Codable, Hashable, Identifiable, Sendable {
    /// The members of an item that a user can change.
    public enum Member: String, CaseIterable, Codable, Sendable {
        /// The title.
        case title
        /// The further text.
        case itemDescription
        /// The due date: timestamp, day and rule together.
        case timestamp
        /// The location, name and coordinate together.
        case location
        /// Whether the item is done.
        case done
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, itemDescription, timestamp, day, location, done
        case repetition = "repeat"
    }

    /// The unique id of the item, made by the app.
    public let id: UUID
    /// The title: 1 to 500 characters, not only white space.
    public var title: String
    /// Further text; an empty text field gives an empty string and not nil.
    public var itemDescription: String?
    /// The due time, in seconds since 1970; of a day without a time, its beginning where it was set.
    ///
    /// As on the server, another value removes `day`, and nil removes the rule as well. So set
    /// `day` after it.
    public var timestamp: Double? {
        didSet {
            if timestamp != oldValue { day = nil }
            if timestamp == nil { repetition = nil }
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
    /// Whether the item is done.
    public var done: Bool

    /// An item; open unless `done` is set.
    ///
    /// The default id is greater than all earlier ones of this process, so that items which the
    /// server receives together keep their order.
    public init(
        id: UUID = .ascending(), title: String, itemDescription: String? = nil,
        timestamp: Double? = nil, day: DayDate? = nil, repetition: Repetition? = nil,
        location: Location? = nil, done: Bool = false
    ) {
        self.id = id
        self.title = title
        self.itemDescription = itemDescription
        self.timestamp = timestamp
        self.day = day
        self.repetition = repetition
        self.location = location
        self.done = done
    }
}
