import PostgreSQL
import PostgresTestSupport
import Testing

@Suite(.enabled(if: hasServer)) struct `A session that fails at the n-th command` {
    @Test(arguments: FaultyPostgresSession.Fault.allCases, 0..<4)
    func `has done all or nothing of a transaction, according to its kind`(
        fault: FaultyPostgresSession.Fault, place: Int
    ) throws {
        let server = try #require(PostgresServer.shared)
        let url = try server.makeDatabase()
        let observer = try PostgresConnection(url)
        _ = try observer.run("CREATE TABLE numbers (n bigint)")
        let session = FaultyPostgresSession(try PostgresConnection(url), fault: fault)
        session.commandsLeft = place

        let failure = #expect(throws: PostgresFailure.self) {
            try session.exchange(
                [
                    "BEGIN", "INSERT INTO numbers VALUES (1)", "INSERT INTO numbers VALUES (2)",
                    "COMMIT",
                ]
                .map { PostgresCommand($0) })
        }

        let isDone = fault == .dropAfter || fault == .stall
        #expect(failure?.leavesDoubt == (fault != .refusal))
        #expect(session.isConnected == (fault == .refusal))
        #expect(try observer.run("SELECT count(*) FROM numbers").integer(0, 0) == (isDone ? 2 : 0))
    }
}
