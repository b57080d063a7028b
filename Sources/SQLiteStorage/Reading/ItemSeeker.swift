import Items
import SQLite

/// Reads items by their places, one after the other, by a statement that stays open in between.
///
///     turns   0   0   0   0  …     rows that mean nothing: each is the turn of one item
///     items   │   │   │   │        the one at the place that is asked for by then, or none
///
/// To bind, begin and end a statement costs SQLite more than to find a row. This one is begun by the
/// first read of a transaction that knows a place, and holds it open until `rest()`.
final class ItemSeeker {
    /// How many items are read before it has to begin anew.
    static let turns = 32
    /// Whose item it is the reader compares: a WHERE would leave rows out, and each turn needs one.
    static let sql = """
        SELECT \(ItemCard.list), owner \
        FROM (VALUES \(String(repeating: "(0), ", count: turns - 1))(0)) AS turns \
        LEFT JOIN items ON place = asked_place(turns.column1)
        """
    private static let owner = ItemCard.columnCount

    private let session: any StorageSession
    private let asked = Asked()
    private var statement: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        try session.define("asked_place", asked)
        statement = try session.prepare(Self.sql)
    }

    /// Shows what stands at a place if it is that item, and that owner's; false otherwise.
    func read(
        _ id: ItemID, of owner: Owner, at place: Int, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        asked.value = Int64(place)
        return try turn(of: id, of: owner, &statement, body)
    }

    /// Lent the statement, since each look at a property is checked as the program runs.
    private func turn(
        of id: ItemID, of owner: Owner, _ statement: inout Statement,
        _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        // At the end it answers false, and the next step is the first turn again.
        while try !session.step(&statement) {}
        guard statement.integer(at: Self.owner) == owner.key else { return false }
        return try ItemCard.showIfItIs(id, statement, to: body)
    }

    /// Ends the statement, so that the transaction can end.
    func rest() throws(DatabaseError) {
        try statement.reset()
    }
}
