public import Foundation

#if canImport(FoundationNetworking)
// On Linux the URL loading system is a separate module.
public import FoundationNetworking
#endif

/// Sends the client's requests: `URLSession` in an app, a double in tests.
public protocol HTTPSession: Sendable {
    /// Sends the request and returns the complete response, whatever its status.
    func data(for request: URLRequest) async throws -> (Data, URLResponse)
}

#if canImport(FoundationNetworking)
extension URLSession: HTTPSession {
    /// Sends the request and returns the complete response, whatever its status.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        // A method with a default argument does not satisfy the requirement.
        try await data(for: request, delegate: nil)
    }
}
#else
extension URLSession: HTTPSession {}
#endif
