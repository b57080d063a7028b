import SQLite

/// The prepared statements for idempotency records; only requests with a key use them.
final class IdempotencyStatements {
    var find: Statement
    var keep: Statement
    var oldest: Statement
    var drop: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        find = try session.prepare(
            """
            SELECT fingerprint, answered_at, status, head, content FROM answers \
            WHERE owner = ?1 AND key = ?2 AND method = ?3 AND target = ?4
            """)
        keep = try session.prepare(
            """
            INSERT OR REPLACE INTO answers (owner, key, method, target, fingerprint, answered_at, \
            status, head, content) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        oldest = try session.prepare(
            """
            SELECT key, method, target, length(content) FROM answers INDEXED BY answers_with_content \
            WHERE owner = ?1 AND content IS NOT NULL ORDER BY answered_at LIMIT 1
            """)
        drop = try session.prepare(
            """
            UPDATE answers SET content = NULL \
            WHERE owner = ?1 AND key = ?2 AND method = ?3 AND target = ?4
            """)
    }
}
