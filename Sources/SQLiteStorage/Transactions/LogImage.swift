import Items
import SQLite

/// Decodes the image of an item in a log entry, in the columns of `LogColumns.image`.
struct LogImage {
    private enum At {
        static let sequence = LogColumns.At.sequence - LogColumns.At.image
        static let members = LogColumns.At.members - LogColumns.At.image
        static let doneAt = LogColumns.At.doneAt - LogColumns.At.image
        static let createdAt = LogColumns.At.createdAt - LogColumns.At.image
        static let id = LogColumns.At.id - LogColumns.At.image
        static let content = LogColumns.At.content - LogColumns.At.image
    }

    /// The item before the entry in the current row, given the item after it.
    func item(
        _ statement: borrowing Statement, after item: ToDoItem?, at sequence: Int
    ) throws(DatabaseError) -> ToDoItem? {
        let members = LogMembers(rawValue: statement.integer(at: At.members))
        try statement.require(statement.integer(at: At.sequence) == sequence, "another sequence")
        if members.contains(.creation) {
            try statement.require(item != nil, "a creation of nothing")
            return nil
        }
        var old: ToDoItem
        if members.contains(.deletion) {
            try statement.require(item == nil, "a deletion of what is there")
            guard let createdAt = try statement.optionalSeconds(at: At.createdAt) else {
                throw statement.corruption("no time")
            }
            old = ToDoItem(
                id: try statement.itemID(at: At.id), sequence: sequence,
                content: ItemContent(title: ""), createdAt: createdAt, updatedAt: createdAt,
                doneAt: nil, revision: 1)
        } else {
            guard let item else { throw statement.corruption("a change of nothing") }
            old = item
        }
        try ContentColumn.read(
            members.content, of: &old.content, from: statement, at: At.content)
        if members.contains(.doneAt) {
            old.doneAt = try statement.optionalSeconds(at: At.doneAt)
            old.content.done = old.doneAt != nil
        }
        return old
    }
}
