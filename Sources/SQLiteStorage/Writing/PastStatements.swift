import SQLite

/// The prepared statements that take an owner's past away.
final class PastStatements {
    var logEnd: Statement
    var forgetRevisions: Statement
    var forgetPart: Statement
    var forgetTombstones: Statement
    var answersEnd: Statement
    var forgetAnswers: Statement
    var makeRoom: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
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
