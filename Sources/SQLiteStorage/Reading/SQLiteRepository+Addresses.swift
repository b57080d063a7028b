package import Items
import SQLite
import Telemetry

extension SQLiteRepository: GeocodeCache, GeocodeRows {
    package func cachedResult(
        for address: Address, now: Double
    ) throws(StorageFailure) -> GeocodeResult? {
        let found = try storing { () throws(DatabaseError) in try reader.found(address) }
        let known = found.flatMap { $0.isFresh(at: now) ? $0 : nil }
        if known == nil { metrics?.addressMisses.add() } else { metrics?.addressHits.add() }
        return known
    }
}

extension ItemReader {
    /// The stored result for an address, regardless of its age.
    ///
    /// Prepared each time: lookups are rare, and most servers have no geocoder.
    fileprivate func found(_ address: Address) throws(DatabaseError) -> GeocodeResult? {
        try ensureTransaction()
        var statement = try session.prepare(
            "SELECT latitude, longitude, found_at FROM coordinates WHERE address = ?1")
        try statement.bind(text: address.text, at: 1)
        guard try session.step(&statement) else { return nil }
        return GeocodeResult(
            address: address, coordinate: try SQLiteItemColumns.coordinate(statement, at: 0),
            foundAt: statement.double(at: 2))
    }
}
