import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The requests of the sync.
extension APIClient {
    private func url(_ path: String, _ query: [URLQueryItem] = []) -> URL {
        let url = baseURL.appending(path: path)
        return query.isEmpty ? url : url.appending(queryItems: query)
    }

    private var changesPath: String { "items/changes" }

    /// The request of a flight, the same for each attempt but for the token.
    func request(of flight: Flight) -> URLRequest {
        var request =
            switch flight.kind {
            case .batch: self.request("POST", url("items/batch"), .json, flight.body)
            case .share:
                self.request(
                    "POST", url("items", [URLQueryItem(name: "onConflict", value: "skip")]),
                    .json, flight.body)
            case .undo(let revision): self.request("POST", url("undo/\(revision)"))
            }
        request.setValue("\"\(flight.key)\"", forHTTPHeaderField: "Idempotency-Key")
        return request
    }

    /// A page of changes since a token; without one, of all items.
    func changes(since token: String?) async throws(APIError) -> APIResponse {
        var query = [URLQueryItem(name: "limit", value: "1000")]
        if let token { query.append(URLQueryItem(name: "since", value: token)) }
        return try await response(to: request("GET", url(changesPath, query)))
    }

    /// The request of the live changes since a token.
    func eventsRequest(since token: String) -> URLRequest {
        let query = [URLQueryItem(name: "since", value: token)]
        var request = request("GET", url(changesPath, query))
        // The server sends a comment every 15 seconds.
        request.timeoutInterval = 40
        request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
        return request
    }
}
