import Items
import SQLite

/// The columns of an item's content. `log` and the staged items of an import have all of them, in
/// this order, after their own columns; `items` has the first ones.
///
/// `done` has none: `done_at` says it, and in `items` the slot.
enum SQLiteContentColumn: Int32, CaseIterable {
    case timestamp
    case day
    case repetition
    case title
    case locationName
    case latitude
    case longitude
    case description
    case tags
    case position
    case remind

    private var definition: (name: String, isText: Bool) {
        switch self {
        case .timestamp: ("timestamp", false)
        case .day: ("day", false)
        case .repetition: ("repeat", true)
        case .title: ("title", true)
        case .locationName: ("location_name", true)
        case .latitude: ("latitude", false)
        case .longitude: ("longitude", false)
        case .description: ("description", true)
        case .tags: ("tags", true)
        case .position: ("position", true)
        case .remind: ("remind", false)
        }
    }

    static let names = allCases.map(\.definition.name)
    /// Those of `items`; the last ones are in `details`.
    static let namesInItems = Array(names[...Int(description.rawValue)])
    static let namesInDetails = Array(names[Int(description.rawValue)...])

    /// SQL for the number of bytes of the texts that are not NULL, without what separates tags.
    static let textBytesSQL = textBytes(of: names)
    static let textBytesInItemsSQL = textBytes(of: namesInItems)
    static let textBytesInDetailsSQL = textBytes(of: ItemDetails.columns)

    private static func textBytes(of names: [String]) -> String {
        allCases.filter { $0.definition.isText && names.contains($0.definition.name) }.map {
            let name = $0.definition.name
            let text = $0 == .tags ? "replace(\(name), ' ', '')" : name
            return "coalesce(length(CAST(\(text) AS BLOB)), 0)"
        }.joined(separator: " + ")
    }

    /// The index of the column in a list, given the index of the first content column.
    func at(_ first: Int32) -> Int32 { first + rawValue }
}

extension SQLiteContentColumn {
    /// Binds members of a content to the parameters from `first` on, and NULL for the others; the
    /// statement has no parameters for `missing` ones.
    static func bind(
        _ members: ItemContent.Members, of content: ItemContent, to statement: inout Statement,
        from first: Int32, without missing: ItemContent.Members = []
    ) throws(DatabaseError) {
        for member in ItemMember.allCases where !missing.contains(member) {
            let isKept = members.contains(member)
            switch member {
            case .title:
                try statement.bind(text: isKept ? content.title : nil, at: title.at(first))
            case .itemDescription:
                try statement.bind(
                    text: isKept ? content.itemDescription : nil, at: description.at(first))
            case .timestamp:
                try statement.bind(isKept ? content.timestamp : nil, at: timestamp.at(first))
            case .day:
                let days = content.day.map { Int($0.days) }
                try statement.bind(isKept ? days : nil, at: day.at(first))
            case .repetition:
                try statement.bind(
                    text: isKept ? content.repetition?.text : nil, at: repetition.at(first))
            case .location:
                let location = isKept ? content.location : nil
                try statement.bind(text: location?.name, at: locationName.at(first))
                try statement.bind(location?.coordinate?.latitude, at: latitude.at(first))
                try statement.bind(location?.coordinate?.longitude, at: longitude.at(first))
            case .tags:
                try statement.bind(text: isKept ? content.tags?.text : nil, at: tags.at(first))
            case .position:
                try statement.bind(
                    text: isKept ? content.position?.text : nil, at: position.at(first))
            case .remind:
                try statement.bind(isKept ? content.remind : nil, at: remind.at(first))
            case .done: break
            }
        }
    }

    /// Reads members of a content from the columns from `first` on; other members are unchanged.
    static func read(
        _ members: ItemContent.Members, of content: inout ItemContent,
        from statement: borrowing Statement, at first: Int32
    ) throws(DatabaseError) {
        for member in ItemMember.allCases where members.contains(member) {
            switch member {
            case .title: content.title = try statement.validString(at: title.at(first))
            case .itemDescription:
                content.itemDescription = try statement.optionalString(at: description.at(first))
            case .timestamp:
                content.timestamp = try statement.optionalTimestamp(at: timestamp.at(first))
            case .day: content.day = try statement.optionalDay(at: day.at(first))
            case .repetition:
                content.repetition = try statement.optionalString(at: repetition.at(first)).map {
                    text throws(DatabaseError) in
                    guard let rule = RepetitionText(text) else {
                        throw statement.corruption("an invalid rule")
                    }
                    return rule
                }
            case .location: content.location = try location(statement, at: first)
            case .tags:
                content.tags = try statement.optionalString(at: tags.at(first)).map {
                    text throws(DatabaseError) in
                    guard let tags = Tags(text) else { throw statement.corruption("invalid tags") }
                    return tags
                }
            case .position:
                content.position = try statement.optionalString(at: position.at(first)).map {
                    text throws(DatabaseError) in
                    guard let key = OrderKey(text) else {
                        throw statement.corruption("an invalid position")
                    }
                    return key
                }
            case .remind:
                content.remind = try statement.optionalInteger(
                    at: remind.at(first), in: ItemRules.reminders)
            case .done: break
            }
        }
    }

    private static func location(
        _ statement: borrowing Statement, at first: Int32
    ) throws(DatabaseError) -> Location? {
        guard let name = try statement.optionalString(at: locationName.at(first)) else {
            return nil
        }
        let coordinate = try SQLiteItemColumns.coordinate(statement, at: latitude.at(first))
        return Location(name: name, coordinate: coordinate)
    }
}
