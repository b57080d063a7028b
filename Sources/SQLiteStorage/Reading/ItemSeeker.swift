import Items
import SQLite

/// Reads items by their places, one after the other, by a statement that stays open in between.
///
///     turns   0   0   0   0  …     rows that mean nothing: each is the turn of one item
///     items   │   │   │   │        the one at the place that is asked for by then, or none
///
/// To bind, begin and end a statement costs SQLite half as much again as to find a row. This one
/// is begun by the first read of a transaction, and holds it open until `rest()`.
struct ItemSeeker: ~Copyable {
    /// How many items are read before it has to begin anew.
    static let turns = 32
    static let sql = """
        SELECT \(ItemCard.list), owner \
        FROM (VALUES \(String(repeating: "(0), ", count: turns - 1))(0)) AS turns \
        LEFT JOIN items ON place = asked_place(turns.column1)
        """

    private let session: any StorageSession
    private let asked = Asked()
    /// Prepared for the first read: a start has no use for it.
    private var statement: Statement?

    init(_ session: any StorageSession) {
        self.session = session
    }

    /// Shows what stands at a place, if it is that item, and that owner's.
    mutating func read(
        _ id: ItemID, of owner: Owner, at place: Int, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        if statement == nil {
            try session.define("asked_place", asked)
            statement = try session.prepare(Self.sql)
        }
        asked.value = Int64(place)
        return try Self.read(id, of: owner, &statement!, session, body)
    }

    private static func read(
        _ id: ItemID, of owner: Owner, _ statement: inout Statement, _ session: any StorageSession,
        _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        // At the end it answers false, and the next step is the first turn again.
        while try !session.step(&statement) {}
        guard statement.integer(at: ItemCard.columns) == owner.key else { return false }
        return try ItemCard.show(statement, ifOf: id, to: body)
    }

    /// Ends the statement, so that the transaction can end.
    mutating func rest() throws(DatabaseError) {
        try statement?.reset()
    }
}
