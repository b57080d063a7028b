import Items
import SQLite

/// The columns of `items`, in the order in which they are selected and bound.
enum SQLiteItemColumns {
    static let names =
        [
            "slot", "id", "revision", "created_at", "updated_at", "done_at", "details",
        ] + SQLiteContentColumn.namesInItems
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
        static let details: Int32 = 6
        /// The first content column.
        static let content: Int32 = 7
    }

    /// Calls `body` with the current row of the statement, given the values that are read
    /// separately.
    static func visit<Value>(
        _ statement: borrowing Statement, _ fields: ItemRow.ScalarFields,
        _ description: Span<UInt8>?, tags: Span<UInt8>?, position: Span<UInt8>?,
        to body: (borrowing ItemRow) -> Value
    ) throws(DatabaseError) -> Value {
        // Only what is due repeats.
        let repetition =
            fields.timestamp == nil
            ? nil
            : try statement.optionalRepetition(at: SQLiteContentColumn.repetition.at(At.content))
        let row = ItemRow(
            fields: fields,
            title: try statement.validText(at: SQLiteContentColumn.title.at(At.content)),
            itemDescription: description,
            locationName: try statement.optionalText(
                at: SQLiteContentColumn.locationName.at(At.content)), repetition: repetition,
            tags: tags, position: position)
        return body(row)
    }

    /// Binds an owner's item to the parameters from the first on, without its details.
    static func bind(
        _ item: ToDoItem, of owner: Int, to statement: inout Statement
    ) throws(DatabaseError) {
        let content = item.content
        let slot = Slot(owner: owner, done: content.done, sequence: item.sequence)
        try statement.bind(slot.value, at: 1 + At.slot)
        try statement.bind(uuid: item.id, at: 1 + At.id)
        try statement.bind(item.revision, at: 1 + At.revision)
        try statement.bind(item.createdAt, at: 1 + At.createdAt)
        let updatedAt = item.updatedAt == item.createdAt ? nil : item.updatedAt
        try statement.bind(updatedAt, at: 1 + At.updatedAt)
        try statement.bind(item.doneAt, at: 1 + At.doneAt)
        let mark = ItemDetails.mark(of: content)
        try statement.bind(mark, at: 1 + At.details)
        var members = ItemContent.Members.all
        if mark ?? 0 > 0 { members.remove(.init(.itemDescription)) }
        try SQLiteContentColumn.bind(
            members, of: content, to: &statement, from: 1 + At.content,
            without: ItemDetails.members)
    }

    /// The scalar fields of the current row of the statement.
    static func fields(
        _ statement: borrowing Statement
    ) throws(DatabaseError) -> ItemRow.ScalarFields {
        let slot = Slot(statement.integer(at: At.slot))
        let createdAt = statement.double(at: At.createdAt)
        let timestamp = try statement.optionalTimestamp(
            at: SQLiteContentColumn.timestamp.at(At.content))
        let fields = ItemRow.ScalarFields(
            id: try statement.itemID(at: At.id), sequence: slot.sequence,
            timestamp: timestamp,
            // Only what is due has a day.
            day: timestamp == nil
                ? nil : try statement.optionalDay(at: SQLiteContentColumn.day.at(At.content)),
            coordinate: try coordinate(statement, at: SQLiteContentColumn.latitude.at(At.content)),
            remind: nil,
            done: slot.done,
            createdAt: createdAt,
            updatedAt: statement.optionalDouble(at: At.updatedAt) ?? createdAt,
            doneAt: statement.optionalDouble(at: At.doneAt),
            revision: try statement.counter(at: At.revision))
        try statement.require(fields)
        return fields
    }
}
