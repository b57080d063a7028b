public import Foundation

#if canImport(FoundationNetworking)
// On Linux the URL loading system is a module of its own.
public import FoundationNetworking
#endif

/// What a client gets its requests answered by: `URLSession` in an app, a double in its tests.
public protocol HTTPSession: Sendable {
    /// Sends the request and returns the whole answer, whatever its status.
    func data(for request: URLRequest) async throws -> (Data, URLResponse)
}

#if canImport(FoundationNetworking)
extension URLSession: HTTPSession {
    /// Sends the request and returns the whole answer, whatever its status.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        // A method with a default argument does not fulfil the requirement by itself.
        try await data(for: request, delegate: nil)
    }
}
#else
extension URLSession: HTTPSession {}
#endif
