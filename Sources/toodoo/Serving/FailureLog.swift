import Accounts
import HTTP
import Items
import SQLiteStorage
import Synchronization

/// Logs failures of storage, at most once a second, because a full disk fails every write, and the
/// end of an outage.
final class FailureLog: Sendable {
    private struct State {
        var nextTime = -Double.infinity
        var suppressed = 0
        var counts: [StorageFailure.Kind: Int] = [:]
        /// Whether the database could not be reached, and no connection was made since.
        var isAway = false
    }

    private let state = Mutex(State())
    private let clock: Clock
    private let write: @Sendable (ServeLog.Level, String) -> Void

    /// A log that passes messages to `write`; the clock is monotonic.
    init(clock: Clock = .steady, write: @escaping @Sendable (ServeLog.Level, String) -> Void) {
        self.clock = clock
        self.write = write
    }

    var counts: [(kind: String, count: Int)] {
        let counts = state.withLock { $0.counts }
        return StorageFailure.Kind.allCases.map { ($0.rawValue, counts[$0, default: 0]) }
    }

    func report(_ failure: StorageFailure) {
        report(failure.kind, failure.reason)
    }

    /// Reports a failure of an account operation unless the client caused it.
    func report(_ failure: AccessFailure) {
        switch failure {
        case .hashing(let failure): report(.unexpected, failure.message)
        case .storage(let failure): report(failure)
        case .wrong, .gone, .taken, .setupEnded, .overloaded: break
        }
    }

    /// Reports a reader of another process that makes the write-ahead log grow.
    func report(_ log: HeldLog) {
        report(.busy, log.reason)
    }

    /// Reports that a connection to the database was made: the end of an outage, if there was one.
    func reportConnection() {
        let wasAway = state.withLock { state in
            defer { state.isAway = false }
            return state.isAway
        }
        if wasAway { write(.info, "the database is reached again") }
    }

    private func report(_ kind: StorageFailure.Kind, _ reason: String?) {
        let now = clock.now()
        let suppressed = state.withLock { state -> Int? in
            state.counts[kind, default: 0] += 1
            guard reason != nil else { return nil }
            // Also if its own message is suppressed, because there is one of the same second.
            if kind == .unavailable { state.isAway = true }
            guard now >= state.nextTime else {
                state.suppressed += 1
                return nil
            }
            defer {
                state.nextTime = now + 1
                state.suppressed = 0
            }
            return state.suppressed
        }
        guard let suppressed, let reason else { return }
        let more = suppressed > 0 ? " (and \(suppressed) earlier failures)" : ""
        write(.error, reason + more)
    }
}

extension StorageFailure {
    /// Kinds of failures; the raw values are metric labels.
    enum Kind: String, CaseIterable {
        case full, busy, unavailable, inputOutput = "input_output"
        case outcomeUnknown = "outcome_unknown", corrupt, readOnly = "read_only"
        case unexpected, overloaded, stopped
    }

    fileprivate var kind: Kind {
        switch self {
        case .full: .full
        case .busy: .busy
        case .unavailable: .unavailable
        case .inputOutput: .inputOutput
        case .outcomeUnknown: .outcomeUnknown
        case .corrupt: .corrupt
        case .readOnly: .readOnly
        case .unexpected: .unexpected
        case .overloaded: .overloaded
        case .stopped: .stopped
        }
    }

    /// The message for the operator, with SQLite's; nil where no action is needed.
    var reason: String? {
        switch self {
        case .full(let reason): "the disk is full: \(reason)"
        case .busy(let reason): "the database is locked: \(reason)"
        case .unavailable(let reason): "the database cannot be reached: \(reason)"
        case .inputOutput(let reason): "the disk fails: \(reason)"
        case .outcomeUnknown(let reason): "whether a write is stored is unknown: \(reason)"
        case .corrupt(let reason): "the database is damaged: \(reason)"
        case .readOnly(let reason): "the database cannot be opened or written to: \(reason)"
        case .unexpected(let reason): "storage failed: \(reason)"
        case .overloaded, .stopped: nil
        }
    }
}

extension HeldLog {
    /// The message for the operator.
    fileprivate var reason: String {
        """
        the write-ahead log has \(bytes >> 20) MiB and cannot be emptied, because a transaction of \
        another program has been open since \(Timestamp.text(ofSecond: Int(since))); fuser shows it
        """
    }
}
