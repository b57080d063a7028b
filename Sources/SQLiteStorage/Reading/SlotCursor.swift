import Items
import SQLite

/// Reads items by their slots, one after the other, by a statement that stays open in between.
///
///     reads   0   0   0   0  …     rows that mean nothing: each is the turn of one item
///     items   │   │   │   │        the one at the slot that is asked for by then, or none
///
/// To bind, begin and end a statement costs SQLite more than to find a row. This one is begun by the
/// first read of a transaction that knows a slot, and holds it open until `reset()`.
final class SlotCursor {
    /// How many items are read before it has to begin anew.
    static let readsPerRun = 32
    /// The reader compares the id: a WHERE would leave rows out, and each turn needs one.
    static let sql = """
        SELECT \(ItemColumns.list) \
        FROM (VALUES \(String(repeating: "(0), ", count: readsPerRun - 1))(0)) AS reads \
        LEFT JOIN items ON slot = current_slot(reads.column1)
        """

    private let session: any StorageSession
    private let long: LongDescriptions
    private let slotVariable = SQLVariable()
    private var statement: Statement

    init(_ session: any StorageSession, _ long: LongDescriptions) throws(DatabaseError) {
        self.session = session
        self.long = long
        try session.define("current_slot", slotVariable)
        statement = try session.prepare(Self.sql)
    }

    /// Shows what stands at a slot if it is that item; false otherwise.
    func read(
        _ id: ItemID, at slot: Slot, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        slotVariable.value = Int64(slot.value)
        return try readNext(id, &statement, body)
    }

    /// Lent the statement, since each look at a property is checked as the program runs.
    private func readNext(
        _ id: ItemID, _ statement: inout Statement, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        // At the end it answers false, and the next step is the first turn again.
        while try !session.step(&statement) {}
        return try ItemColumns.visitIfMatches(id, statement, long, session, to: body)
    }

    /// Ends the statement, so that the transaction can end.
    func reset() throws(DatabaseError) {
        try statement.reset()
    }
}
