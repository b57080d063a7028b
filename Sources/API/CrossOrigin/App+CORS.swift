package import HTTP

/// CORS: for the origins that the operator names, before anything else is looked at.
extension App {
    package func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy {
        guard !origins.isEmpty else { return .disabled }
        guard head.count(of: .origin) == 1, let range = head.first(.origin) else {
            return .denied
        }
        let sent = bytes.slice(range)
        for origin in origins where sent.equals(origin.text.utf8Span.span) {
            return .allowed(origin)
        }
        return .denied
    }

    /// Whether a browser asks in advance (Fetch §3.3.2) on behalf of a page that may read answers.
    ///
    /// That is answered for any path: the request itself is then told that there is nothing.
    func isPreflight(_ request: borrowing Request, _ response: borrowing ResponseWriter) -> Bool {
        guard case .allowed = response.context.corsPolicy else { return false }
        return request.head.method == .options
            && request.head.first(.accessControlRequestMethod) != nil
    }
}
