package import PostgreSQL

/// A pipeline that fails at the n-th command, once.
package final class FaultyPipeline: PostgresPipeline {
    /// The fault at the command.
    package enum Fault: Sendable, CaseIterable {
        /// The server refuses it.
        case refusal
        /// The server refuses it, because a table that it reads was altered after it was prepared.
        case alteredPlan
        /// The server is being stopped.
        case shutdown
        /// The connection breaks, and nothing is answered.
        case drop
        /// Nothing is answered, and the connection stays.
        case stall
    }

    private let pipeline: any PostgresPipeline
    private let fault: Fault
    private var commandsLeft: Int
    private var isDropped = false
    private var isStalled = false

    /// A pipeline that passes commands on to another one, and fails after this number of them.
    package init(_ pipeline: any PostgresPipeline, _ fault: Fault, after commands: Int) {
        self.pipeline = pipeline
        self.fault = fault
        commandsLeft = commands
    }

    package var isConnected: Bool { !isDropped && pipeline.isConnected }
    package var descriptor: Int32 { pipeline.descriptor }

    package func queue(_ commands: [PostgresCommand]) throws(PostgresFailure) {
        guard !isStalled else { return }
        defer { commandsLeft -= commands.count }
        guard commands.indices.contains(commandsLeft) else { return try pipeline.queue(commands) }
        switch fault {
        case .drop:
            // Commands that were sent before it are lost with it.
            try pipeline.queue(commands)
            isDropped = true
        case .stall: isStalled = true
        case .refusal: try queue(commands, refusing: "XX001")
        case .alteredPlan: try queue(commands, refusing: "0A000")
        case .shutdown: try queue(commands, refusing: "57P01")
        }
    }

    private func queue(
        _ commands: [PostgresCommand], refusing state: String
    ) throws(PostgresFailure) {
        var commands = commands
        commands[commandsLeft] = PostgresCommand(
            "DO $$ BEGIN RAISE EXCEPTION SQLSTATE '\(state)' USING MESSAGE = 'so be it'; END $$")
        try pipeline.queue(commands)
    }

    package func flush() throws(PostgresFailure) -> Bool { try pipeline.flush() }

    package func receive(_ body: (PostgresReply) -> Void) throws(PostgresFailure) {
        if isDropped { throw .disconnected("the line is broken") }
        try pipeline.receive(body)
    }

    package func forget(_ sql: String) { pipeline.forget(sql) }

    package func close() { pipeline.close() }
}
