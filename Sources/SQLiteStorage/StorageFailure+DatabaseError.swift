public import Items
package import SQLite

extension StorageFailure {
    /// The `StorageFailure` of an SQLite error.
    package init(_ error: DatabaseError) {
        let reason = error.description
        self =
            switch error.kind {
            case .full: .full(reason)
            case .busy: .busy(reason)
            case .ioError: .inputOutput(reason)
            case .corrupt: .corrupt(reason)
            case .readOnly, .cannotOpen: .readOnly(reason)
            case .constraint, .interrupted, .tooBig, .schemaMismatch, .noMemory, .misuse, .other:
                .unexpected(reason)
            }
    }
}

extension DatabaseError: StorageError {
    package var storageFailure: StorageFailure { StorageFailure(self) }
}
