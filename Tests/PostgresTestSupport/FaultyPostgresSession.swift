package import PostgreSQL

/// A session that fails at the n-th command: the server refuses it, the connection breaks before or
/// after the command has arrived, or there is no answer.
package final class FaultyPostgresSession: PostgresSession {
    /// The fault at the command.
    package enum Fault: Sendable, CaseIterable {
        /// The server refuses it, as in a conflict with another transaction.
        case refusal
        /// The connection breaks, and the server has not seen the command.
        case dropBefore
        /// The connection breaks after the server has done the command and those sent with it.
        case dropAfter
        /// The server does the command and those sent with it, but never answers.
        case stall
    }

    /// The number of commands that still succeed; nil for all.
    package var commandsLeft: Int?
    /// The number of commands that were sent.
    package private(set) var commands = 0
    private let session: any PostgresSession
    private let fault: Fault

    /// A session that passes commands on to `session`, with one `fault`.
    package init(_ session: any PostgresSession, fault: Fault) {
        self.session = session
        self.fault = fault
    }

    package var isConnected: Bool { session.isConnected }

    package func exchange(
        _ commands: [PostgresCommand]
    ) throws(PostgresFailure) -> [PostgresRows] {
        self.commands += commands.count
        guard let left = commandsLeft else { return try session.exchange(commands) }
        guard left < commands.count else {
            commandsLeft = left - commands.count
            return try session.exchange(commands)
        }
        commandsLeft = nil
        switch fault {
        case .refusal:
            // The server executes the earlier commands, and refuses the later ones.
            var refused = commands[...left]
            refused[left] = PostgresCommand(
                "DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40001' USING MESSAGE = 'in the way'; END $$")
            return try session.exchange(Array(refused))
        case .dropBefore:
            session.close()
            throw .disconnected("the line is broken")
        case .dropAfter:
            _ = try session.exchange(commands)
            session.close()
            throw .disconnected("the line is broken")
        case .stall:
            _ = try session.exchange(commands)
            session.close()
            throw .timedOut
        }
    }

    package func execute(script: String) throws(PostgresFailure) {
        try session.execute(script: script)
    }

    package func notifications(
        within milliseconds: Int
    ) throws(PostgresFailure) -> [String] {
        try session.notifications(within: milliseconds)
    }

    package func close() {
        session.close()
    }
}
