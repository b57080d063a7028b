/// Whether a web page of another origin may read an answer: the CORS protocol, Fetch §3.3.
package enum CORSPolicy: Equatable, Sendable {
    /// Nothing is said of it, since no origin ever may.
    case disabled
    /// The origin at hand may not, or there is none; another one would be answered otherwise.
    case denied
    case allowed(WebOrigin)
}
