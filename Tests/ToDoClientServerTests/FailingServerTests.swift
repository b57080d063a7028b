import Foundation
import FoundationNetworking
import HTTP
import HTTPServer
import TestSupport
import Testing
import ToDoClient

@Suite struct `A client over the network throws an error` {
    @Test(arguments: ["", "nonsense", #"{"items":[]}"#, "[{}]", "[1]"])
    func `for a malformed list`(text: String) async throws {
        let error = try await failure(answering: .ok, text)

        guard case .unreadable = error else { throw error }
    }

    @Test(arguments: [Status.notFound, .unauthorized])
    func `for a status that is not a success`(status: Status) async throws {
        let error = try await failure(answering: status, "[]")

        guard case .refused(let problem) = error else { throw error }
        #expect(problem.status == status.rawValue)
    }

    // proves: clients-5
    @Test(arguments: [Status.internalServerError, .serviceUnavailable, .insufficientStorage])
    func `for a failure without a problem document`(status: Status) async throws {
        let error = try await failure(answering: status, "[]")

        guard case .noAnswer(let reason) = error else { throw error }
        #expect(reason as? UnexpectedResponse == UnexpectedResponse(status: status.rawValue))
    }

    @Test func `if no server listens`() async throws {
        // Held, so that no other test gets its port.
        let socket = try ListeningSocket(.notListening)
        defer { withExtendedLifetime(socket) {} }
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let client = APIClient(baseURL: try url(socket.port), session: session)

        let error = await #expect(throws: APIError.self) { try await client.toDoItems() }

        guard case .noAnswer(let reason)? = error else { throw try #require(error) }
        #expect((reason as? URLError)?.code == .cannotConnectToHost)
    }

    /// The error of a client whose server sends this response to each request.
    private func failure(answering status: Status, _ text: String) async throws -> APIError {
        var configuration = Server.Configuration()
        configuration.listening = .address(host: "127.0.0.1", port: 0)
        let handler = FixedResponseHandler(status, text)
        let server = try Server(configuration, handlers: [handler]) { [] }
        server.start()
        let session = URLSession(configuration: .ephemeral)
        let client = APIClient(baseURL: try url(server.port), session: session)

        let error = await #expect(throws: APIError.self) { try await client.toDoItems() }

        session.finishTasksAndInvalidate()
        await withCheckedContinuation { drained in server.drain { drained.resume() } }
        return try #require(error)
    }

    private func url(_ port: UInt16) throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(port)"))
    }
}

/// Sends the same response to each request.
private final class FixedResponseHandler: Handler {
    private let status: Status
    private let text: String

    init(_ status: Status, _ text: String) {
        self.status = status
        self.text = text
    }

    func admit(_ request: borrowing Request) -> Admission? { Admission(self, body: nil) }

    func answer(
        _ request: borrowing Request, _ admitted: AnyObject, _ response: inout ResponseWriter,
        deferred: DeferredResponse
    ) -> HandlerResult {
        response.body.append(text: text)
        response.start(status)
        response.finish()
        return .written
    }

    func refuse(_ fault: HeadFault, _ response: inout ResponseWriter) {
        response.start(fault.status)
        response.finish()
    }

    func refuseSlowHead(_ response: inout ResponseWriter) {
        response.start(.requestTimeout)
        response.finish()
    }
}
