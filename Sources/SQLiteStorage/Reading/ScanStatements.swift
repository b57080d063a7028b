import SQLite

/// The prepared statements of a scan over an owner's range of slots.
final class ScanStatements {
    /// Whole rows, for what is shown in the order in which it is found.
    var rows: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        rows = try session.prepare(Self.rowsSQL)
    }

    static let rowsSQL = """
        SELECT \(ItemColumns.list) FROM items WHERE slot >= ?1 AND slot < ?2 ORDER BY slot
        """
}
