import HTTP

/// The facts of a request from its head to the end of its response, for metrics and log.
///
/// It holds no reference, so the compiler proves exclusive access statically and adds no runtime
/// checks.
struct RequestRecord {
    /// Whether the head is complete and the body still arrives.
    var hasHead = false
    /// Whether there is a request whose response is not complete.
    var isOpen = false
    /// Whether the response is deferred or streamed.
    var isInFlight = false
    var method = Method.get
    /// The response's status; nil before it is known.
    var status: Status?
    /// When the head was complete, in microseconds.
    var startedAt = 0
    /// Bytes of the response written so far, including its head.
    var bytes = 0

    /// Begins a record at `now`, unless `recordHead` has set the time. `mark` is where the response
    /// begins in the lane's buffer.
    mutating func begin(_ method: Method, at now: Int, from mark: Int) {
        if !hasHead { startedAt = now }
        hasHead = false
        isOpen = true
        self.method = method
        status = nil
        bytes = -mark
    }

    /// Notes the status, and that the response so far ends at `mark`.
    mutating func take(_ status: Status?, to mark: Int) {
        self.status = status
        bytes += mark
    }

    mutating func end() -> RequestRecord {
        defer {
            isOpen = false
            isInFlight = false
        }
        return self
    }
}

/// Facts for the log that few requests have.
final class RequestDetails {
    let trace: TraceParent?
    /// The path as sent, kept when the log shows paths and the request's bytes are not kept.
    var path: [UInt8] = []

    init(trace: TraceParent?) {
        self.trace = trace
    }
}
