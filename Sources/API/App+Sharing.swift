package import HTTP

/// CORS: for the origins that the operator names, before anything else is looked at.
extension App {
    package func sharing(_ head: borrowing RequestHead, in bytes: Span<UInt8>) -> Sharing {
        guard !origins.isEmpty else { return .unsaid }
        guard head.count(of: .origin) == 1, let range = head.first(.origin) else {
            return .withNobody
        }
        let sent = bytes.slice(range)
        for origin in origins where sent.equals(origin.text.utf8Span.span) { return .with(origin) }
        return .withNobody
    }

    /// Whether a browser asks in advance (Fetch §3.3.2) on behalf of a page that may read answers.
    ///
    /// That is answered for any path: the request itself is then told that there is nothing.
    func isPreflight(_ request: borrowing Request, _ response: borrowing ResponseWriter) -> Bool {
        guard case .with = response.terms.sharing else { return false }
        return request.head.method == .options
            && request.head.first(.accessControlRequestMethod) != nil
    }
}
