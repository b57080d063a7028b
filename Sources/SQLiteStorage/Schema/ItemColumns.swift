import Items
import SQLite

/// The columns of an item, in the order in which they are selected and bound.
enum ItemColumns {
    static let list = """
        slot, id, revision, created_at, updated_at, done_at, timestamp, title, location_name, \
        latitude, longitude, description, description_bytes
        """

    /// The number of columns.
    static let count: Int32 = 13

    enum At {
        static let slot: Int32 = 0
        static let id: Int32 = 1
        static let revision: Int32 = 2
        static let createdAt: Int32 = 3
        static let updatedAt: Int32 = 4
        static let doneAt: Int32 = 5
        static let timestamp: Int32 = 6
        static let title: Int32 = 7
        static let locationName: Int32 = 8
        static let latitude: Int32 = 9
        static let longitude: Int32 = 10
        static let description: Int32 = 11
        static let descriptionBytes: Int32 = 12
    }

    /// Calls `body` with the statement's current row, whose texts stay in SQLite's memory.
    static func visit<Value>(
        _ statement: borrowing Statement, _ long: LongDescriptions, _ session: any StorageSession,
        to body: (borrowing ItemRow) -> Value
    ) throws(DatabaseError) -> Value {
        let fields = try fields(statement)
        guard !statement.isNull(at: At.descriptionBytes) else {
            return try visit(
                statement, fields, try statement.optionalText(at: At.description), to: body)
        }
        let slot = Slot(statement.integer(at: At.slot))
        return try long.find.withReset { description throws(DatabaseError) in
            try description.bind(slot.number, at: 1)
            try statement.require(try session.step(&description), "no description")
            return try visit(statement, fields, try description.validText(at: 0), to: body)
        }
    }

    /// Calls `body` with the current row if it is that item; false if it is another, or NULL.
    static func visitIfMatches(
        _ id: ItemID, _ statement: borrowing Statement, _ long: LongDescriptions,
        _ session: any StorageSession, to body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        guard let (high, low) = statement.uuid(at: At.id), high == id.high, low == id.low else {
            return false
        }
        try visit(statement, long, session, to: body)
        return true
    }

    private static func visit<Value>(
        _ statement: borrowing Statement, _ fields: ItemRow.ScalarFields,
        _ description: Span<UInt8>?,
        to body: (borrowing ItemRow) -> Value
    ) throws(DatabaseError) -> Value {
        let row = ItemRow(
            fields: fields, title: try statement.validText(at: At.title),
            itemDescription: description,
            locationName: try statement.optionalText(at: At.locationName))
        return body(row)
    }

    /// Copies the statement's current row.
    static func item(
        _ statement: borrowing Statement, _ long: LongDescriptions, _ session: any StorageSession
    ) throws(DatabaseError) -> ToDoItem {
        try visit(statement, long, session) { ToDoItem($0) }
    }

    /// Binds an item to the parameters from ?1 on; a long description is omitted.
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
        try statement.bind(content.timestamp, at: 1 + At.timestamp)
        try statement.bind(text: content.title, at: 1 + At.title)
        try statement.bind(text: content.location?.name, at: 1 + At.locationName)
        try statement.bind(content.location?.coordinate?.latitude, at: 1 + At.latitude)
        try statement.bind(content.location?.coordinate?.longitude, at: 1 + At.longitude)
        try statement.bind(
            text: isLong ? nil : content.itemDescription, at: 1 + At.description)
        try statement.bind(
            isLong ? content.itemDescription?.utf8.count : nil, at: 1 + At.descriptionBytes)
    }

    private static func fields(
        _ statement: borrowing Statement
    ) throws(DatabaseError) -> ItemRow.ScalarFields {
        let slot = Slot(statement.integer(at: At.slot))
        let createdAt = statement.double(at: At.createdAt)
        let fields = ItemRow.ScalarFields(
            id: try statement.itemID(at: At.id), sequence: slot.sequence,
            timestamp: statement.optionalDouble(at: At.timestamp),
            coordinate: try coordinate(statement, at: At.latitude), done: slot.done,
            createdAt: createdAt,
            updatedAt: statement.optionalDouble(at: At.updatedAt) ?? createdAt,
            doneAt: statement.optionalDouble(at: At.doneAt),
            revision: try statement.counter(at: At.revision))
        try statement.require(fields)
        return fields
    }

    /// The coordinate with its latitude in this column and its longitude in the next, nil when
    /// there is none.
    static func coordinate(
        _ statement: borrowing Statement, at column: Int32
    ) throws(DatabaseError) -> Coordinate? {
        guard let latitude = statement.optionalDouble(at: column) else { return nil }
        let coordinate = Coordinate(
            latitude: latitude, longitude: statement.double(at: column + 1))
        try statement.require(coordinate)
        return coordinate
    }
}

extension Statement {
    /// Binds the 16 bytes of an id.
    mutating func bind(uuid id: ItemID, at index: Int32) throws(DatabaseError) {
        try bind(uuid: id.high, low: id.low, at: index)
    }

    /// The column as a number, nil when it is NULL.
    func optionalDouble(at index: Int32) -> Double? {
        isNull(at: index) ? nil : double(at: index)
    }
}
