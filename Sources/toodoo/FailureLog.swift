import Accounts
import Items
import Synchronization

/// Tells the operator of storage's failures on stderr, once a second at most: a full disk fails every write.
final class FailureLog: Sendable {
    private struct State {
        var nextTime = 0.0
        var unsaid = 0
    }

    private let state = Mutex(State())
    private let clock: Clock

    init(clock: Clock = .system) {
        self.clock = clock
    }

    func report(_ failure: StorageFailure) {
        if let reason = failure.reason { report(reason) }
    }

    /// Reports what went wrong with accounts, as far as there is something to see to.
    func report(_ failure: AccessFailure) {
        switch failure {
        case .hashing(let failure): report(failure.sentence)
        case .storage(let failure): report(failure)
        case .wrong, .taken, .crowded: break
        }
    }

    private func report(_ reason: String) {
        let now = clock.now()
        let unsaid = state.withLock { state -> Int? in
            // A clock that was set back is not waited for.
            guard now >= state.nextTime || now < state.nextTime - 2 else {
                state.unsaid += 1
                return nil
            }
            defer { state = State(nextTime: now + 1) }
            return state.unsaid
        }
        guard let unsaid else { return }
        let more = unsaid > 0 ? " (and \(unsaid) failures more before it)" : ""
        Output.log("toodoo: \(reason)\(more)")
    }
}

extension StorageFailure {
    /// What SQLite said, nil where there is nothing for an operator to see to.
    var reason: String? {
        switch self {
        case .full(let reason): "the disk is full: \(reason)"
        case .busy(let reason): "the database is locked: \(reason)"
        case .inputOutput(let reason): "the disk fails: \(reason)"
        case .corrupt(let reason): "the database is damaged: \(reason)"
        case .readOnly(let reason): "the database cannot be written to: \(reason)"
        case .unexpected(let reason): "storage failed: \(reason)"
        case .overloaded, .stopped: nil
        }
    }
}
