/// Whether a web page of another origin may read a response: the CORS protocol, Fetch §3.3.
package enum CORSPolicy: Equatable, Sendable {
    /// CORS is off: no origin is ever allowed, and `Vary` does not name `Origin`.
    case disabled
    /// The request's origin is absent or not allowed; for another one the response would differ.
    case denied
    case allowed(WebOrigin)
}
