import Items
import SQLite

/// The columns of an item's content. `items`, `log` and the staged items of an import have all of
/// them, in this order, after their own columns.
enum ContentColumn: Int32, CaseIterable {
    case timestamp
    case day
    case repetition
    case title
    case locationName
    case latitude
    case longitude
    case description

    /// The name of the column in SQL.
    var name: String {
        switch self {
        case .timestamp: "timestamp"
        case .day: "day"
        case .repetition: "repeat"
        case .title: "title"
        case .locationName: "location_name"
        case .latitude: "latitude"
        case .longitude: "longitude"
        case .description: "description"
        }
    }

    static let names = allCases.map(\.name)

    static let textBytesSQL = [title, locationName, description, repetition]
        .map { "coalesce(length(CAST(\($0.name) AS BLOB)), 0)" }.joined(separator: " + ")

    /// The index of the column in a list, given the index of the first content column.
    func at(_ first: Int32) -> Int32 { first + rawValue }
}

extension ContentColumn {
    /// Binds members of a content to the parameters from `first` on, and NULL for the others.
    static func bind(
        _ members: ItemContent.Members, of content: ItemContent, to statement: inout Statement,
        from first: Int32
    ) throws(DatabaseError) {
        let hasWhen = members.contains(.when)
        let title = members.contains(.title) ? content.title : nil
        let location = members.contains(.location) ? content.location : nil
        let description = members.contains(.description) ? content.itemDescription : nil
        try statement.bind(hasWhen ? content.timestamp : nil, at: timestamp.at(first))
        try statement.bind(hasWhen ? content.day.map { Int($0.days) } : nil, at: day.at(first))
        try statement.bind(
            text: hasWhen ? content.repetition?.text : nil, at: repetition.at(first))
        try statement.bind(text: title, at: Self.title.at(first))
        try statement.bind(text: location?.name, at: locationName.at(first))
        try statement.bind(location?.coordinate?.latitude, at: latitude.at(first))
        try statement.bind(location?.coordinate?.longitude, at: longitude.at(first))
        try statement.bind(text: description, at: Self.description.at(first))
    }

    /// Reads members of a content from the columns from `first` on; other members are unchanged.
    static func read(
        _ members: ItemContent.Members, of content: inout ItemContent,
        from statement: borrowing Statement, at first: Int32
    ) throws(DatabaseError) {
        if members.contains(.title) {
            content.title = try statement.validString(at: title.at(first))
        }
        if members.contains(.description) {
            content.itemDescription = try statement.optionalString(at: description.at(first))
        }
        if members.contains(.when) {
            content.timestamp = try statement.optionalTimestamp(at: timestamp.at(first))
            content.day = try statement.optionalDay(at: day.at(first))
            content.repetition = try statement.optionalString(at: repetition.at(first)).map {
                text throws(DatabaseError) in
                guard let repetition = RepetitionText(text) else {
                    throw statement.corruption("a rule that is none")
                }
                return repetition
            }
        }
        if members.contains(.location) {
            content.location = try location(statement, at: first)
        }
    }

    private static func location(
        _ statement: borrowing Statement, at first: Int32
    ) throws(DatabaseError) -> Location? {
        guard let name = try statement.optionalString(at: locationName.at(first)) else {
            return nil
        }
        let coordinate = try ItemColumns.coordinate(statement, at: latitude.at(first))
        return Location(name: name, coordinate: coordinate)
    }
}

/// The columns of `items`, in the order in which they are selected and bound.
enum ItemColumns {
    static let names =
        [
            "slot", "id", "revision", "created_at", "updated_at", "done_at", "description_bytes",
        ] + ContentColumn.names
    static let list = names.list
    /// Columns that no change of the item changes, unless its row moves to another slot.
    static let fixed = ["slot", "id", "created_at"]

    enum At {
        static let slot: Int32 = 0
        static let id: Int32 = 1
        static let revision: Int32 = 2
        static let createdAt: Int32 = 3
        static let updatedAt: Int32 = 4
        static let doneAt: Int32 = 5
        static let descriptionBytes: Int32 = 6
        /// The first content column.
        static let content: Int32 = 7
    }

    /// Calls `body` with the current row of the statement, given the values that are read
    /// separately.
    static func visit<Value>(
        _ statement: borrowing Statement, _ fields: ItemRow.ScalarFields,
        _ description: Span<UInt8>?,
        to body: (borrowing ItemRow) -> Value
    ) throws(DatabaseError) -> Value {
        // Only what is due repeats.
        let repetition =
            fields.timestamp == nil
            ? nil
            : try statement.optionalRepetition(at: ContentColumn.repetition.at(At.content))
        let row = ItemRow(
            fields: fields, title: try statement.validText(at: ContentColumn.title.at(At.content)),
            itemDescription: description,
            locationName: try statement.optionalText(
                at: ContentColumn.locationName.at(At.content)), repetition: repetition)
        return body(row)
    }

    /// Binds an owner's item to the parameters from the first on, without a long description.
    static func bind(
        _ item: ToDoItem, of owner: Int, to statement: inout Statement
    ) throws(DatabaseError) {
        let content = item.content
        let isLong = LongDescriptions.isLong(content.itemDescription)
        let slot = Slot(owner: owner, done: content.done, sequence: item.sequence)
        try statement.bind(slot.value, at: 1 + At.slot)
        try statement.bind(uuid: item.id, at: 1 + At.id)
        try statement.bind(item.revision, at: 1 + At.revision)
        try statement.bind(item.createdAt, at: 1 + At.createdAt)
        let updatedAt = item.updatedAt == item.createdAt ? nil : item.updatedAt
        try statement.bind(updatedAt, at: 1 + At.updatedAt)
        try statement.bind(item.doneAt, at: 1 + At.doneAt)
        try statement.bind(
            isLong ? content.itemDescription?.utf8.count : nil, at: 1 + At.descriptionBytes)
        try ContentColumn.bind(
            isLong ? .all.subtracting(.description) : .all, of: content, to: &statement,
            from: 1 + At.content)
    }

    /// The scalar fields of the current row of the statement.
    static func fields(
        _ statement: borrowing Statement
    ) throws(DatabaseError) -> ItemRow.ScalarFields {
        let slot = Slot(statement.integer(at: At.slot))
        let createdAt = statement.double(at: At.createdAt)
        let timestamp = try statement.optionalTimestamp(
            at: ContentColumn.timestamp.at(At.content))
        let fields = ItemRow.ScalarFields(
            id: try statement.itemID(at: At.id), sequence: slot.sequence,
            timestamp: timestamp,
            // Only what is due has a day.
            day: timestamp == nil
                ? nil : try statement.optionalDay(at: ContentColumn.day.at(At.content)),
            coordinate: try coordinate(statement, at: ContentColumn.latitude.at(At.content)),
            done: slot.done,
            createdAt: createdAt,
            updatedAt: statement.optionalDouble(at: At.updatedAt) ?? createdAt,
            doneAt: statement.optionalDouble(at: At.doneAt),
            revision: try statement.counter(at: At.revision))
        try statement.require(fields)
        return fields
    }
}
