package import PostgreSQL
import Synchronization

/// The statements of recorded connections, each with the step of the test that sent it.
package final class StatementLog: Sendable {
    /// A statement and its plans.
    package struct Entry: Sendable {
        package let sql: String
        /// The step of the test.
        package let step: String
        /// The owners whose rows the step uses.
        package let owners: [Int]
        /// Empty unless the log reads plans.
        package let plans: [QueryPlan]
    }

    private struct State {
        var entries: [Entry] = []
        var step = ""
        var owners: [Int] = []
    }

    /// Whether plans are recorded too.
    package let hasPlans: Bool
    private let state = Mutex(State())

    /// An empty log.
    package init(hasPlans: Bool) {
        self.hasPlans = hasPlans
    }

    package var entries: [Entry] { state.withLock { $0.entries } }

    /// Names the step whose statements follow, and its owners.
    package func begin(_ step: String, of owners: [Int]) {
        state.withLock { ($0.step, $0.owners) = (step, owners) }
    }

    /// Logs a statement, and reads its plans in a transaction that is rolled back.
    func note(
        _ command: PostgresCommand, _ probe: PlanProbe, isInTransaction: Bool
    ) throws(PostgresFailure) {
        var plans: [QueryPlan] = []
        if hasPlans, PlanProbe.hasPlan(command.sql) {
            plans = try probe.plans(of: command, isInTransaction: isInTransaction)
        }
        state.withLock {
            $0.entries.append(
                Entry(sql: command.sql, step: $0.step, owners: $0.owners, plans: plans))
        }
    }
}

/// A session that logs its statements, with one round trip for each.
package final class RecordingSession: PostgresSession {
    private let session: any PostgresSession
    private let log: StatementLog
    private let probe: PlanProbe
    private var isInTransaction = false
    /// Whether the connection breaks after the next COMMIT is done, before its answer arrives.
    private let losesCommit: () -> Bool

    /// A session that uses `session`. The connection breaks after a COMMIT for which `losesCommit`
    /// is true.
    package init(
        _ session: any PostgresSession, _ log: StatementLog,
        losesCommit: @escaping () -> Bool = { false }
    ) {
        self.session = session
        self.log = log
        self.losesCommit = losesCommit
        probe = PlanProbe(session)
    }

    package var isConnected: Bool { session.isConnected }

    package func exchange(
        _ commands: [PostgresCommand]
    ) throws(PostgresFailure) -> [PostgresRows] {
        var results: [PostgresRows] = []
        for command in commands {
            try log.note(command, probe, isInTransaction: isInTransaction)
            results += try session.exchange([command])
            switch command.sql.prefix(while: \.isLetter) {
            case "BEGIN": isInTransaction = true
            case "ROLLBACK": isInTransaction = false
            case "COMMIT":
                isInTransaction = false
                if losesCommit() {
                    session.close()
                    throw .disconnected("the line is broken")
                }
            default: break
            }
        }
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

/// A lane's connection that logs its statements. Another session reads their plans.
package final class RecordingPipeline: PostgresPipeline {
    private let pipeline: any PostgresPipeline
    private let log: StatementLog
    private let probe: PlanProbe

    /// A pipeline that uses `pipeline`.
    package init(
        _ pipeline: any PostgresPipeline, probe: any PostgresSession, _ log: StatementLog
    ) {
        self.pipeline = pipeline
        self.log = log
        self.probe = PlanProbe(probe)
    }

    package var isConnected: Bool { pipeline.isConnected }
    package var descriptor: Int32 { pipeline.descriptor }

    package func queue(_ commands: [PostgresCommand]) throws(PostgresFailure) {
        for command in commands { try log.note(command, probe, isInTransaction: false) }
        try pipeline.queue(commands)
    }

    package func flush() throws(PostgresFailure) -> Bool { try pipeline.flush() }

    package func receive(_ body: (PostgresReply) -> Void) throws(PostgresFailure) {
        try pipeline.receive(body)
    }

    package func forget(_ sql: String) { pipeline.forget(sql) }

    package func close() { pipeline.close() }
}
