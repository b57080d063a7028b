import PostgreSQL

/// The rows of a query in parts, in the open transaction of a session.
struct PostgresCursor {
    private let session: any PostgresSession
    private let name: String
    private let rowsPerTrip: Int

    /// Opens a cursor. A session prepares each text once, so the name stands for one query only.
    init(
        _ name: String, _ session: any PostgresSession, rowsPerTrip: Int = 500, _ sql: String
    ) throws(PostgresFailure) {
        self.session = session
        self.name = name
        self.rowsPerTrip = rowsPerTrip
        _ = try session.run("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)")
    }

    /// The next rows; none at the end.
    func next() throws(PostgresFailure) -> PostgresRows {
        try session.run("FETCH \(rowsPerTrip) FROM \(name)")
    }

    /// Calls `body` for each row until it returns false.
    func forEach(
        _ body: (PostgresRows, Int) throws(PostgresFailure) -> Bool
    ) throws(PostgresFailure) {
        while true {
            let rows = try next()
            for row in 0..<rows.count {
                guard try body(rows, row) else { return }
            }
            if rows.count < rowsPerTrip { return }
        }
    }
}
