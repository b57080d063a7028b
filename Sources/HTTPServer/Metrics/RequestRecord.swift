import HTTP

/// What is known of a request from its head to the end of its answer, for the metrics and the log.
///
/// It holds on to no object, so that Swift can tell that nobody else is at it while it changes, and
/// checks nothing when it runs.
struct RequestRecord {
    /// Whether its head is there and its body still comes.
    var hasHead = false
    /// Whether there is a request at all, whose answer is not complete.
    var isOpen = false
    /// Whether the answer comes from another thread or goes out in parts.
    var isInFlight = false
    var method = Method.get
    /// The answer's status; nil before it is known.
    var status: Status?
    /// When its head was complete, in microseconds.
    var startedAt = 0
    /// How many bytes of the answer have been written, its head included.
    var bytes = 0

    /// A request begins, at that time unless its head was there before its body.
    mutating func begin(_ method: Method, at now: Int, from mark: Int) {
        if !hasHead { startedAt = now }
        hasHead = false
        isOpen = true
        self.method = method
        status = nil
        bytes = -mark
    }

    /// Its answer, or what there is of it, ends at that place.
    mutating func take(_ status: Status?, to mark: Int) {
        self.status = status
        bytes += mark
    }

    /// It is over; returns what is known of it.
    mutating func end() -> RequestRecord {
        defer {
            isOpen = false
            isInFlight = false
        }
        return self
    }
}

/// What the log tells of a request besides, and few requests have.
final class RequestDetails {
    let trace: TraceParent?
    /// The path as it was sent, where the log shows it and the request's bytes do not stay.
    var path: [UInt8] = []

    init(trace: TraceParent?) {
        self.trace = trace
    }
}
