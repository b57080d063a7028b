import Items
import SQLite

/// Decodes rows of `items`, whose texts stay in SQLite's memory.
extension SQLiteItemColumns {
    /// Calls `body` with the current row of the statement, whose texts stay in SQLite's memory.
    static func visit<Value>(
        _ statement: borrowing Statement, _ long: ItemDetails, _ session: any StorageSession,
        to body: (borrowing ItemRow) -> Value
    ) throws(DatabaseError) -> Value {
        var fields = try fields(statement)
        let description = try statement.optionalText(
            at: SQLiteContentColumn.description.at(At.content))
        guard !statement.isNull(at: At.details) else {
            return try visit(
                statement, fields, description, tags: nil, position: nil, to: body)
        }
        let slot = Slot(statement.integer(at: At.slot))
        let isLong = statement.integer(at: At.details) > 0
        return try long.visit(slot.number, session) { details throws(DatabaseError) in
            details.complete(&fields)
            try statement.require(!isLong || details.description != nil, "no description")
            return try visit(
                statement, fields, isLong ? details.description : description,
                tags: details.tags, position: details.position, to: body)
        }
    }

    /// Calls `body` with the current row if it is that item; false if there is no row or another
    /// item.
    static func visitIfMatches(
        _ id: ItemID, _ statement: borrowing Statement, _ long: ItemDetails,
        _ session: any StorageSession, to body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        guard let (high, low) = statement.uuid(at: At.id), high == id.high, low == id.low else {
            return false
        }
        try visit(statement, long, session, to: body)
        return true
    }

    /// A copy of the current row of the statement.
    static func item(
        _ statement: borrowing Statement, _ long: ItemDetails, _ session: any StorageSession
    ) throws(DatabaseError) -> ToDoItem {
        let (item, isWhole) = try visit(statement, long, session) { row in
            let item = ToDoItem(row)
            let content = item.content
            return (
                item,
                (row.tags == nil) == (content.tags == nil)
                    && (row.position == nil) == (content.position == nil)
            )
        }
        try statement.require(isWhole, "invalid tags, or an invalid position")
        return item
    }

    /// The latitude in this column and the longitude in the next one; nil if they are NULL.
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

    /// The column as a number; nil if it is NULL.
    func optionalDouble(at index: Int32) -> Double? {
        isNull(at: index) ? nil : double(at: index)
    }
}
