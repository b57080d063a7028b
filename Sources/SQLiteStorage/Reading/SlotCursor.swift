import Items
import SQLite

/// Reads items by slot with one statement that stays open between reads.
///
///     reads   0   0   0   0  …     constant rows: each is the turn of one read
///     items   │   │   │   │        the row at the slot set for that read, or none
///
/// Binding, starting and ending a statement costs SQLite more than finding a row. The first read by
/// slot in a transaction starts this statement, and it stays open until `reset()`.
final class SlotCursor {
    /// The number of reads before the statement restarts.
    static let readsPerRun = 32
    /// The reader compares the id: a WHERE would drop rows, and each read needs one.
    static let sql = """
        SELECT \(SQLiteItemColumns.list) \
        FROM (VALUES \(String(repeating: "(0), ", count: readsPerRun - 1))(0)) AS reads \
        LEFT JOIN items ON slot = current_slot(reads.column1)
        """

    private let session: any StorageSession
    private let long: ItemDetails
    private let slotVariable = SQLVariable()
    private var statement: Statement

    init(_ session: any StorageSession, _ long: ItemDetails) throws(DatabaseError) {
        self.session = session
        self.long = long
        try session.define("current_slot", slotVariable)
        statement = try session.prepare(Self.sql)
    }

    /// Calls `body` with the row at a slot if it is that item; false otherwise.
    func read(
        _ id: ItemID, at slot: Slot, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        slotVariable.value = Int64(slot.value)
        return try readNext(id, &statement, body)
    }

    /// The statement is a parameter, because each access to the property has a runtime exclusivity
    /// check.
    private func readNext(
        _ id: ItemID, _ statement: inout Statement, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        // A step that ends the statement returns false, and the next one starts it again.
        while try !session.step(&statement) {}
        return try SQLiteItemColumns.visitIfMatches(id, statement, long, session, to: body)
    }

    /// Ends the statement, so that the transaction can end.
    func reset() throws(DatabaseError) {
        try statement.reset()
    }
}
