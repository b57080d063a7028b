/// How many passwords may wait to be hashed, and for how long.
package struct HashingLimits: Sendable {
    package var jobs = 32
    /// A client that has waited for longer has gone, or will have by the time it is answered.
    package var waitSeconds: UInt64 = 5
    /// By how much the thread gives way (sched(7)): to a lane's weight of 1024 it has 110.
    package var niceness: Int32 = 10

    /// The defaults.
    package init() {}
}

/// Why a password was not hashed.
package enum HashingRefusal: Error, Equatable, Sendable {
    /// Too many wait, or they would for too long; after so many seconds it may be better.
    case overloaded(retryAfterSeconds: Int)
    case failed(HashingFailure)
    case stopped
}
