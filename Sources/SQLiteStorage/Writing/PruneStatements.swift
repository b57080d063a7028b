import SQLite

/// The prepared statements of the pruner.
final class PruneStatements {
    var forgetTokens: Statement
    var nextOwner: Statement
    var horizon: Statement
    var nextRevision: Statement
    var setHorizon: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        // Who knows an expired token knows that it has expired: this is no revocation.
        forgetTokens = try session.prepare(
            """
            DELETE FROM tokens WHERE selector IN (\
            SELECT selector FROM tokens INDEXED BY tokens_by_expiry \
            WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
            """)
        nextOwner = try session.prepare(
            "SELECT owner FROM owners WHERE owner > ?1 ORDER BY owner LIMIT 1")
        horizon = try session.prepare("SELECT horizon FROM owners WHERE owner = ?1")
        nextRevision = try session.prepare(
            """
            SELECT revision, changed_at FROM changes WHERE owner = ?1 AND revision > ?2 \
            ORDER BY revision LIMIT 1
            """)
        setHorizon = try session.prepare("UPDATE owners SET horizon = ?2 WHERE owner = ?1")
    }
}
