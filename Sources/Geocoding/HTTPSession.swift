/// What requests to the provider are sent by: libcurl in production, a double in tests.
package protocol HTTPSession: Sendable {
    /// Gets what is at a URL and waits for it; never called by two threads at once.
    ///
    /// `trace` is sent as `traceparent`.
    func get(
        _ url: String, userAgent: String, trace: String?
    ) throws(HTTPSessionFailure) -> HTTPResponse
}

/// An answer of any status.
package struct HTTPResponse: Equatable, Sendable {
    package let status: Int
    package let body: [UInt8]

    /// An answer with this content.
    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Why there is no answer.
package enum HTTPSessionFailure: Error, Equatable, Sendable {
    /// The library that sends requests is not on this machine.
    case unavailable
    /// It took too long.
    case timedOut
    /// It was larger than any sensible answer.
    case tooLarge
    /// Anything else, in the library's words.
    case failed(String)
}
