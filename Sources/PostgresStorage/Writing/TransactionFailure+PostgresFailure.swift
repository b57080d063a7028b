import Items
import PostgreSQL
import Storage

extension TransactionFailure {
    init(_ failure: PostgresFailure) {
        let reason = StorageFailure(failure)
        self =
            switch failure.scope {
            case .cachedRow: .outdated(reason)
            case .job: .refused(reason)
            case .owner: .locked(reason)
            case .connection: .interrupted(reason)
            case .server: .unavailable(reason)
            }
    }
}

extension PostgresFailure {
    /// What a failure of a batch concerns.
    enum Scope {
        /// A row that this process has cached, of an owner or of the writer, differs from the
        /// database's.
        case cachedRow
        /// Perhaps one job: what it reads is damaged, or what it writes breaks a constraint, is too
        /// large or needs room.
        case job
        /// An owner, whose row another process has locked.
        case owner
        /// The connection, or the transaction: another one may succeed with the same jobs.
        case connection
        /// The server and its schema: no transaction succeeds.
        case server
    }

    var scope: Scope {
        switch self {
        case .libraryMissing, .unreadableURL, .oldServer, .cannotConnect: .server
        case .disconnected, .timedOut: .connection
        // A batch of fewer jobs reads less. A row that cannot be read is unexpected.
        case .tooLarge, .unexpected: .job
        case .refused(let state, _): state.scope
        }
    }
}

extension SQLState {
    fileprivate var scope: PostgresFailure.Scope {
        switch self {
        case .invalidText: .cachedRow
        case .lockNotAvailable: .owner
        // Deletions may pass when the disk is full, and a smaller batch needs less memory.
        case .diskFull, .outOfMemory: .job
        // The statements of this connection are outdated.
        case .cachedPlanChanged: .connection
        default:
            switch kind {
            // Connections; the state of a transaction, which includes a server that has become a
            // standby; prepared statements; rollbacks for the sake of another transaction;
            // cancellation and shutdown.
            case "08", "25", "26", "40", "57": .connection
            // Permissions, missing databases and tables, syntax; connections and settings; objects
            // in use.
            case "28", "3D", "3F", "42", "53", "55": .server
            // Values, constraints, limits, I/O errors, damaged data, and all that is not known.
            default: .job
            }
        }
    }
}
