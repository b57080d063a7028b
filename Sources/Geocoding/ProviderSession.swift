/// Sends requests to the provider: libcurl in production, a double in tests.
package protocol ProviderSession: Sendable {
    /// Sends a GET and waits for the response; calls never overlap.
    ///
    /// `trace` is sent as `traceparent`.
    func get(
        _ url: String, userAgent: String, trace: String?
    ) throws(ProviderSessionFailure) -> HTTPResponse
}

/// A response of any status.
package struct HTTPResponse: Equatable, Sendable {
    package let status: Int
    package let body: [UInt8]

    /// A response with this status and content.
    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Why there is no response.
package enum ProviderSessionFailure: Error, Equatable, Sendable {
    /// libcurl is not installed.
    case unavailable
    case timedOut
    /// The response exceeded the limit.
    case tooLarge
    /// Any other failure, with libcurl's message.
    case failed(String)
}
