package import HTTP

/// The facts of one request for its log line.
package struct LogLine: Sendable {
    /// When the response was complete, in milliseconds since 1970.
    package var time = 0
    /// Nil when the head was refused.
    package var method: Method?
    /// Number of the handler's route, 0 for none.
    package var route: UInt8 = 0
    /// Nil when the connection ended before there was a status.
    package var status: Status?
    /// Whether the connection ended before the response was complete.
    package var isCut = false
    package var bytes = 0
    package var microseconds = 0
    package var id = RequestID.made(0)
    /// The owner, 0 when the request has none.
    package var owner = 0
    package var trace: TraceParent?

    package init() {}
}
