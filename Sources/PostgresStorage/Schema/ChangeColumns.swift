import Items
import PostgreSQL

/// One row of the changes: the values that a write has replaced.
struct ChangeRow {
    /// The bytes that a change counts in addition to its texts.
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

enum ChangeColumns {
    static let names =
        [
            "owner", "revision", "ordinal", "id", "sequence", "changed_at", "members", "bytes",
            "created_at", "done_at",
        ] + ContentColumn.names
    static let list = names.joined(separator: ", ")
    static let parameters = [String].parameters(names.count)
    /// The columns that an undo reads.
    static let image =
        (["id", "sequence", "ordinal", "members", "created_at", "done_at"] + ContentColumn.names)
        .joined(separator: ", ")

    /// The indexes of the columns of `image`.
    enum At {
        static let id = 0
        static let sequence = 1
        static let ordinal = 2
        static let members = 3
        static let createdAt = 4
        static let doneAt = 5
        /// The first of the content.
        static let content = 6
    }

    /// Appends the changes, each column as an array.
    static func append(_ rows: [ChangeRow], to list: inout PostgresParameters) {
        list.append(rows) { $0.owner }
        list.append(rows) { $0.revision }
        list.append(rows) { $0.ordinal }
        list.append(rows) { PostgresUUID($0.item.id) }
        list.append(rows) { $0.item.sequence }
        list.append(rows) { $0.changedAt }
        list.append(rows) { $0.members.rawValue }
        list.append(rows) { $0.bytes }
        list.append(rows) { $0.members.contains(.deletion) ? $0.item.createdAt : nil }
        list.append(rows) { $0.members.contains(.doneAt) ? $0.item.doneAt : nil }
        ContentColumn.append(rows, to: &list) { row, member in
            row.members.content.contains(member) ? row.item.content : nil
        }
    }

    /// The item before a change with the columns of `image`, given the item after it.
    static func item(
        before rows: PostgresRows, _ row: Int, after item: ToDoItem?
    ) throws(PostgresFailure) -> ToDoItem? {
        let members = ChangeMembers(rawValue: try rows.integer(row, At.members))
        if members.contains(.creation) {
            guard item != nil else { throw .unexpected("a creation of nothing") }
            return nil
        }
        var old: ToDoItem
        if members.contains(.deletion) {
            guard item == nil, let createdAt = try rows.optionalDouble(row, At.createdAt) else {
                throw .unexpected("a deletion of what is there")
            }
            old = ToDoItem(
                id: ItemID(try rows.uuid(row, At.id)),
                sequence: try rows.integer(row, At.sequence),
                content: ItemContent(title: ""), createdAt: createdAt, updatedAt: createdAt,
                doneAt: nil, revision: 1)
        } else {
            guard let item else { throw .unexpected("a change of nothing") }
            old = item
        }
        if members.contains(.doneAt) {
            old.doneAt = try rows.optionalDouble(row, At.doneAt)
            old.content.done = old.doneAt != nil
        }
        try ContentColumn.read(
            members.content, of: &old.content, from: rows, row, at: At.content)
        return old
    }
}
