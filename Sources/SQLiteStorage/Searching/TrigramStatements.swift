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
    var lastRun: Statement
    var setEnd: Statement
    var forgetEnd: Statement

    var state: Statement
    var forgetStale: Statement
    var beginRenewal: Statement
    var renewal: Statement
    var searchableTexts: Statement
    var forgetRenewed: Statement
    var setRenewed: Statement
    var dropRun: Statement
    var endRenewal: Statement

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
        lastRun = try session.prepare("SELECT last_run FROM owners WHERE owner = ?1")
        setEnd = try session.prepare(
            """
            UPDATE owners SET last_run = ?2, searchable_to = max(searchable_to, ?3), \
            stale = stale + ?4 WHERE owner = ?1
            """)
        forgetEnd = try session.prepare("UPDATE owners SET searchable_to = 0 WHERE owner = ?1")

        state = try session.prepare(
            """
            SELECT coalesce(last_run + 1 - (SELECT min(run) FROM trigrams WHERE owner = ?1), 0), \
            stale, EXISTS (SELECT 1 FROM renewals WHERE owner = ?1) FROM owners WHERE owner = ?1
            """)
        forgetStale = try session.prepare("UPDATE owners SET stale = 0 WHERE owner = ?1")
        beginRenewal = try session.prepare(
            """
            INSERT INTO renewals (owner, old_runs, place, last_place) \
            SELECT owner, last_run, 0, searchable_to FROM owners WHERE owner = ?1 AND last_run > 0 \
            ON CONFLICT (owner) DO UPDATE SET \
            old_runs = excluded.old_runs, place = 0, last_place = excluded.last_place
            """)
        renewal = try session.prepare(
            """
            SELECT old_runs, place, last_place, (SELECT min(run) FROM trigrams WHERE owner = ?1) \
            FROM renewals JOIN owners USING (owner) WHERE owner = ?1 AND leaving = 0
            """)
        searchableTexts = try session.prepare(Unsearchable.searchableTexts)
        forgetRenewed = try session.prepare(
            "DELETE FROM unsearchable WHERE owner = ?1 AND place > ?2 AND place <= ?3")
        setRenewed = try session.prepare("UPDATE renewals SET place = ?2 WHERE owner = ?1")
        dropRun = try session.prepare("DELETE FROM trigrams WHERE owner = ?1 AND run = ?2")
        endRenewal = try session.prepare("DELETE FROM renewals WHERE owner = ?1")
    }
}
