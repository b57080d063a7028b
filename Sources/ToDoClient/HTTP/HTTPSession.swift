public import Foundation

#if canImport(FoundationNetworking)
// On Linux the URL loading system is a separate module.
public import FoundationNetworking
#endif

/// Sends the client's requests: `URLSession` in an app, a double in tests.
public protocol HTTPSession: Sendable {
    /// Sends the request and returns the complete response, whatever its status.
    func data(for request: URLRequest) async throws -> (Data, URLResponse)

    /// Sends the request and returns the content in parts, as they arrive.
    ///
    /// With a session without streams, the store polls every 30 seconds instead.
    func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse)
}

extension HTTPSession {
    /// Throws, because the session cannot deliver a response in parts.
    public func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        throw StreamsAreUnsupported()
    }
}

/// The session has no `stream` of its own.
struct StreamsAreUnsupported: Error {}

extension HTTPSession {
    /// The response to the request, if it has at most `limit` bytes.
    ///
    /// A redirect is a response, and `URLSession` does not follow it: another host would receive
    /// the token, and its response would look like the server's.
    func data(for request: URLRequest, limit: Int) async throws -> (Data, URLResponse) {
        if let session = self as? URLSession {
            return try await session.boundedData(for: request, limit: limit)
        }
        let (content, response) = try await data(for: request)
        guard content.count <= limit else { throw ResponseIsTooLarge(limit: limit) }
        return (content, response)
    }
}
