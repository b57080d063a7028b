import Items
import PostgreSQL

/// Stores geocoded addresses.
enum AddressStatements {
    /// The maximum number of stored addresses.
    static let capacity = 100_000

    /// The statements that store results, of which an address may have several; one transaction.
    static func store(_ found: [GeocodeResult]) -> [PostgresCommand] {
        // In the order of the addresses, so that two servers do not wait for one another.
        let latest = Dictionary(found.map { ($0.address.text, $0) }) { $1 }.values
            .sorted { $0.address.text < $1.address.text }
        let store = PostgresCommand(
            """
            INSERT INTO coordinates (address, latitude, longitude, found_at) \
            SELECT * FROM unnest($1, $2, $3, $4) ON CONFLICT (address) DO UPDATE \
            SET latitude = excluded.latitude, longitude = excluded.longitude, \
            found_at = excluded.found_at
            """
        ) {
            $0.append(latest) { $0.address.text }
            $0.append(latest) { $0.coordinate?.latitude }
            $0.append(latest) { $0.coordinate?.longitude }
            $0.append(latest) { $0.foundAt }
        }
        let evict = PostgresCommand(
            """
            DELETE FROM coordinates WHERE address IN (
                SELECT address FROM coordinates ORDER BY found_at
                LIMIT greatest(0, (SELECT count(*) FROM coordinates) - \(capacity))
            )
            """)
        return [store, evict]
    }
}
