import APITestSupport
import Foundation
import FoundationNetworking
import Synchronization
import TestSupport
import Testing
import ToDoClient
import ToDoClientHistories

/// `toodoo serve` with an account, behind a proxy that injects faults.
final class ServerProcess: HistoryServer {
    private struct State {
        var process: ChildProcess?
        var port: UInt16 = 0
        var token = ""
        var hasBackup = false
    }

    private static let account = #""email":"ada@example.org","password":"a crumbling lighthouse""#

    private let folder: TemporaryFolder
    private let proxy: FaultyProxy
    private let session = URLSession(configuration: .ephemeral)
    private let state = Mutex(State())

    private var database: String { folder.file("items.sqlite") }
    private var backup: String { folder.file("backup.sqlite") }
    private var token: String { state.withLock { $0.token } }

    /// Starts a server with an empty database.
    init() throws {
        folder = try TemporaryFolder()
        proxy = try FaultyProxy()
        try start()
        try #require(ask("POST", "/users", json: #"{"name":"Ada",\#(Self.account)}"#).status == 201)
        try signIn()
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// The response of the server, without the proxy.
    private func ask(
        _ method: String, _ target: String, json: String? = nil, token: String? = nil
    ) throws -> TestResponse {
        let client = TestClient(port: state.withLock { $0.port })
        client.standing["Authorization"] = token.map { "Bearer \($0)" }
        return try client.exchange(method, target, json: json)
    }

    private func start() throws {
        let process = try ChildProcess(
            "toodoo",
            [
                "serve", "--port", "0", "--db", database, "--auth", "on", "--sign-up", "open",
                "--log", "off", "--sign-in-rate", "off", "--account-rate", "off",
                "--token-rate", "off",
            ])
        let line = try process.line()
        let address = try #require(line.firstMatch(of: /127\.0\.0\.1:([0-9]+)/), "\(line)")
        let port = try #require(UInt16(address.output.1))
        state.withLock { state in
            state.process = process
            state.port = port
        }
        proxy.serverPort = port
    }

    private func signIn() throws {
        let answer = try ask("POST", "/sessions", json: "{\(Self.account)}")
        let token = try #require(answer.text.firstMatch(of: /"token":"([^"]+)"/), "\(answer)")
        state.withLock { $0.token = String(token.output.1) }
    }

    private func run(_ arguments: String...) throws {
        let ending = try ChildProcess("toodoo", arguments).ending()
        try #require(ending.status == 0, "\(ending.error)")
    }

    // MARK: HistoryServer

    var line: any HTTPSession { SigningInSession(server: self) }

    func client(_ session: any HTTPSession) -> APIClient {
        let url = URL(string: "http://127.0.0.1:\(proxy.port)") ?? URL(filePath: "/")
        return APIClient(baseURL: url, session: session) { [self] in token }
    }

    func items() throws -> [ToDoItem] {
        let answer = try ask("GET", "/items", token: token)
        return try JSONDecoder().decode([ToDoItem].self, from: Data(answer.body))
    }

    func fail(_ failure: LineFailure) { proxy.fail(failure) }

    func resend(_ number: Int) async { proxy.resend(number) }

    func restart() throws {
        let process = state.withLock { $0.process }
        process?.kill()
        _ = try process?.ending()
        try start()
    }

    /// Makes a backup and restores it, alternately.
    func restore(_ number: Int) throws {
        guard state.withLock({ $0.hasBackup }) else {
            try run("backup", backup, "--db", database)
            return state.withLock { $0.hasBackup = true }
        }
        let process = state.withLock { state in
            state.hasBackup = false
            return state.process
        }
        process?.terminate()
        _ = try process?.ending()
        try run("restore", backup, "--db", database)
        try FileManager.default.removeItem(atPath: backup)
        try start()
    }

    /// Revokes the token of the clients.
    func dropHistory() throws {
        let answer = try ask("DELETE", "/sessions/current", token: token)
        // A restore has revoked it already.
        try #require([204, 401].contains(answer.status))
    }

    /// A session whose user signs in again after the token was revoked.
    private struct SigningInSession: HTTPSession {
        let server: ServerProcess

        func data(for request: URLRequest) async throws -> (Data, URLResponse) {
            let answer = try await server.session.data(for: request)
            if (answer.1 as? HTTPURLResponse)?.statusCode == 401 { try server.signIn() }
            return answer
        }
    }
}
