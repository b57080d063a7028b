import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The client throws` {
    /// What changes items.
    enum Write: CaseIterable {
        case add, addAll, setDone, delete, deleteAll

        func send(_ client: APIClient) async throws(APIError) {
            switch self {
            case .add: try await client.add(ToDoItem(title: "Buy milk"))
            case .addAll: try await client.addAll([])
            case .setDone: try await client.setDone(true, of: UUID())
            case .delete: try await client.delete(UUID())
            case .deleteAll: try await client.deleteAll()
            }
        }
    }

    @Test func `the problem of the response`() async throws {
        let error = try await failure(
            .json(
                status: 422,
                """
                {"type":"/problems/invalid","title":"Invalid content","status":422,
                 "detail":"One thing in the body is wrong.","instance":"9c1f",
                 "errors":[{"pointer":"/title","detail":"is required"}]}
                """))

        guard case .refused(let problem) = error else { throw error }
        #expect(problem.type == "/problems/invalid")
        #expect(problem.status == 422)
        #expect(problem.detail == "One thing in the body is wrong.")
        #expect(problem.errors?.map(\.pointer) == ["/title"])
        #expect(problem.errors?.map(\.detail) == ["is required"])
    }

    @Test(arguments: [
        ("7", 7), (" 0 ", 0), ("Tue, 14 Nov 2023 22:13:27 GMT", 0),
        ("9300000000000000000", 86_400), (String(repeating: "9", count: 400), 86_400),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400), ("1e300", nil), ("1.5", nil), ("-1", nil),
        ("+1", nil), ("0x10", nil), ("nan", nil), ("", nil),
    ])
    func `the seconds of Retry-After in digits or of a date, up to a day`(
        text: String, seconds: TimeInterval?
    ) async throws {
        let error = try await failure(
            .json(
                status: 429, #"{"type":"/problems/rate-limited","status":429}"#,
                headers: ["Retry-After": text]))

        guard case .refused(let problem) = error else { throw error }
        #expect(problem.retryAfter == seconds)
    }

    @Test(arguments: ["", "<h1>Forbidden</h1>", "[]", "{}"])
    func `the status alone of a response without a problem`(text: String) async throws {
        let error = try await failure(.json(status: 403, text))

        guard case .refused(let problem) = error else { throw error }
        #expect(problem.type == "about:blank")
        #expect(problem.status == 403)
        #expect(problem.detail == "")
        #expect(problem.errors == nil)
    }

    // proves: clients-5
    @Test func `the problem of a failed write`() async throws {
        let error = try await failure(
            .json(
                status: 507, #"{"type":"/problems/storage-full","status":507,"detail":"Full."}"#))

        guard case .refused(let problem) = error else { throw error }
        #expect(problem.type == "/problems/storage-full")
    }

    // proves: clients-5
    @Test(arguments: [
        (502, ""), (504, "<h1>Gateway timeout</h1>"),
        (503, #"{"type":"about:blank","status":503,"detail":"Gone for now."}"#),
        (201, "[]"), (204, ""), (304, ""), (301, ""),
    ])
    func `noAnswer for a response of an intermediary, since the outcome is unknown`(
        status: Int, text: String
    ) async throws {
        let error = try await failure(.json(status: status, text))

        guard case .noAnswer(let reason) = error else { throw error }
        #expect(reason as? UnexpectedResponse == UnexpectedResponse(status: status))
    }

    // proves: clients-5
    @Test(arguments: Write.allCases)
    func `noAnswer for a write whose response is a list`(write: Write) async throws {
        // As when a proxy has sent it elsewhere, where it arrived as a GET.
        let session = RecordingSession(.json(status: write == .setDone ? 201 : 200, "[]"))
        let client = APIClient(baseURL: URL(filePath: "/"), session: session)

        let error = await #expect(throws: APIError.self) { try await write.send(client) }

        guard case .noAnswer(let reason) = error else { throw try #require(error) }
        #expect(reason is UnexpectedResponse)
    }

    // proves: clients-5
    @Test func `noAnswer for a mark whose response has another state`() async throws {
        // As when a PATCH has become a GET on its way.
        let item = ToDoItem(title: "Buy milk")
        let text = String(decoding: try JSONEncoder().encode(item), as: UTF8.self)
        let session = RecordingSession(.json(status: 200, text))
        let client = APIClient(baseURL: URL(filePath: "/"), session: session)

        let error = await #expect(throws: APIError.self) {
            try await client.setDone(true, of: item.id)
        }

        guard case .noAnswer(let reason) = error else { throw try #require(error) }
        #expect(reason as? UnexpectedResponse == UnexpectedResponse(status: 200))
    }

    @Test(arguments: ["idempotency-key-in-use", "answer-not-kept"])
    func `noAnswer for a deletion that was sent twice and is still running`(
        type: String
    ) async throws {
        let error = try await failure(
            .json(status: 409, #"{"type":"/problems/\#(type)","status":409,"detail":"."}"#))

        guard case .noAnswer(let reason) = error else { throw error }
        #expect((reason as? Problem)?.type == "/problems/\(type)")
    }

    // proves: clients-5
    @Test func `noAnswer for a redirect with a problem document of the server`() async throws {
        let error = try await failure(
            .json(status: 307, #"{"type":"/problems/not-found","status":404,"detail":"."}"#))

        guard case .noAnswer(let reason) = error else { throw error }
        #expect(reason as? UnexpectedResponse == UnexpectedResponse(status: 307))
    }

    @Test(arguments: [
        ("http://other.test/items", false), ("http://server.test/portal", false),
        ("http://server.test/items?page=2", false), ("http://server.test:81/items", false),
        ("https://SERVER.test/items", true),
    ])
    func `noAnswer for the response of another URL`(url: String, isServer: Bool) async throws {
        let session = RedirectedSession(url: try #require(URL(string: url)))
        let base = try #require(URL(string: "http://server.test"))
        let client = APIClient(baseURL: base, session: session)
        guard !isServer else {
            #expect(try await client.toDoItems() == [])
            return
        }

        let error = await #expect(throws: APIError.self) { try await client.toDoItems() }

        guard case .noAnswer(let reason) = error else { throw try #require(error) }
        #expect(reason as? UnexpectedResponse == UnexpectedResponse(status: 200))
    }

    @Test func `the error of the session`() async throws {
        let error = try await failure(.failure(.cannotConnectToHost))

        guard case .noAnswer(let reason) = error else { throw error }
        #expect((reason as? URLError)?.code == .cannotConnectToHost)
    }

    // At 513 levels JSONDecoder ends the process on Linux.
    @Test(arguments: [101, 513, 1_000_000])
    func `the decoding error of JSON with many levels`(levels: Int) async throws {
        let error = try await failure(
            .json(status: 200, String(repeating: "[", count: levels)))

        guard case .unreadable(let reason) = error else { throw error }
        #expect(reason is DecodingError)
    }

    @Test func `an error for a response that is too large, of any session`() async throws {
        let text = String(repeating: " ", count: (16 << 20) + 1)
        let session = RecordingSession(.json(status: 200, text))
        let client = APIClient(baseURL: URL(filePath: "/"), session: session)

        let error = await #expect(throws: APIError.self) { try await client.account() }

        guard case .noAnswer(let reason) = error else { throw try #require(error) }
        #expect(reason as? ResponseIsTooLarge == ResponseIsTooLarge(limit: 16 << 20))
    }

    @Test func `an error for a response other than HTTP`() async throws {
        let error = try await failure(.notHTTP)

        guard case .noAnswer(let reason) = error else { throw error }
        #expect((reason as? URLError)?.code == .badServerResponse)
    }

    @Test(arguments: ["", "{}", "[{}]", "null"])
    func `the decoding error of a malformed list`(text: String) async throws {
        let error = try await failure(.json(status: 200, text))

        guard case .unreadable(let reason) = error else { throw error }
        #expect(reason is DecodingError)
    }

    @Test func `an error for an item that JSON cannot represent, and sends nothing`() async throws {
        let session = RecordingSession()
        let client = APIClient(baseURL: URL(filePath: "/"), session: session)

        let error = await #expect(throws: APIError.self) {
            try await client.add(ToDoItem(title: "Buy milk", timestamp: .nan))
        }

        guard case .unwritable(let reason) = try #require(error) else { throw try #require(error) }
        #expect(reason is EncodingError)
        #expect(session.requests.isEmpty)
    }

    /// What asking for the items throws when this is the answer.
    private func failure(_ answer: RecordingSession.Answer) async throws -> APIError {
        let client = APIClient(baseURL: URL(filePath: "/"), session: RecordingSession(answer))
        let error = await #expect(throws: APIError.self) { try await client.toDoItems() }
        return try #require(error)
    }
}

/// A session that has followed a redirect.
private struct RedirectedSession: HTTPSession {
    let url: URL

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        let response = HTTPURLResponse(
            url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])
        return (Data("[]".utf8), try #require(response))
    }
}
