package import Items
package import PostgreSQL

extension StorageFailure {
    /// The `StorageFailure` of a failure of PostgreSQL.
    package init(_ failure: PostgresFailure) {
        let reason = failure.description
        self =
            switch failure {
            case .libraryMissing, .unreadableURL, .oldServer, .tooLarge, .unexpected:
                .unexpected(reason)
            // The server is unavailable, perhaps for a moment.
            case .cannotConnect, .disconnected, .timedOut: .unavailable(reason)
            case .refused(let state, _): Self.of(state, reason)
            }
    }

    private static func of(_ state: SQLState, _ reason: String) -> StorageFailure {
        switch (state.code, state.kind) {
        // The server has become a standby; another server is the primary.
        case (SQLState.readOnlyTransaction.code, _): .unavailable(reason)
        case (SQLState.lockNotAvailable.code, _): .busy(reason)
        // disk_full, out_of_memory, too_many_connections
        case (SQLState.diskFull.code, _): .full(reason)
        case (_, "53"): .busy(reason)
        // Rollbacks for the sake of another transaction.
        case (_, "40"): .busy(reason)
        // Shutdown, recovery, cancellation.
        case (_, "57"): .unavailable(reason)
        case (_, "58"): .inputOutput(reason)
        case (_, "XX"): .corrupt(reason)
        default: .unexpected(reason)
        }
    }
}

extension PostgresFailure: StorageError {
    package var storageFailure: StorageFailure { StorageFailure(self) }
}
