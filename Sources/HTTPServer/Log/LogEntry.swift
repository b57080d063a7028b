package import HTTP

/// What the log tells of one request.
package struct LogEntry: Sendable {
    /// When its answer was complete, in milliseconds since 1970.
    package var time = 0
    /// Nil when the head was refused.
    package var method: Method?
    /// Which of the handler's routes, 0 for none.
    package var route: UInt8 = 0
    /// Nil when the connection ended before there was an answer.
    package var status: Status?
    /// Whether the connection ended before the answer did.
    package var isCut = false
    package var bytes = 0
    package var microseconds = 0
    package var id = RequestID.made(0)
    /// Whose request it was, 0 when nobody is known by it.
    package var owner = 0
    package var trace: TraceParent?

    /// An entry that says nothing.
    package init() {}
}
