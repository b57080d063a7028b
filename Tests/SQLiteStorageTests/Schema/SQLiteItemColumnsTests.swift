import SQLite
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The columns of an item` {
    @Test func `are in items where they are bound and read`() {
        typealias At = SQLiteItemColumns.At

        let columns: [(Int32, String)] = [
            (At.slot, "slot"), (At.id, "id"), (At.revision, "revision"),
            (At.createdAt, "created_at"), (At.updatedAt, "updated_at"), (At.doneAt, "done_at"),
            (At.details, "details"),
        ]

        for (index, name) in columns { #expect(SQLiteItemColumns.names[Int(index)] == name) }
        #expect(
            Array(SQLiteItemColumns.names[Int(At.content)...]) == SQLiteContentColumn.namesInItems)
        #expect(
            SQLiteContentColumn.names.allSatisfy { name in
                SQLiteContentColumn.namesInItems.contains(name)
                    != (ItemDetails.columns.contains(name) && name != "description")
            })
    }

    @Test func `are in the log where they are bound and read`() {
        typealias At = LogColumns.At

        let columns: [(Int32, String)] = [
            (At.entry, "entry"), (At.owner, "owner"), (At.previous, "previous"),
            (At.revision, "revision"), (At.changedAt, "changed_at"), (At.sequence, "sequence"),
            (At.members, "members"), (At.doneAt, "done_at"), (At.createdAt, "created_at"),
            (At.id, "id"),
        ]

        for (index, name) in columns { #expect(LogColumns.names[Int(index)] == name) }
        #expect(Array(LogColumns.names[Int(At.content)...]) == SQLiteContentColumn.names)
        #expect(LogColumns.image[Int(At.content - At.image)] == SQLiteContentColumn.names.first)
        #expect(LogColumns.short.last == "done_at")
    }

    @Test(arguments: [("items", SQLiteItemColumns.names), ("log", LogColumns.names)])
    func `are all columns of their table`(table: String, names: [String]) throws {
        let database = try SQLiteConnection.migratedInMemory()

        let columns = try database.rows(
            "SELECT name FROM pragma_table_info('\(table)')", columns: 1)

        #expect(columns.sorted() == names.sorted())
    }

    @Test func `bound by a change are all but the key, the id and the creation time`() {
        let update = SQLiteItemColumns.names.assignments(without: SQLiteItemColumns.fixed)

        #expect(update.hasPrefix("revision = ?3, updated_at = ?5, done_at = ?6, "))
        #expect(update.split(separator: ",").count == SQLiteItemColumns.names.count - 3)
    }
}
