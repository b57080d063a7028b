package import HTTP

/// CORS for the operator's origins; decided before everything else.
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

    /// Whether this is a CORS preflight (Fetch §3.3.2) of an allowed origin.
    ///
    /// A preflight succeeds on any path, so that the page can read the 404 of the request itself.
    func isPreflight(_ request: borrowing Request, _ policy: CORSPolicy) -> Bool {
        guard case .allowed = policy else { return false }
        return request.head.method == .options
            && request.head.first(.accessControlRequestMethod) != nil
    }
}
