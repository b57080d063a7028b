public import Foundation
public import ToDoClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The double of a session: it records requests and returns prepared responses.
///
///     let session = RecordingSession(.json(status: 200, "[]"))
///     let client = APIClient(baseURL: url, session: session)
///     _ = try await client.toDoItems()
///     #expect(session.lastURL?.path() == "/items")
public final class RecordingSession: HTTPSession {
    /// A prepared response.
    public enum Answer: Sendable {
        /// A response with JSON, or any other text, as its content.
        case json(status: Int, _ text: String, headers: [String: String] = [:])
        /// No response, for this reason.
        case failure(URLError.Code)
        /// A response of another protocol than HTTP.
        case notHTTP
    }

    private struct State: Sendable {
        var answers: [Answer]
        var requests: [URLRequest] = []
    }

    private let state: Locked<State>

    /// A session with these responses, in order; the last one repeats.
    ///
    /// Without any, the response is an empty list.
    public init(_ answers: Answer...) {
        state = Locked(State(answers: answers.isEmpty ? [.json(status: 200, "[]")] : answers))
    }

    /// All requests, in order.
    public var requests: [URLRequest] { state.withLock { $0.requests } }
    /// The last request; nil if there was none.
    public var lastRequest: URLRequest? { requests.last }
    /// The URL of the last request.
    public var lastURL: URL? { lastRequest?.url }

    /// Records the request and returns the next response.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try answer(request)
    }

    private func answer(_ request: URLRequest) throws -> (Data, URLResponse) {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
        let url = request.url ?? URL(filePath: "/")
        switch answer {
        case .failure(let code): throw URLError(code)
        case .notHTTP:
            let response = URLResponse(
                url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
            return (Data(), response)
        case .json(let status, let text, let headers):
            return (Data(text.utf8), try HTTPResponses.head(url, status, headers))
        }
    }
}

/// Makes the heads of responses.
enum HTTPResponses {
    static func head(
        _ url: URL, _ status: Int, _ headers: [String: String]
    ) throws -> HTTPURLResponse {
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return response
    }
}
