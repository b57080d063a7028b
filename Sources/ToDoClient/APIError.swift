/// Why the client has nothing to give back.
public enum APIError: Error {
    /// The server refused and changed nothing.
    case refused(Problem)
    /// No answer came, or none that says what was done; a write may or may not have happened.
    case noAnswer(any Error)
    /// The server agreed, but its content is not what was to be expected.
    case unreadable(any Error)
    /// What was to be sent cannot be said in JSON, such as a timestamp that is not a number.
    case unwritable(any Error)
}

/// An answer that the server does not give to such a request: something between gave it, or sent the
/// request elsewhere.
public struct UnexpectedResponse: Error, Equatable, Sendable {
    /// Its status code.
    public let status: Int

    /// An answer with this status code.
    public init(status: Int) {
        self.status = status
    }
}

/// Why the server refused a request: its problem document (RFC 9457).
public struct Problem: Decodable, Error, Equatable, Sendable {
    /// One thing that is wrong with what was sent.
    public struct Fault: Decodable, Equatable, Sendable {
        /// Where it is, as a JSON Pointer (RFC 6901), such as `/title`.
        public let pointer: String
        /// What is wrong there.
        public let detail: String
    }

    /// Tells kinds of problems apart, such as `/problems/already-exists`.
    public let type: String
    /// The status code of the answer.
    public let status: Int
    /// The case at hand in a sentence; empty when the answer had none.
    public let detail: String
    /// Everything that is wrong with what was sent, where it is that.
    public let errors: [Fault]?

    /// Whether the same request came before, and is or will be done.
    var isRepeatedRequest: Bool {
        ["/problems/idempotency-key-in-use", "/problems/answer-not-kept"].contains(type)
    }

    /// A problem of which only the status is known, from something between client and server.
    init(status: Int) {
        type = "about:blank"
        self.status = status
        detail = ""
        errors = nil
    }
}
