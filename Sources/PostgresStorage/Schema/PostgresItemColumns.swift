import Items
import PostgreSQL

/// The columns of an item, in the order of every SELECT of items.
enum PostgresItemColumns {
    /// The columns after `owner`.
    static let names =
        ["id", "sequence", "revision", "created_at", "updated_at", "done_at", "done"]
        + PostgresContentColumn.names
    static let list = names.joined(separator: ", ")
    /// The parameters of `append`: the owner and the columns.
    static let parameters = [String].parameters(1 + names.count)

    private enum At {
        static let id = 0
        static let sequence = 1
        static let revision = 2
        static let createdAt = 3
        static let updatedAt = 4
        static let doneAt = 5
        static let done = 6
        /// The first of the content.
        static let content = 7
    }

    /// The columns of the table with this alias.
    static func list(of alias: String) -> String {
        names.map { alias + "." + $0 }.joined(separator: ", ")
    }

    /// Calls `body` with the item in a row, whose columns begin at `first`.
    static func visit(
        _ rows: PostgresRows, _ row: Int, from first: Int = 0,
        _ body: (borrowing ItemRow) -> Void
    ) throws(PostgresFailure) {
        let content = first + At.content
        let fields = ItemRow.ScalarFields(
            id: ItemID(try rows.uuid(row, first + At.id)),
            sequence: try rows.integer(row, first + At.sequence),
            timestamp: try rows.optionalDouble(row, PostgresContentColumn.timestamp.at(content)),
            day: try PostgresContentColumn.optionalDay(
                rows, row, at: PostgresContentColumn.day.at(content)),
            coordinate: try PostgresContentColumn.coordinate(
                rows, row, at: PostgresContentColumn.latitude.at(content)),
            remind: try PostgresContentColumn.optionalInteger(
                rows, row, at: PostgresContentColumn.remind.at(content)),
            done: try rows.bool(row, first + At.done),
            createdAt: try rows.double(row, first + At.createdAt),
            updatedAt: try rows.double(row, first + At.updatedAt),
            doneAt: try rows.optionalDouble(row, first + At.doneAt),
            revision: try rows.integer(row, first + At.revision))
        body(
            ItemRow(
                fields: fields, title: rows.bytes(row, PostgresContentColumn.title.at(content)),
                itemDescription: rows.optionalBytes(
                    row, PostgresContentColumn.description.at(content)),
                locationName: rows.optionalBytes(
                    row, PostgresContentColumn.locationName.at(content)),
                repetition: rows.optionalBytes(row, PostgresContentColumn.repetition.at(content)),
                tags: rows.optionalBytes(row, PostgresContentColumn.tags.at(content)),
                position: rows.optionalBytes(row, PostgresContentColumn.position.at(content))))
    }

    /// A copy of the item in a row.
    static func item(
        _ rows: PostgresRows, _ row: Int, from first: Int = 0
    ) throws(PostgresFailure) -> ToDoItem {
        var content = ItemContent(title: "", done: try rows.bool(row, first + At.done))
        try PostgresContentColumn.read(.all, of: &content, from: rows, row, at: first + At.content)
        return ToDoItem(
            id: ItemID(try rows.uuid(row, first + At.id)),
            sequence: try rows.integer(row, first + At.sequence), content: content,
            createdAt: try rows.double(row, first + At.createdAt),
            updatedAt: try rows.double(row, first + At.updatedAt),
            doneAt: try rows.optionalDouble(row, first + At.doneAt),
            revision: try rows.integer(row, first + At.revision))
    }

    /// Appends the owner's keys and the columns of the items, each as an array.
    static func append(_ items: [(owner: Int, item: ToDoItem)], to list: inout PostgresParameters) {
        list.append(items) { $0.owner }
        list.append(items) { PostgresUUID($0.item.id) }
        list.append(items) { $0.item.sequence }
        list.append(items) { $0.item.revision }
        list.append(items) { $0.item.createdAt }
        list.append(items) { $0.item.updatedAt }
        list.append(items) { $0.item.doneAt }
        list.append(items) { $0.item.content.done }
        PostgresContentColumn.append(items, to: &list) { row, _ in row.item.content }
    }
}

extension ItemID {
    init(_ uuid: PostgresUUID) {
        self.init(high: uuid.high, low: uuid.low)
    }
}

extension PostgresUUID {
    init(_ id: ItemID) {
        self.init(high: id.high, low: id.low)
    }
}

extension Array {
    /// `$1, $2, …`, of which the first is `first`.
    static func parameters(_ count: Int, from first: Int = 1) -> String
    where Element == String {
        (first..<first + count).map { "$\($0)" }.joined(separator: ", ")
    }
}
