/// Why a call of the client failed.
public enum APIError: Error {
    /// The server refused the request and changed nothing.
    case refused(Problem)
    /// No usable response came; a write may or may not have happened.
    case noAnswer(any Error)
    /// The request succeeded, but the content of the response could not be decoded.
    case unreadable(any Error)
    /// The content could not be encoded as JSON, for example a timestamp of NaN.
    case unwritable(any Error)
}

/// A response that the server never gives to such a request.
///
/// An intermediary sent it, or redirected the request.
public struct UnexpectedResponse: Error, Equatable, Sendable {
    /// The status code.
    public let status: Int

    /// A response with this status code.
    public init(status: Int) {
        self.status = status
    }
}

/// The server's reason for refusing a request: its problem document (RFC 9457).
public struct Problem: Decodable, Error, Equatable, Sendable {
    /// One fault in the sent content.
    public struct Fault: Decodable, Equatable, Sendable {
        /// The location of the fault, as a JSON Pointer (RFC 6901) such as `/title`.
        public let pointer: String
        /// The description of the fault.
        public let detail: String
    }

    /// Identifies the kind of problem, such as `/problems/already-exists`.
    public let type: String
    /// The status code of the response.
    public let status: Int
    /// A sentence about this occurrence; empty if the response had none.
    public let detail: String
    /// All faults in the sent content; nil if the problem is another one.
    public let errors: [Fault]?

    /// Whether the server has carried out, or is carrying out, an earlier copy of the request.
    var isRepeatedRequest: Bool {
        ["/problems/idempotency-key-in-use", "/problems/answer-not-kept"].contains(type)
    }

    /// A problem of which only the status is known, from an intermediary.
    init(status: Int) {
        type = "about:blank"
        self.status = status
        detail = ""
        errors = nil
    }
}
