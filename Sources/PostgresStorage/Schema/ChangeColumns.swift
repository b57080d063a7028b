import Items
import PostgreSQL

/// One row of the changes: what a write has found where it wrote.
struct ChangeRow {
    /// The bytes that a change counts besides its texts.
    static let rowBytes = 64

    let owner: Int
    let revision: Int
    let ordinal: Int
    let changedAt: Double
    let members: ChangeMembers
    /// The item before the change, or after its creation.
    let item: ToDoItem

    var bytes: Int { Self.rowBytes + item.content.textBytes(of: members.content) }
}

/// The columns of a change.
enum ChangeColumns {
    static let names = [
        "owner", "revision", "ordinal", "id", "sequence", "changed_at", "members", "bytes",
        "created_at", "done_at", "timestamp", "latitude", "longitude", "title", "location_name",
        "description",
    ]
    static let types = [
        "bigint", "bigint", "bigint", "uuid", "bigint", "float8", "bigint", "bigint", "float8",
        "float8", "float8", "float8", "float8", "text", "text", "text",
    ]
    /// The columns that an undo reads.
    static let image =
        "id, sequence, revision, ordinal, members, created_at, done_at, timestamp, "
        + "latitude, longitude, title, location_name, description"

    /// Appends the changes, each column as an array.
    static func append(_ rows: [ChangeRow], to list: inout PostgresParameters) {
        func appendKept<Value: PostgresValue>(
            _ member: ChangeMembers, _ value: (ToDoItem) -> Value?
        ) {
            list.append(rows) { $0.members.isDisjoint(with: member) ? nil : value($0.item) }
        }
        list.append(rows) { $0.owner }
        list.append(rows) { $0.revision }
        list.append(rows) { $0.ordinal }
        list.append(rows) { PostgresUUID($0.item.id) }
        list.append(rows) { $0.item.sequence }
        list.append(rows) { $0.changedAt }
        list.append(rows) { $0.members.rawValue }
        list.append(rows) { $0.bytes }
        appendKept(.deletion) { $0.createdAt }
        appendKept(.doneAt) { $0.doneAt }
        appendKept(ChangeMembers(.timestamp)) { $0.content.timestamp }
        appendKept(ChangeMembers(.location)) { $0.content.location?.coordinate?.latitude }
        appendKept(ChangeMembers(.location)) { $0.content.location?.coordinate?.longitude }
        appendKept(ChangeMembers(.title)) { $0.content.title }
        appendKept(ChangeMembers(.location)) { $0.content.location?.name }
        appendKept(ChangeMembers(.description)) { $0.content.itemDescription }
    }

    /// The item before a change, whose columns are those of `image`, given the item after it.
    static func item(
        before rows: PostgresRows, _ row: Int, after item: ToDoItem?
    ) throws(PostgresFailure) -> ToDoItem? {
        let members = ChangeMembers(rawValue: try rows.integer(row, 4))
        if members.contains(.creation) {
            guard item != nil else { throw .unexpected("a creation of nothing") }
            return nil
        }
        var old: ToDoItem
        if members.contains(.deletion) {
            guard item == nil, let createdAt = try rows.optionalDouble(row, 5) else {
                throw .unexpected("a deletion of what is there")
            }
            old = ToDoItem(
                id: ItemID(try rows.uuid(row, 0)), sequence: try rows.integer(row, 1),
                content: ItemContent(title: ""), createdAt: createdAt, updatedAt: createdAt,
                doneAt: nil, revision: 1)
        } else {
            guard let item else { throw .unexpected("a change of nothing") }
            old = item
        }
        if members.contains(.doneAt) {
            old.doneAt = try rows.optionalDouble(row, 6)
            old.content.done = old.doneAt != nil
        }
        let content = members.content
        if content.contains(.timestamp) { old.content.timestamp = try rows.optionalDouble(row, 7) }
        if content.contains(.location) {
            let coordinate = try ItemColumns.coordinate(rows, row, 8)
            old.content.location = rows.optionalString(row, 11).map {
                Location(name: $0, coordinate: coordinate)
            }
        }
        if content.contains(.title) { old.content.title = rows.string(row, 10) }
        if content.contains(.description) {
            old.content.itemDescription = rows.optionalString(row, 12)
        }
        return old
    }
}
