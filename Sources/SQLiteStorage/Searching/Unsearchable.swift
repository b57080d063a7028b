/// The items whose texts are not in trigrams: all beyond the place up to which the owner's are, and
/// those before it that `unsearchable` names.
enum Unsearchable {
    /// Their places, in no order; the limit is the last parameter.
    static let places = """
        SELECT place FROM unsearchable WHERE owner = ?1 \
        UNION ALL \(new("place", done: 0)) UNION ALL \(new("place", done: 1)) LIMIT ?2
        """

    /// The places and texts of those beyond that place, in the order of places.
    static let newTexts = """
        \(new(columns, done: 0)) UNION ALL \(new(columns, done: 1)) ORDER BY place LIMIT ?2
        """

    /// The same of those before it; without a title the item has gone.
    static let changedTexts = """
        SELECT w.place, i.title, i.description FROM unsearchable w \
        LEFT JOIN items i ON i.place = w.place AND i.owner = w.owner WHERE w.owner = ?1 \
        ORDER BY w.place LIMIT ?2
        """

    /// How many of the latter there are, up to a limit.
    static let changedCount = """
        SELECT count(*) FROM (SELECT 1 FROM unsearchable WHERE owner = ?1 LIMIT ?2)
        """

    private static let columns = "place, title, description"

    private static func new(_ columns: String, done: Int) -> String {
        """
        SELECT \(columns) FROM items INDEXED BY items_in_order WHERE owner = ?1 AND done = \(done) \
        AND place > (SELECT searchable_to FROM owners WHERE owner = ?1)
        """
    }
}
