/// A server that the handler of a lane queries over the network without blocking it, such as a
/// database.
///
/// A handler that lacks rows queues the query and returns `.again`. The lane keeps the request and
/// calls the handler again once `collect` has named it:
///
///     answer ──► .again ──► flush ──► (the descriptor is ready) ──► collect ──► answer …
///
/// Only touched on its lane.
package protocol Upstream: AnyObject {
    /// Begins to connect. `wake` makes the lane call `collect` soon, and is for any thread.
    func begin(
        on poller: any UpstreamPoller, at now: Int, wake: @escaping @Sendable () -> Void)

    /// The time at which the lane calls `collect` without an arrival, in its milliseconds; nil when
    /// there is none.
    var deadline: Int? { get }

    /// Takes the arrived rows, and appends the requests and streams whose handlers are to be called
    /// again.
    func collect(_ ready: inout [RequestHandle], at now: Int)

    /// Sends the questions of a round, at its end.
    func flush(at now: Int)

    /// Drops the queries of a request or stream whose connection has closed.
    func forget(_ handle: RequestHandle)
}

/// The services of a lane for its upstream.
package protocol UpstreamPoller: AnyObject {
    /// Calls `collect` when the descriptor is readable, or also when it is writable; replaces an
    /// earlier interest in it. False when the system refuses.
    func watch(_ descriptor: Int32, forWriting: Bool) -> Bool

    /// Stops polling the descriptor; to be called before it is closed, since another connection can
    /// get its number.
    func unwatch(_ descriptor: Int32)
}
