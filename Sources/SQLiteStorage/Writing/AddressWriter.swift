import Items
import SQLite

/// Stores geocoded addresses in transactions of their own, so that they cannot fail or delay a
/// write.
package struct AddressWriter {
    /// The maximum number of stored addresses.
    package static let capacity = 100_000

    private let session: any StorageSession
    private let capacity: Int

    init(_ session: any StorageSession, capacity: Int) {
        self.session = session
        self.capacity = capacity
    }

    /// Stores all results or none; the oldest addresses are evicted.
    func write(_ found: [GeocodeResult]) throws(DatabaseError) {
        try session.execute("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            try put(found)
            try evict()
            try session.execute("COMMIT")
        } catch {
            // The first failure is reported; if the ROLLBACK fails too, the next batch tries again.
            if session.isInTransaction { try? session.execute("ROLLBACK") }
            throw error
        }
    }

    private func put(_ found: [GeocodeResult]) throws(DatabaseError) {
        // Prepared each time: at most one address arrives per second.
        var statement = try session.prepare(
            """
            INSERT INTO coordinates (address, latitude, longitude, found_at) VALUES (?1, ?2, ?3, ?4) \
            ON CONFLICT (address) DO UPDATE SET \
            latitude = excluded.latitude, longitude = excluded.longitude, found_at = excluded.found_at
            """)
        for one in found {
            try statement.bind(text: one.address.text, at: 1)
            try statement.bind(one.coordinate?.latitude, at: 2)
            try statement.bind(one.coordinate?.longitude, at: 3)
            try statement.bind(one.foundAt, at: 4)
            try session.run(&statement)
        }
    }

    private func evict() throws(DatabaseError) {
        let count = try session.integer("SELECT count(*) FROM coordinates") ?? 0
        guard count > capacity else { return }
        try session.execute(
            """
            DELETE FROM coordinates WHERE address IN \
            (SELECT address FROM coordinates ORDER BY found_at LIMIT \(count - capacity))
            """)
    }
}
