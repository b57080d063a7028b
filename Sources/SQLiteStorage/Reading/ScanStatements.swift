import SQLite

/// The prepared statements of a scan over an owner's range of slots.
final class ScanStatements {
    /// Whole rows, for the default order and for filters.
    var rows: Statement
    /// The columns that orders use, for a sort without a filter.
    var keys: Statement
    /// The same with the order by hand.
    var places: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        rows = try session.prepare(Self.rowsSQL)
        keys = try session.prepare(Self.keysSQL)
        places = try session.prepare(Self.placesSQL)
    }

    static let rowsSQL = """
        SELECT \(SQLiteItemColumns.list) FROM items WHERE slot >= ?1 AND slot < ?2 ORDER BY slot
        """
    static let keysSQL = """
        SELECT slot, revision, timestamp, title FROM items \
        WHERE slot >= ?1 AND slot < ?2 ORDER BY slot
        """
    static let placesSQL = """
        SELECT slot, revision, timestamp, title, \
        CASE WHEN items.details IS NOT NULL \
        THEN (SELECT position FROM details WHERE number = slot & ~2147483648) END \
        FROM items WHERE slot >= ?1 AND slot < ?2 ORDER BY slot
        """
}
