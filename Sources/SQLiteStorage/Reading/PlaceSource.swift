/// What can tell the places of the few items that a part of a filter means, without the items.
enum PlaceSource: Hashable {
    case group
    /// Items that no trigram knows yet.
    case unsearchable

    var sql: String {
        switch self {
        case .group:
            "SELECT place FROM items INDEXED BY items_in_order WHERE owner = ?1 AND done = ?2 LIMIT ?3"
        case .unsearchable: Unsearchable.places
        }
    }
}
