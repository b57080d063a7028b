import SQLite

/// The prepared statements for the changes since a position.
final class ChangeStatements {
    var head: Statement
    var entry: Statement
    var mark: Statement
    var deletion: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        // An owner that is leaving has no history.
        head = try session.prepare(
            "SELECT revision, last_entry * (1 - leaving) FROM owners WHERE owner = ?1")
        entry = try session.prepare(Self.entrySQL)
        mark = try session.prepare(Self.markSQL)
        deletion = try session.prepare(Self.deletionSQL)
    }

    static let entrySQL = """
        SELECT previous, revision, sequence, members, id FROM log WHERE entry = ?1 AND owner = ?2
        """
    /// The first mark after an entry of a revision.
    static let markSQL = """
        SELECT entry FROM marks WHERE owner = ?1 AND (revision, entry) > (?2, ?3) \
        ORDER BY revision, entry LIMIT 1
        """
    static let deletionSQL = "SELECT deleted_by FROM ids WHERE owner = ?1 AND id = ?2"
}
