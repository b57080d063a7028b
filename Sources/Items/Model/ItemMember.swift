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
    case done
}
