/// Questions about items whose texts are not in trigrams: all beyond the place up to which the
/// owner's are, and those before it that `unsearchable` names.
enum Unsearchable {
    /// Their places, in no order; the limit is the last parameter.
    static let places = """
        SELECT place FROM unsearchable WHERE owner = ?1 UNION ALL \(items("place", new)) LIMIT ?2
        """

    /// The places and texts of those beyond that place, in the order of places.
    static let newTexts = texts(new)

    /// The same of all, searchable or not, after one place and up to another.
    static let searchableTexts = texts("place > ?3 AND place <= ?4")

    /// The same of those that are named; without a title the item has gone.
    static let changedTexts = """
        SELECT w.place, i.title, i.description FROM unsearchable w \
        LEFT JOIN items i ON i.place = w.place AND i.owner = w.owner WHERE w.owner = ?1 \
        ORDER BY w.place LIMIT ?2
        """

    /// How many of the latter there are, up to a limit.
    static let changedCount = """
        SELECT count(*) FROM (SELECT 1 FROM unsearchable WHERE owner = ?1 LIMIT ?2)
        """

    private static let new = "place > (SELECT searchable_to FROM owners WHERE owner = ?1)"

    private static func texts(_ places: String) -> String {
        items("place, title, description", places) + " ORDER BY place LIMIT ?2"
    }

    private static func items(_ columns: String, _ places: String) -> String {
        ["0", "1"].map { done in
            """
            SELECT \(columns) FROM items INDEXED BY items_in_order \
            WHERE owner = ?1 AND done = \(done) AND \(places)
            """
        }.joined(separator: " UNION ALL ")
    }
}
