/// An index that alone can tell the places of the few items that a part of a filter means.
enum PlaceSource: Hashable {
    case group
    case times
    case location
    /// The points of one band of latitude between two longitudes.
    case band
    /// The points of many bands.
    case bands
    /// Items that no trigram knows yet.
    case unsearchable

    /// A band is a hundredth of a degree of latitude, a little more than a kilometre.
    static let bandOfPoint = "CAST(latitude * 100 AS INTEGER)"

    var sql: String {
        switch self {
        case .group: select("items_in_order", "done = ?2 LIMIT ?3")
        case .times: select("items_by_timestamp", "timestamp > ?2 AND timestamp < ?3 LIMIT ?4")
        case .location: select("items_with_location", "place_name IS NOT NULL LIMIT ?2")
        case .unsearchable: "SELECT place FROM unsearchable WHERE owner = ?1 LIMIT ?2"
        case .band:
            select(
                "items_by_point",
                "latitude IS NOT NULL AND \(Self.bandOfPoint) = ?2 AND longitude BETWEEN ?3 AND ?4 LIMIT ?5"
            )
        case .bands:
            select(
                "items_by_point",
                "latitude IS NOT NULL AND \(Self.bandOfPoint) BETWEEN ?2 AND ?3 LIMIT ?4")
        }
    }

    private func select(_ index: String, _ condition: String) -> String {
        "SELECT place FROM items INDEXED BY \(index) WHERE owner = ?1 AND \(condition)"
    }
}
