/// The failure of a call of the client.
public enum APIError: Error {
    /// The server refused the request and changed nothing.
    case refused(Problem)
    /// No usable response arrived; a write may or may not have happened.
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
    /// The target of a redirect.
    public let location: String?

    /// A response with this status code.
    public init(status: Int, location: String? = nil) {
        self.status = status
        self.location = location
    }

    /// Responses with the same status are equal, wherever they redirect to.
    public static func == (left: UnexpectedResponse, right: UnexpectedResponse) -> Bool {
        left.status == right.status
    }
}
