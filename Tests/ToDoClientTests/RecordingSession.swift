import Foundation
import FoundationNetworking
import Synchronization
import ToDoClient

/// The double of a session: it records what it was asked, and answers what it was told.
final class RecordingSession: HTTPSession {
    /// What it answers, to everything.
    enum Answer: Sendable {
        case content(status: Int, String)
        /// An answer of something else than HTTP.
        case notHTTP
        case failure(URLError.Code)
    }

    private let answer: Answer
    private let recorded = Mutex<[URLRequest]>([])

    init(_ answer: Answer = .content(status: 200, "[]")) {
        self.answer = answer
    }

    /// Everything it was asked, in order.
    var requests: [URLRequest] { recorded.withLock { $0 } }
    /// The only thing it was asked, nil when that was nothing or more.
    var request: URLRequest? { requests.count == 1 ? requests[0] : nil }

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        recorded.withLock { $0.append(request) }
        let url = request.url ?? URL(filePath: "/")
        switch answer {
        case .failure(let code): throw URLError(code)
        case .notHTTP:
            return (
                Data(),
                URLResponse(
                    url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
            )
        case .content(let status, let text):
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: nil, headerFields: nil)
            else { throw URLError(.badServerResponse) }
            return (Data(text.utf8), response)
        }
    }
}
