import Foundation
import FoundationNetworking
import Testing
import ToDoClient

/// Redirects of a server, a proxy or an attacker to another host.
@Suite struct `A client over the network does not follow a redirect` {
    private static let statuses = [301, 302, 303, 307, 308]

    /// Calls `use` with a client whose server redirects each request to another host.
    ///
    /// The other host must receive nothing, and the server must receive each request once.
    private func withRedirects(
        _ status: Int, _ use: (APIClient, URL, URLSession) async throws -> Void
    ) async throws {
        let other = try SocketServer { request in
            let isSignIn = request.contains("/sessions")
            return SocketServer.response(
                isSignIn ? 201 : 200, isSignIn ? #"{"token":"forged","expiresAt":9e12}"# : "[]")
        }
        let elsewhere = other.url(host: "localhost")
        let server = try SocketServer { request in
            let path = request.split(separator: " ")[1]
            return SocketServer.response(status, "", "Location: \(elsewhere)\(path)\r\n")
        }
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let url = try #require(URL(string: server.url()))

        try await use(
            APIClient(baseURL: url, session: session) { "secret" }, url, session)

        #expect(other.requests == [])
        // On Linux a stream opens its connection with an OPTIONS request.
        #expect(server.requests.filter { !$0.hasPrefix("OPTIONS ") }.count == 1)
    }

    private func expectRedirect(_ error: APIError?, _ status: Int) throws {
        guard case .noAnswer(let reason)? = error else { throw try #require(error) }
        #expect(reason as? UnexpectedResponse == UnexpectedResponse(status: status))
    }

    @Test(arguments: statuses)
    func `of a GET`(status: Int) async throws {
        try await withRedirects(status) { client, _, _ in
            let error = await #expect(throws: APIError.self) { try await client.toDoItems() }

            try expectRedirect(error, status)
        }
    }

    @Test(arguments: statuses)
    func `of a write`(status: Int) async throws {
        try await withRedirects(status) { client, _, _ in
            let error = await #expect(throws: APIError.self) {
                try await client.add(ToDoItem(title: "Buy milk"))
            }

            try expectRedirect(error, status)
        }
    }

    @Test(arguments: statuses)
    func `of a sign-in`(status: Int) async throws {
        try await withRedirects(status) { client, _, _ in
            let repository = SignInRepository.live(client)

            let error = await #expect(throws: AccountError.self) {
                try await repository.handleSignIn("ada@example.org", "a crumbling lighthouse")
            }

            guard case .unreachable(let reason)? = error else { throw try #require(error) }
            #expect(reason as? UnexpectedResponse == UnexpectedResponse(status: status))
        }
    }

    @Test(arguments: statuses)
    func `of a stream`(status: Int) async throws {
        try await withRedirects(status) { _, url, session in
            var request = URLRequest(url: url.appending(path: "items/changes"))
            request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")

            let (parts, response) = try await session.stream(for: request)
            for try await _ in parts {}

            #expect((response as? HTTPURLResponse)?.statusCode == status)
            #expect(response.url == request.url)
        }
    }

    @Test func `of a sync, and keeps the write`() async throws {
        try await withRedirects(307) { client, _, _ in
            let store = ToDoItemStore(.inMemory(), client: client)
            try store.add(ToDoItem(title: "Buy milk"))

            let error = await #expect(throws: SyncError.self) { try await store.sync() }

            guard case .unreachable? = error else { throw try #require(error) }
            #expect(store.snapshot.unsent == 1)
            store.close()
        }
    }
}
