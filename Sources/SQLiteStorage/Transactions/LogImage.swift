import Items
import SQLite

/// Decodes the item that a log entry keeps, from the columns of `LogStatements.image`.
struct LogImage {
    private enum At {
        static let members: Int32 = 0
        static let sequence: Int32 = 1
        static let title: Int32 = 2
        static let description: Int32 = 3
        static let timestamp: Int32 = 4
        static let locationName: Int32 = 5
        static let latitude: Int32 = 6
        static let doneAt: Int32 = 8
        static let createdAt: Int32 = 9
        static let id: Int32 = 10
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
        if members.contains(.title) { old.content.title = try statement.validString(at: At.title) }
        if members.contains(.description) {
            old.content.itemDescription = try statement.optionalString(at: At.description)
        }
        if members.contains(.timestamp) {
            let timestamp = statement.optionalDouble(at: At.timestamp)
            try statement.require(
                timestamp.map(ItemRules.times.contains) != false, "a time that is none")
            old.content.timestamp = timestamp
        }
        if members.contains(.location) { old.content.location = try location(statement) }
        if members.contains(.doneAt) {
            old.doneAt = try statement.optionalSeconds(at: At.doneAt)
            old.content.done = old.doneAt != nil
        }
        return old
    }

    private func location(_ statement: borrowing Statement) throws(DatabaseError) -> Location? {
        guard let name = try statement.optionalString(at: At.locationName) else { return nil }
        return Location(
            name: name, coordinate: try ItemColumns.coordinate(statement, at: At.latitude))
    }
}
