import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The requests of the sync.
extension APIClient {
    private var changesPath: String { "items/changes" }

    /// The HTTP request, the same for each attempt except for the token.
    func request(of pendingRequest: PendingRequest) -> URLRequest {
        var request =
            switch pendingRequest.kind {
            case .batch: self.request("POST", url("items/batch"), .json, pendingRequest.body)
            case .share:
                self.request(
                    "POST", url("items", [("onConflict", "skip")]),
                    .json, pendingRequest.body)
            case .undo(let revision): self.request("POST", url("undo/\(revision)"))
            }
        request.setValue("\"\(pendingRequest.key)\"", forHTTPHeaderField: "Idempotency-Key")
        return request
    }

    /// A page of changes since a token; without one, of all items.
    func changesPage(since token: String?) async throws(APIError) -> APIResponse {
        var query = [("limit", "1000")]
        if let token { query.append(("since", token)) }
        return try await response(to: request("GET", url(changesPath, query)))
    }

    /// The request of the live changes since a token.
    func eventsRequest(since token: String) -> URLRequest {
        var request = request("GET", url(changesPath, [("since", token)]))
        // The server sends a comment every 15 seconds.
        request.timeoutInterval = 40
        request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
        return request
    }
}
