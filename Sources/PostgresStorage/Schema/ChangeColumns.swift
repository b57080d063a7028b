import Items
import PostgreSQL
import Storage

enum ChangeColumns {
    static let names =
        [
            "owner", "revision", "ordinal", "id", "sequence", "changed_at", "members", "bytes",
            "written_by", "undoes", "created_at", "done_at",
        ] + PostgresContentColumn.names
    static let list = names.joined(separator: ", ")
    static let parameters = [String].parameters(names.count)
    /// The columns that an undo reads.
    static let image = imageNames.joined(separator: ", ")
    static let imageNames =
        ["id", "sequence", "members", "created_at", "done_at"] + PostgresContentColumn.names

    /// The indexes of the columns of `image`.
    private enum At {
        static let id = 0
        static let sequence = 1
        static let members = 2
        static let createdAt = 3
        static let doneAt = 4
        /// The first of the content.
        static let content = 5
    }

    /// Appends the changes, each column as an array.
    static func append(_ rows: [ChangeRow], to list: inout PostgresParameters) {
        list.append(rows) { $0.owner }
        list.append(rows) { $0.revision }
        list.append(rows) { $0.ordinal }
        list.append(rows) { PostgresUUID($0.id) }
        list.append(rows) { $0.sequence }
        list.append(rows) { $0.changedAt }
        list.append(rows) { $0.members.rawValue }
        list.append(rows) { $0.bytes }
        list.append(rows) { $0.origin?.label }
        list.append(rows) { $0.origin?.undoes }
        list.append(rows) { $0.members.contains(.deletion) ? $0.image?.createdAt : nil }
        list.append(rows) { $0.members.contains(.doneAt) ? $0.image?.doneAt : nil }
        PostgresContentColumn.append(rows, to: &list) { row, member in
            row.members.content.contains(member) ? row.image?.content : nil
        }
    }

    /// The change with the columns of `image`.
    static func image(_ rows: PostgresRows, _ row: Int) throws(PostgresFailure) -> ChangeImage {
        guard let members = ChangeMembers(stored: try rows.integer(row, At.members)) else {
            throw .unexpected("unknown members")
        }
        var content = ItemContent(title: "")
        try PostgresContentColumn.read(
            members.content, of: &content, from: rows, row, at: At.content)
        return ChangeImage(
            sequence: try rows.integer(row, At.sequence), members: members,
            id: ItemID(try rows.uuid(row, At.id)),
            createdAt: try rows.optionalDouble(row, At.createdAt),
            doneAt: try rows.optionalDouble(row, At.doneAt), content: content)
    }
}
