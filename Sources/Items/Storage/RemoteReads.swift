/// The reads of a repository whose database answers over a network, later than it is asked.
///
/// A read whose rows are not there throws `StorageFailure.pending`, and its question is noted under
/// the request that `resume` names. The caller gives up, and starts from the beginning once
/// `collect` has named the request. Questions that were answered then have their rows at once, so
/// each attempt gets further:
///
///     resume ──► read A: pending         flush ──► collect
///     resume ──► read A, read B: pending flush ──► collect
///     resume ──► read A, read B ──► forget
///
/// Only touched on its lane.
package protocol RemoteReads: AnyObject {
    /// Begins to connect.
    func begin(on line: ReadLine, at now: Int)

    /// The time in milliseconds at which `collect` is due though nothing has arrived; nil for none.
    var deadline: Int? { get }

    /// Takes what has arrived, and calls `body` with each request whose reads have their rows.
    func collect(at now: Int, _ body: (ReadTicket) -> Void)

    /// Sends the questions of a round, at its end.
    func flush(at now: Int)

    /// Has the reads that follow be those of this request.
    func resume(_ ticket: ReadTicket)

    /// Drops the rows of a request, and its questions.
    func forget(_ ticket: ReadTicket)
}

/// Names a request, for as long as its rows are kept.
package struct ReadTicket: Hashable, Sendable {
    package let number: UInt64

    /// The ticket with this number, which is one request's.
    package init(number: UInt64) {
        self.number = number
    }
}

/// How a lane hears of what arrives.
package struct ReadLine {
    /// Has the lane call `collect` when the descriptor is readable, or also when it is writable;
    /// false when that is impossible.
    package let watch: (_ descriptor: Int32, _ forWriting: Bool) -> Bool
    /// Ends that, before the descriptor is closed.
    package let unwatch: (_ descriptor: Int32) -> Void
    /// Has the lane call `collect` soon; for any thread.
    package let wake: @Sendable () -> Void

    /// A line that calls these.
    package init(
        watch: @escaping (_ descriptor: Int32, _ forWriting: Bool) -> Bool,
        unwatch: @escaping (_ descriptor: Int32) -> Void, wake: @escaping @Sendable () -> Void
    ) {
        self.watch = watch
        self.unwatch = unwatch
        self.wake = wake
    }
}
