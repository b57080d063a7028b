import SQLite

/// The prepared statements that append to the log and read it.
final class LogStatements {
    /// The highest entry number that was given out; that entry may have been erased.
    static let lastEntrySQL = """
        SELECT max(coalesce((SELECT max(entry) FROM log), 0), \
        coalesce((SELECT last_entry FROM access WHERE one = 1), 0))
        """

    var lastEntry: Statement
    /// For the frequent entries: a creation, and a change of `done`.
    var appendShort: Statement
    var append: Statement
    var mark: Statement
    var entry: Statement
    var image: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        lastEntry = try session.prepare(Self.lastEntrySQL)
        appendShort = try session.prepare(
            """
            INSERT INTO log (\(LogColumns.short.list)) VALUES (\(LogColumns.short.parameters))
            """)
        append = try session.prepare(
            """
            INSERT INTO log (\(LogColumns.names.list)) VALUES (\(LogColumns.names.parameters))
            """)
        mark = try session.prepare(
            "INSERT INTO marks (owner, revision, entry) VALUES (?1, ?2, ?3)")
        entry = try session.prepare(ChangeStatements.entrySQL)
        image = try session.prepare(
            "SELECT \(LogColumns.image.list) FROM log WHERE entry = ?1")
    }
}
