/// A failure of storage, with a reason for the operator.
package enum StorageFailure: Error, Equatable, Sendable {
    case full(String)
    /// Another process holds the database's lock, or the local owner is being erased.
    case busy(String)
    /// The database server cannot be reached.
    case unavailable(String)
    case inputOutput(String)
    /// Whether the write is stored is unknown and cannot be determined, so no response is correct.
    case outcomeUnknown(String)
    case corrupt(String)
    case readOnly(String)
    /// A queue or pool is full.
    case overloaded
    /// The server is shutting down.
    case stopped
    case unexpected(String)
}

/// An error of a storage's engine.
package protocol StorageError: Error {
    var storageFailure: StorageFailure { get }
}

/// Performs database work; an error becomes a `StorageFailure`.
package func storing<Failure: StorageError, Value: ~Copyable>(
    _ work: () throws(Failure) -> Value
) throws(StorageFailure) -> Value {
    do throws(Failure) {
        return try work()
    } catch {
        throw error.storageFailure
    }
}
