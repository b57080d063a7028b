import Foundation
import FoundationNetworking
import Testing
import ToDoClient

@Suite struct `The book's app works unchanged` {
    // proves: clients-8
    @Test(arguments: Transport.allCases)
    func `with a server that has no items yet`(transport: Transport) async throws {
        try await RunningServer.with(transport) { server in
            let items = try await fetchItems(server)

            #expect(items.isEmpty)
        }
    }

    // proves: clients-8
    @Test func `with a token in the configuration of its session`() async throws {
        try await RunningServer.withAccount { server in
            let status = try await post(
                try JSONEncoder().encode(ToDoItem(title: "Buy milk")), to: "items", server)
            let items = try await fetchItems(server)

            #expect(status == 201)
            #expect(items.map(\.title) == ["Buy milk"])
        }
    }

    // proves: clients-8
    @Test(arguments: Transport.allCases)
    func `and fetches its posted items in their order`(
        transport: Transport
    ) async throws {
        let items = [
            ToDoItem(title: "Buy milk"),
            ToDoItem(title: "Nothing filled in", itemDescription: "", location: Location(name: "")),
            ToDoItem(
                title: "Everything filled in", itemDescription: "Two lines\nof \"text\" \\ ü 🛒",
                timestamp: 1_700_000_000.123_456_7,
                location: Location(
                    name: "Café", coordinate: Coordinate(latitude: 51.225_401_7, longitude: -0.1))),
            ToDoItem(title: "Long ago", timestamp: -0.1),
        ]

        try await RunningServer.with(transport) { server in
            for item in items {
                let status = try await post(try JSONEncoder().encode(item), to: "items", server)
                #expect(status == 201)
            }

            #expect(try await fetchItems(server) == items)
        }
    }

    // proves: writes-4
    @Test(arguments: Transport.allCases)
    func `and repeated imports of its save file add each item once`(
        transport: Transport
    ) async throws {
        let open = ToDoItem(title: "Buy milk", itemDescription: "")
        let done = ToDoItem(title: "Post the letter", itemDescription: "", done: true)
        let later = ToDoItem(title: "Buy milk", itemDescription: "")
        let saveFile = try JSONEncoder().encode([done, open, later])

        try await RunningServer.with(transport) { server in
            for _ in 1...2 {
                let status = try await post(saveFile, to: "items?onConflict=skip", server)
                #expect(status == 201)
            }

            #expect(try await fetchItems(server) == [open, later, done])
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("GET", "items?color=red", ""), ("GET", "nothing", ""), ("POST", "items", "[{]"),
            ("POST", "items", "{}"), ("PUT", "items", "[]"), ("BREW", "items", ""),
        ])
    func `and never decodes an error as a list`(
        transport: Transport, refused: (method: String, target: String, body: String)
    ) async throws {
        try await RunningServer.with(transport) { server in
            var request = URLRequest(url: try server.url(refused.target))
            request.httpMethod = refused.method
            if !refused.body.isEmpty {
                request.httpBody = Data(refused.body.utf8)
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }

            let (content, response) = try await server.session.data(for: request)

            #expect(try #require(response as? HTTPURLResponse).statusCode >= 400)
            #expect(try JSONSerialization.jsonObject(with: content) is [String: Any])
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([ToDoItem].self, from: content)
            }
        }
    }

    /// The code of the app, which ignores status and header.
    private func fetchItems(_ server: RunningServer) async throws -> [ToDoItem] {
        let request = URLRequest(url: try server.url("items"))
        let (data, _) = try await server.session.data(for: request)
        return try JSONDecoder().decode([ToDoItem].self, from: data)
    }

    private func post(
        _ json: Data, to target: String, _ server: RunningServer
    ) async throws -> Int? {
        var request = URLRequest(url: try server.url(target))
        request.httpMethod = "POST"
        request.httpBody = json
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (_, response) = try await server.session.data(for: request)
        return (response as? HTTPURLResponse)?.statusCode
    }
}

@Suite struct `The client and the server agree` {
    @Test(arguments: Transport.allCases)
    func `when an array contains existing ids`(transport: Transport) async throws {
        let first = ToDoItem(title: "Buy milk")
        let second = ToDoItem(title: "Post the letter")
        var changed = first
        changed.title = "Buy bread"

        try await RunningServer.with(transport) { server in
            let client = APIClient(baseURL: server.baseURL, session: server.session)
            try await client.add(first)
            let error = await #expect(throws: APIError.self) {
                try await client.addAll([changed, second])
            }
            let skipped = try await client.addAll([changed, second], onConflict: .skip)
            let replaced = try await client.addAll([changed, second], onConflict: .replace)

            guard case .refused(let problem) = error else { throw try #require(error) }
            #expect(problem.status == 409)
            #expect(problem.type == "/problems/already-exists")
            #expect(problem.detail.contains(first.id.uuidString.lowercased()))
            #expect(skipped == [first, second])
            #expect(replaced == [changed, second])
            #expect(try await client.toDoItems() == [changed, second])
        }
    }

    @Test(arguments: Transport.allCases)
    func `on every fault of an item`(transport: Transport) async throws {
        let item = ToDoItem(
            title: " ",
            location: Location(name: "", coordinate: Coordinate(latitude: 91, longitude: 0)))

        try await RunningServer.with(transport) { server in
            let client = APIClient(baseURL: server.baseURL, session: server.session)
            let error = await #expect(throws: APIError.self) { try await client.add(item) }

            guard case .refused(let problem) = error else { throw try #require(error) }
            #expect(problem.status == 422)
            let pointers = Set(problem.errors?.map(\.pointer) ?? [])
            #expect(pointers == ["/title", "/location/coordinate/latitude"])
        }
    }
}

extension RunningServer {
    /// The URL of a path with its query.
    fileprivate func url(_ target: String) throws -> URL {
        try #require(URL(string: target, relativeTo: baseURL))
    }
}
