import API
import APITestSupport
import Foundation
import FoundationNetworking
import HTTP
import HTTPServer
import Items
import SQLiteStorage
import Synchronization
import TestSupport
import ToDoClient

/// The connection of the tested app to the server. The tests apply to both.
enum Transport: CaseIterable, Sendable {
    /// Calls of the handler, without a socket.
    case handler
    /// `URLSession` over a local socket.
    case socket
}

/// A server with a new database, and the client side of its connection.
struct RunningServer: Sendable {
    let baseURL: URL
    let session: any HTTPSession

    /// Calls `use` with a new server, and stops the server in any case.
    static func with(
        _ transport: Transport, clock: Clock = .constant(1_000),
        _ use: (RunningServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        var options = SQLiteDatabase.Options()
        options.timeZones = FixedTimeZones()
        let storage = try SQLiteDatabase.open(
            folder.file("items.sqlite"), options: options, clock: clock)
        let app = App(
            items: storage.repository(), authMode: .anonymous(storage.localOwner),
            ids: .version7(.constant(1_000)))
        switch transport {
        case .handler:
            let url = URL(filePath: "/")
            try await use(RunningServer(baseURL: url, session: HandlerSession(app)))
        case .socket:
            try await serve(app, .ephemeral, use)
        }
        await withCheckedContinuation { closed in storage.close { _ in closed.resume() } }
    }

    /// The same over a socket, with an account. The configuration of the session adds the token to
    /// all requests.
    static func withAccount(_ use: (RunningServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let clock = Clock.constant(1_000)
        let storage = try SQLiteDatabase.open(folder.file("items.sqlite"), clock: clock)
        let repository = storage.repository()
        let app = App.withAccounts(repository, repository, storage, clock: clock)
        let token = signIn(TestClient(app))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer \(token)"]
        try await serve(app, configuration, use)
        await withCheckedContinuation { closed in storage.close { _ in closed.resume() } }
    }

    /// Calls `use` with a server with accounts, without a socket.
    static func withAccounts(_ use: (RunningServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let clock = Clock.constant(1_000)
        let storage = try SQLiteDatabase.open(folder.file("items.sqlite"), clock: clock)
        let repository = storage.repository()
        let app = App.withAccounts(repository, repository, storage, clock: clock)
        try await use(RunningServer(baseURL: URL(filePath: "/"), session: HandlerSession(app)))
        await withCheckedContinuation { closed in storage.close { _ in closed.resume() } }
    }

    private static func signIn(_ client: TestClient) -> String {
        let account = #""email":"ada@example.org","password":"a crumbling lighthouse""#
        _ = client.send("POST", "/users", json: #"{"name":"Ada",\#(account)}"#)
        let answer = client.send("POST", "/sessions", json: "{\(account)}")
        return answer.text.firstMatch(of: /"token":"([^"]+)"/).map { String($0.output.1) } ?? ""
    }

    private static func serve(
        _ app: App, _ configuration: URLSessionConfiguration,
        _ use: (RunningServer) async throws -> Void
    ) async throws {
        let session = URLSession(configuration: configuration)
        var configuration = Server.Configuration()
        configuration.listening = .address(host: "127.0.0.1", port: 0)
        let server = try Server(configuration, handlers: [app]) { App.overloadResponse(now: 0) }
        server.start()
        let result: Result<Void, any Error>
        do {
            guard let url = URL(string: "http://127.0.0.1:\(server.port)") else {
                throw URLError(.badURL)
            }
            try await use(RunningServer(baseURL: url, session: session))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        session.finishTasksAndInvalidate()
        await withCheckedContinuation { drained in server.drain { drained.resume() } }
        try result.get()
    }
}

extension Clock {
    /// A clock that advances by a second at each reading, so that no two writes have the same time.
    static func ticking() -> Clock {
        let time = Mutex(1_000.0)
        return Clock {
            time.withLock { time in
                time += 1
                return time
            }
        }
    }
}

/// A session that passes the requests of an app to a handler, and returns its responses.
private final class HandlerSession: HTTPSession {
    private let client: Mutex<TestClient>

    init(_ handler: sending any Handler) {
        client = Mutex(TestClient(handler))
    }

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let target = url.path() + (url.query().map { "?" + $0 } ?? "")
        let answer = client.withLock { client in
            client.send(
                request.httpMethod ?? "GET", target, request.allHTTPHeaderFields ?? [:],
                body: request.httpBody.map { String(decoding: $0, as: UTF8.self) })
        }
        let fields = Dictionary(answer.fields.map { ($0.name, $0.value) }) { first, _ in first }
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: fields)
        else { throw URLError(.badServerResponse) }
        return (Data(answer.body), response)
    }
}
