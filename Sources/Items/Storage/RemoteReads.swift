/// The reads of a repository whose database answers asynchronously over a network.
///
/// A read without its rows throws `StorageFailure.pending`, and its query is recorded for the
/// request that `resume` names. The caller aborts the request, and repeats it from the beginning
/// when `collect` names it. Then answered queries have their rows, so each attempt proceeds
/// further:
///
///     resume ──► read A: pending         flush ──► collect
///     resume ──► read A, read B: pending flush ──► collect
///     resume ──► read A, read B ──► forget
///
/// Only touched on its lane.
package protocol RemoteReads: AnyObject {
    /// Starts to connect.
    func begin(polledBy registration: PollRegistration, at now: Int)

    /// The time in milliseconds at which `collect` is due even if nothing has arrived; nil for
    /// none.
    var deadline: Int? { get }

    /// Receives rows, and calls `body` with each request whose reads have their rows.
    func collect(at now: Int, _ body: (ReadRequestID) -> Void)

    /// Sends the queries of a round, at its end.
    func flush(at now: Int)

    /// Assigns the following reads to this request.
    func resume(_ request: ReadRequestID)

    /// Drops the rows and the queries of a request.
    func forget(_ request: ReadRequestID)
}

/// Identifies a request as long as its rows are stored.
package struct ReadRequestID: Hashable, Sendable {
    package let number: UInt64

    /// The id with this number, which is unique.
    package init(number: UInt64) {
        self.number = number
    }
}

/// The functions by which a repository has its descriptor polled, and wakes its lane.
package struct PollRegistration {
    /// Makes the lane call `collect` when the descriptor is readable, or also when it is writable;
    /// false if that is impossible.
    package let watch: (_ descriptor: Int32, _ forWriting: Bool) -> Bool
    /// Stops watching, before the descriptor is closed.
    package let unwatch: (_ descriptor: Int32) -> Void
    /// Makes the lane call `collect` soon; callable from any thread.
    package let wake: @Sendable () -> Void

    /// A registration with these functions.
    package init(
        watch: @escaping (_ descriptor: Int32, _ forWriting: Bool) -> Bool,
        unwatch: @escaping (_ descriptor: Int32) -> Void, wake: @escaping @Sendable () -> Void
    ) {
        self.watch = watch
        self.unwatch = unwatch
        self.wake = wake
    }
}
