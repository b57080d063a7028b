import Items
import PostgreSQL

/// The columns of an item, in the order of every SELECT of items.
enum ItemColumns {
    /// The columns after `owner`.
    static let names = [
        "id", "sequence", "revision", "created_at", "updated_at", "done_at", "done", "timestamp",
        "latitude", "longitude", "title", "location_name", "description",
    ]
    static let list = names.joined(separator: ", ")
    /// The columns of the table with this alias.
    static func list(of alias: String) -> String {
        names.map { alias + "." + $0 }.joined(separator: ", ")
    }
    /// The types of the columns, as those of arrays that `unnest` takes.
    static let types = [
        "uuid", "bigint", "bigint", "float8", "float8", "float8", "boolean", "float8", "float8",
        "float8", "text", "text", "text",
    ]

    /// Calls `body` with the item in a row, whose columns begin at `first`.
    static func visit(
        _ rows: PostgresRows, _ row: Int, from first: Int = 0,
        _ body: (borrowing ItemRow) -> Void
    ) throws(PostgresFailure) {
        let fields = try fields(rows, row, from: first)
        body(
            ItemRow(
                fields: fields, title: rows.bytes(row, first + 10),
                itemDescription: rows.optionalBytes(row, first + 12),
                locationName: rows.optionalBytes(row, first + 11)))
    }

    /// A copy of the item in a row.
    static func item(
        _ rows: PostgresRows, _ row: Int, from first: Int = 0
    ) throws(PostgresFailure) -> ToDoItem {
        let fields = try fields(rows, row, from: first)
        let location = rows.optionalString(row, first + 11).map {
            Location(name: $0, coordinate: fields.coordinate)
        }
        return ToDoItem(
            id: fields.id, sequence: fields.sequence,
            content: ItemContent(
                title: rows.string(row, first + 10),
                itemDescription: rows.optionalString(row, first + 12),
                timestamp: fields.timestamp, location: location, done: fields.done),
            createdAt: fields.createdAt, updatedAt: fields.updatedAt, doneAt: fields.doneAt,
            revision: fields.revision)
    }

    private static func fields(
        _ rows: PostgresRows, _ row: Int, from first: Int
    ) throws(PostgresFailure) -> ItemRow.ScalarFields {
        ItemRow.ScalarFields(
            id: ItemID(try rows.uuid(row, first)), sequence: try rows.integer(row, first + 1),
            timestamp: try rows.optionalDouble(row, first + 7),
            coordinate: try coordinate(rows, row, first + 8),
            done: try rows.bool(row, first + 6), createdAt: try rows.double(row, first + 3),
            updatedAt: try rows.double(row, first + 4),
            doneAt: try rows.optionalDouble(row, first + 5),
            revision: try rows.integer(row, first + 2))
    }

    /// The coordinate whose latitude is in a column, and its longitude in the next one.
    static func coordinate(
        _ rows: PostgresRows, _ row: Int, _ column: Int
    ) throws(PostgresFailure) -> Coordinate? {
        guard let latitude = try rows.optionalDouble(row, column),
            let longitude = try rows.optionalDouble(row, column + 1)
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
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
        list.append(items) { $0.item.content.timestamp }
        list.append(items) { $0.item.content.location?.coordinate?.latitude }
        list.append(items) { $0.item.content.location?.coordinate?.longitude }
        list.append(items) { $0.item.content.title }
        list.append(items) { $0.item.content.location?.name }
        list.append(items) { $0.item.content.itemDescription }
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
