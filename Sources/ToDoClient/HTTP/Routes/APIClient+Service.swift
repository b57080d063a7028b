public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The routes about the server itself.
extension APIClient {
    /// Throws if the server does not run.
    public func checkHealth() async throws(APIError) {
        _ = try await send("GET", url("healthz"), for: 200)
    }

    /// Throws if the server cannot serve now.
    public func checkReadiness() async throws(APIError) {
        _ = try await send("GET", url("readyz"), for: 200)
    }

    /// The server's metrics, in the text format of Prometheus.
    public func metrics() async throws(APIError) -> String {
        try await document("metrics", "text/plain")
    }

    /// The description of the server's version of the API, in YAML.
    public func openAPI() async throws(APIError) -> String {
        try await document("openapi.yaml", "*/*")
    }

    /// The same description in JSON.
    public func openAPIInJSON() async throws(APIError) -> Data {
        try await send("GET", url("openapi.json"), for: 200)
    }

    /// The page about the API, in HTML.
    public func reference() async throws(APIError) -> String {
        try await document("docs", "text/html")
    }

    /// The page about a kind of problem, in HTML.
    public func page(about problem: Problem) async throws(APIError) -> String {
        try await document("problems/" + (problem.type as NSString).lastPathComponent, "text/html")
    }

    private func document(_ path: String, _ type: String) async throws(APIError) -> String {
        var request = request("GET", url(path))
        request.setValue(type, forHTTPHeaderField: "Accept")
        let response = try await response(to: request)
        guard response.status == 200 else { throw Self.error(for: response) }
        return String(decoding: response.content, as: UTF8.self)
    }
}
