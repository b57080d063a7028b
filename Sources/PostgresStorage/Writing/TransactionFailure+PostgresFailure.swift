import Items
import PostgreSQL
import Storage

extension TransactionFailure {
    /// The row of an owner, or the writer's own, is another than the known one: outdated.
    init(_ failure: PostgresFailure) {
        self =
            if case .refused(.invalidText, _) = failure {
                .outdated(StorageFailure(failure))
            } else if failure.mayPass {
                .refused(StorageFailure(failure))
            } else { .failed(StorageFailure(failure)) }
    }
}

extension PostgresFailure {
    /// Whether another attempt may succeed.
    fileprivate var mayPass: Bool {
        switch self {
        // A batch of fewer jobs reads less.
        case .disconnected, .timedOut, .tooLarge: true
        case .refused(let state, _):
            // Constraints, rollbacks for the sake of another transaction, locks, shutdown; a server
            // that has become a standby, and is left.
            ["23", "40", "55", "57"].contains(state.kind) || state == .readOnlyTransaction
        case .libraryMissing, .unreadableURL, .oldServer, .cannotConnect, .unexpected: false
        }
    }
}
