/// Sends requests to push services: libcurl in production, a double in tests.
///
/// Only touched on the sender's thread, except for `waker`.
package protocol PushTransport: AnyObject {
    /// Ends a wait, from any thread.
    var waker: @Sendable () -> Void { get }

    /// Begins to send a request.
    func start(_ request: PushRequest, number: Int)
    /// Waits until a request is answered, `waker` was called, or the time has passed.
    func wait(milliseconds: Int) -> [(number: Int, answer: PushAnswer)]
}

/// What came of a request.
package enum PushAnswer: Equatable, Sendable {
    /// `retryAfter` is the value of that field.
    case status(Int, retryAfter: String?)
    case failure(PushFailure)
}

/// Why there is no answer.
package enum PushFailure: String, Equatable, Sendable {
    /// The host is unknown, or none of its addresses is a permitted one.
    case address
    case tls
    case timeout
    case connection
}
