import SQLite

/// The prepared statements that erase an owner, a number of rows each time.
final class EraseStatements {
    let past: Past
    var items: Statement
    var unsearchable: Statement
    var trigrams: Statement
    var terms: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        past = try Past(session)
        // In the order of the file, so that rows of one page go together.
        items = try session.prepare(
            """
            DELETE FROM items WHERE place IN (\
            SELECT place FROM items INDEXED BY items_in_order \
            WHERE owner = ?1 ORDER BY done, place LIMIT ?2)
            """)
        unsearchable = try session.prepare(
            """
            DELETE FROM unsearchable WHERE owner = ?1 AND place <= coalesce((\
            SELECT place FROM unsearchable WHERE owner = ?1 ORDER BY place LIMIT 1 OFFSET ?2 - 1), \
            9223372036854775807)
            """)
        // Of one run, since SQLite would not seek to a pair but scan the run before it.
        trigrams = try session.prepare(
            """
            DELETE FROM trigrams WHERE owner = ?1 \
            AND run = (SELECT min(run) FROM trigrams WHERE owner = ?1) \
            AND trigram <= coalesce((SELECT trigram FROM trigrams WHERE owner = ?1 \
            AND run = (SELECT min(run) FROM trigrams WHERE owner = ?1) \
            ORDER BY trigram LIMIT 1 OFFSET ?2 - 1), 16777215)
            """)
        terms = try session.prepare(
            """
            DELETE FROM terms WHERE owner = ?1 \
            AND run = (SELECT min(run) FROM terms WHERE owner = ?1) \
            AND first <= coalesce((SELECT first FROM terms WHERE owner = ?1 \
            AND run = (SELECT min(run) FROM terms WHERE owner = ?1) \
            ORDER BY first LIMIT 1 OFFSET ?2 - 1), x'FF')
            """)
    }
}
