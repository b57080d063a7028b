import SQLite

/// The prepared statements of the pruner.
final class PruneStatements {
    var nextOwner: Statement
    var nextRevision: Statement
    var setHorizon: Statement
    var logEnd: Statement
    var forgetRevisions: Statement
    var forgetPart: Statement
    var forgetTombstones: Statement
    var answersEnd: Statement
    var forgetAnswers: Statement
    var makeRoom: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        nextOwner = try session.prepare(
            "SELECT owner, horizon FROM owners WHERE owner > ?1 ORDER BY owner LIMIT 1")
        nextRevision = try session.prepare(
            """
            SELECT revision, changed_at FROM changes WHERE owner = ?1 AND revision > ?2 \
            ORDER BY revision LIMIT 1
            """)
        setHorizon = try session.prepare("UPDATE owners SET horizon = ?2 WHERE owner = ?1")
        logEnd = try session.prepare(
            """
            SELECT revision, id FROM changes WHERE owner = ?1 AND revision <= ?2 \
            ORDER BY revision, id LIMIT 1 OFFSET ?3
            """)
        forgetRevisions = try session.prepare(
            "DELETE FROM changes WHERE owner = ?1 AND revision < ?2")
        forgetPart = try session.prepare(
            "DELETE FROM changes WHERE owner = ?1 AND revision = ?2 AND id < ?3")
        forgetTombstones = try session.prepare(
            """
            DELETE FROM tombstones WHERE place IN (\
            SELECT place FROM tombstones INDEXED BY tombstones_by_revision \
            WHERE owner = ?1 AND revision <= ?2 ORDER BY revision LIMIT ?3)
            """)
        answersEnd = try session.prepare(
            """
            SELECT answered_at FROM answers INDEXED BY answers_by_time \
            WHERE owner = ?1 AND answered_at <= ?2 ORDER BY answered_at LIMIT 1 OFFSET ?3
            """)
        forgetAnswers = try session.prepare(
            """
            DELETE FROM answers INDEXED BY answers_by_time \
            WHERE owner = ?1 AND answered_at <= ?2 RETURNING length(content)
            """)
        makeRoom = try session.prepare(
            "UPDATE owners SET answer_bytes = answer_bytes - ?2 WHERE owner = ?1")
    }
}
