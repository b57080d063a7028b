import Items
import PostgreSQL

/// The columns of an item's content: `items`, `changes` and the staged items of an import have all
/// of them, in this order, after their own columns.
///
/// `done` has none: `done_at` says it, and in `items` a column of its own.
enum PostgresContentColumn: Int, CaseIterable {
    case timestamp
    case day
    case repetition
    case latitude
    case longitude
    case title
    case locationName
    case description
    case tags
    case position
    case remind

    private var definition: (name: String, type: String) {
        switch self {
        case .timestamp: ("timestamp", "double precision")
        case .day: ("day", "bigint")
        case .repetition: ("repeat", "text")
        case .latitude: ("latitude", "double precision")
        case .longitude: ("longitude", "double precision")
        case .title: ("title", "text")
        case .locationName: ("location_name", "text")
        case .description: ("description", "text")
        case .tags: ("tags", "text")
        case .position: ("position", "text")
        case .remind: ("remind", "bigint")
        }
    }

    static let names = allCases.map(\.definition.name)

    /// The columns as CREATE TABLE takes them.
    static let definitions = allCases.map { "\($0.definition.name) \($0.definition.type)" }
        .joined(separator: ", ")

    /// SQL for the number of bytes of the texts that are not NULL, without what separates tags.
    static let textBytesSQL = allCases.filter { $0.definition.type == "text" }.map {
        let name = $0.definition.name
        let text = $0 == .tags ? "replace(\(name), ' ', '')" : name
        return "coalesce(octet_length(\(text)), 0)"
    }.joined(separator: " + ")

    /// The index of the column in a list, given the index of the first content column.
    func at(_ first: Int) -> Int { first + rawValue }
}

extension PostgresContentColumn {
    /// Appends the contents of rows, each column as an array. `content` returns nil for a row whose
    /// columns of a member are NULL.
    ///
    /// Inlined, so that a column reads its member in place and no content is copied.
    @inline(__always)
    static func append<Rows: Collection>(
        _ rows: Rows, to list: inout PostgresParameters,
        _ content: (Rows.Element, ItemMember) -> ItemContent?
    ) {
        for column in allCases {
            switch column {
            case .timestamp: list.append(rows) { content($0, .timestamp)?.timestamp }
            case .day: list.append(rows) { content($0, .day)?.day.map { Int($0.days) } }
            case .repetition: list.append(rows) { content($0, .repetition)?.repetition?.text }
            case .latitude:
                list.append(rows) { content($0, .location)?.location?.coordinate?.latitude }
            case .longitude:
                list.append(rows) { content($0, .location)?.location?.coordinate?.longitude }
            case .title: list.append(rows) { content($0, .title)?.title }
            case .locationName: list.append(rows) { content($0, .location)?.location?.name }
            case .description:
                list.append(rows) { content($0, .itemDescription)?.itemDescription }
            case .tags: list.append(rows) { content($0, .tags)?.tags?.text }
            case .position: list.append(rows) { content($0, .position)?.position?.text }
            case .remind: list.append(rows) { content($0, .remind)?.remind }
            }
        }
    }

    /// Reads members of a content from the columns from `first` on; the other members stay.
    static func read(
        _ members: ItemContent.Members, of content: inout ItemContent, from rows: PostgresRows,
        _ row: Int, at first: Int
    ) throws(PostgresFailure) {
        for member in ItemMember.allCases where members.contains(member) {
            switch member {
            case .title: content.title = rows.string(row, title.at(first))
            case .itemDescription:
                content.itemDescription = rows.optionalString(row, description.at(first))
            case .timestamp:
                content.timestamp = try rows.optionalDouble(row, timestamp.at(first))
            case .day: content.day = try optionalDay(rows, row, at: day.at(first))
            case .repetition:
                content.repetition = try rows.optionalString(row, repetition.at(first)).map {
                    text throws(PostgresFailure) in
                    guard let rule = RepetitionText(text) else {
                        throw .unexpected("an invalid rule")
                    }
                    return rule
                }
            case .location:
                let coordinate = try coordinate(rows, row, at: latitude.at(first))
                content.location = rows.optionalString(row, locationName.at(first)).map {
                    Location(name: $0, coordinate: coordinate)
                }
            case .tags:
                content.tags = try rows.optionalString(row, tags.at(first)).map {
                    text throws(PostgresFailure) in
                    guard let tags = Tags(text) else { throw .unexpected("invalid tags") }
                    return tags
                }
            case .position:
                content.position = try rows.optionalString(row, position.at(first)).map {
                    text throws(PostgresFailure) in
                    guard let key = OrderKey(text) else {
                        throw .unexpected("an invalid position")
                    }
                    return key
                }
            case .remind: content.remind = try optionalInteger(rows, row, at: remind.at(first))
            case .done: break
            }
        }
    }

    /// The number in a column, nil when it is NULL.
    static func optionalInteger(
        _ rows: PostgresRows, _ row: Int, at column: Int
    ) throws(PostgresFailure) -> Int? {
        rows.isNull(row, column) ? nil : try rows.integer(row, column)
    }

    /// The day in a column, nil when it is NULL.
    static func optionalDay(
        _ rows: PostgresRows, _ row: Int, at column: Int
    ) throws(PostgresFailure) -> CivilDate? {
        guard !rows.isNull(row, column) else { return nil }
        let days = try rows.integer(row, column)
        guard
            Int(CivilDate.all.lowerBound.days)...Int(CivilDate.all.upperBound.days) ~= days
        else { throw .unexpected("an invalid day") }
        return CivilDate(days: days)
    }

    /// The coordinate whose latitude is in a column, and its longitude in the next one.
    static func coordinate(
        _ rows: PostgresRows, _ row: Int, at column: Int
    ) throws(PostgresFailure) -> Coordinate? {
        guard let latitude = try rows.optionalDouble(row, column),
            let longitude = try rows.optionalDouble(row, column + 1)
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
