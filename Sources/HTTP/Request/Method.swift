/// The request methods that the server supports, RFC 9110 §9 and RFC 5789.
package enum Method: UInt8, Sendable, CaseIterable {
    case get, head, post, put, patch, delete, options

    /// The method of a token; nil if unknown. Methods are case-sensitive (RFC 9110 §9.1).
    package init?(_ token: Span<UInt8>) {
        switch token.count {
        case 3 where token.equals("GET"): self = .get
        case 3 where token.equals("PUT"): self = .put
        case 4 where token.equals("HEAD"): self = .head
        case 4 where token.equals("POST"): self = .post
        case 5 where token.equals("PATCH"): self = .patch
        case 6 where token.equals("DELETE"): self = .delete
        case 7 where token.equals("OPTIONS"): self = .options
        default: return nil
        }
    }

    /// Whether the method is safe: it requests no change (RFC 9110 §9.2.1).
    package var isSafe: Bool {
        switch self {
        case .get, .head, .options: true
        case .post, .put, .patch, .delete: false
        }
    }

    /// The method as written in a request line.
    package var name: StaticString {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        }
    }
}
