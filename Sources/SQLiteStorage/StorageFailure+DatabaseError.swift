package import Items
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

/// Performs database work; an error becomes a `StorageFailure`.
///
/// Like the generic function of `Items`, but specialized, because every read of a lane calls it.
func storing<Value: ~Copyable>(
    _ work: () throws(DatabaseError) -> Value
) throws(StorageFailure) -> Value {
    do throws(DatabaseError) {
        return try work()
    } catch {
        throw StorageFailure(error)
    }
}
