package import PostgreSQL

/// Counts the trips to the server, and what they carry.
package final class CountingSession: PostgresSession {
    private let session: any PostgresSession
    package private(set) var trips = 0
    /// The most rows that a trip has brought, and the most bytes of parameters that one has sent.
    package private(set) var mostRows = 0
    package private(set) var mostBytes = 0

    package init(_ session: any PostgresSession) {
        self.session = session
    }

    package var isConnected: Bool { session.isConnected }

    package func exchange(
        _ commands: [PostgresCommand]
    ) throws(PostgresFailure) -> [PostgresRows] {
        trips += 1
        mostBytes = max(mostBytes, commands.reduce(0) { $0 + $1.parameters.bytes.count })
        let results = try session.exchange(commands)
        mostRows = max(mostRows, results.reduce(0) { $0 + $1.count })
        return results
    }

    package func execute(script: String) throws(PostgresFailure) {
        try session.execute(script: script)
    }

    package func notifications(within milliseconds: Int) throws(PostgresFailure) -> [String] {
        try session.notifications(within: milliseconds)
    }

    package func close() {
        session.close()
    }
}
