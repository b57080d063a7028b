/// The members of an item that a client sets, in their order on the wire.
///
/// Each layer has one exhaustive `switch` over them in each direction, or an initializer with a
/// parameter for each, so a new case does not compile until every layer says what it does with it.
/// Lists of members are derived from `allCases`.
package enum ItemMember: String, CaseIterable, Sendable {
    // The raw value is the name on the wire.
    case title
    case itemDescription
    case timestamp
    case day
    case repetition = "repeat"
    case location
    case tags
    case position
    case remind
    case done

    /// The number of the member's bit in `ItemContent.Members`.
    ///
    /// Storages keep the bits in their logs, so the number of a member never changes. A new member
    /// takes the next one, below `limit`.
    package var bit: Int {
        switch self {
        case .title: 0
        case .itemDescription: 1
        case .timestamp: 2
        case .day: 3
        case .repetition: 4
        case .location: 5
        case .done: 6
        case .tags: 7
        case .position: 8
        case .remind: 9
        }
    }

    /// The number of members for which the logs have room.
    package static let limit = 16
}
