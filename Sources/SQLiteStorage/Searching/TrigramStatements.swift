import SQLite

/// The prepared statements by which texts become searchable.
final class TrigramStatements {
    var note: Statement
    var newTexts: Statement
    var changedTexts: Statement
    var changedCount: Statement
    var forget: Statement
    var forgetOne: Statement
    var forgetAll: Statement

    var add: Statement
    var dropRun: Statement
    var setLastRun: Statement

    var state: Statement
    var setEnd: Statement
    var beginAnew: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        note = try session.prepare(
            """
            INSERT INTO unsearchable (owner, place) VALUES (?1, ?2) \
            ON CONFLICT (owner, place) DO NOTHING
            """)
        newTexts = try session.prepare(Unsearchable.newTexts)
        changedTexts = try session.prepare(Unsearchable.changedTexts)
        changedCount = try session.prepare(Unsearchable.changedCount)
        forget = try session.prepare(
            "DELETE FROM unsearchable WHERE owner = ?1 AND place <= ?2")
        forgetOne = try session.prepare(
            "DELETE FROM unsearchable WHERE owner = ?1 AND place = ?2")
        forgetAll = try session.prepare("DELETE FROM unsearchable WHERE owner = ?1")

        add = try session.prepare(
            "INSERT INTO trigrams (owner, trigram, run, places) VALUES (?1, ?2, ?3, ?4)")
        dropRun = try session.prepare(
            """
            DELETE FROM trigrams WHERE owner = ?1 \
            AND run = (SELECT max(run) FROM trigrams WHERE owner = ?1)
            """)
        setLastRun = try session.prepare(
            """
            UPDATE owners SET last_run = \
            coalesce((SELECT max(run) FROM trigrams WHERE owner = ?1), 0) WHERE owner = ?1
            """)

        state = try session.prepare(
            "SELECT searchable_to, last_run, stale FROM owners WHERE owner = ?1")
        setEnd = try session.prepare(
            """
            UPDATE owners SET last_run = ?2, searchable_to = max(searchable_to, ?3), \
            stale = stale + ?4 WHERE owner = ?1
            """)
        beginAnew = try session.prepare(
            "UPDATE owners SET searchable_to = 0, stale = 0 WHERE owner = ?1")
    }
}
