/// The limits of the password queue, and the priority of its thread.
package struct HashingLimits: Sendable {
    package var jobs = 32
    /// The longest expected wait; after that, the client has usually timed out.
    package var waitSeconds: UInt64 = 5
    /// The thread's nice value: a weight of 110 against a lane's 1024 (sched(7)).
    package var niceness: Int32 = 10

    package init() {}
}

/// Why a password was not hashed.
package enum HashingRefusal: Error, Equatable, Sendable {
    /// The queue is full, or the wait would be too long; retry after these seconds.
    case overloaded(retryAfterSeconds: Int)
    case failed(HashingFailure)
    case stopped
}
