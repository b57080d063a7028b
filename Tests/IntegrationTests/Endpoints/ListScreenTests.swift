import APITestSupport
import FoundationEssentials
import HTTP
import Items
import StorageTestSupport
import TestSupport
import Testing

@testable import API

@Suite struct `GET the list screen` {
    @Test(arguments: ItemWorld.Kind.engines)
    func `of an owner without items has no rows`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)

        let response = client.send("GET", "/screens/list")

        #expect(response.status == 200)
        #expect(response.text == #"{"todo":[],"done":[],"counts":{"todo":0,"done":0}}"#)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(response["ETag"] == "\"\(client.owner.epoch).0\"")
    }

    // proves: app-screens-1
    @Test(arguments: ItemWorld.Kind.engines)
    func `has only the members of a row for each item`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        for json in [
            #"{"title":"a","done":true,"location":{"name":""},"itemDescription":"x"}"#,
            #"{"title":"\"b\"","timestamp":1.5,"location":{"name":"Home","coordinate":\#(point)}}"#,
            #"{"title":"c","timestamp":-2}"#, #"{"title":"d","done":true}"#,
        ] {
            _ = client.send("POST", "/items", json: json)
        }

        let response = client.send("GET", "/screens/list")

        #expect(
            response.text == """
                {"todo":[\
                {"id":"\(uuid(2))","title":"\\"b\\"","timestamp":1.5,"locationName":"Home"},\
                {"id":"\(uuid(3))","title":"c","timestamp":-2}],\
                "done":[{"id":"\(uuid(1))","title":"a","locationName":""},\
                {"id":"\(uuid(4))","title":"d"}],"counts":{"todo":2,"done":2}}
                """)
        #expect(response["ETag"] == "\"\(client.owner.epoch).4\"")
    }

    private let point = #"{"latitude":51.2,"longitude":6.8}"#

    @Test(arguments: [(0, 1), (1, 0), (1, 1), (2, 0), (0, 2)])
    func `is well-formed with any combination of rows`(todo: Int, done: Int) throws {
        let client = try filled(todo: todo, done: done)

        let screen = client.send("GET", "/screens/list").screen

        #expect(screen == Screen(todo: todo, done: done))
    }

    // proves: app-screens-3
    @Test(arguments: ItemWorld.Kind.engines, [(250, 251), (501, 0), (0, 501), (900, 300)])
    func `is streamed if the list is`(
        kind: ItemWorld.Kind, counts: (todo: Int, done: Int)
    ) throws {
        let client = try filled(todo: counts.todo, done: counts.done, kind)

        let response = client.send("GET", "/screens/list")

        #expect(response["Transfer-Encoding"] == "chunked")
        #expect(response["ETag"] == client.send("GET", "/items")["ETag"])
        #expect(response.screen == Screen(todo: counts.todo, done: counts.done))
    }

    // proves: app-screens-3
    @Test func `is sent in parts of bounded size`() throws {
        let client = try filled(todo: 1_500, done: 1_500)
        let request = PreparedRequest("GET /screens/list HTTP/1.1", "Host: localhost")
        var response = ResponseWriter()
        guard case .stream(let stream) = request.answer(by: client.app, &response) else {
            Issue.record("not streamed")
            return
        }

        var sizes: [Int] = []
        var step = StreamStep.more
        while step == .more {
            step = stream.fill(&response)
            sizes.append(response.body.count)
            response.finishPart()
        }

        #expect(step == .end)
        #expect(sizes.count > 20)
        #expect((sizes.max() ?? .max) < 16_384)
    }

    // proves: app-screens-2
    @Test func `is not read if the client has the current revision`() throws {
        let client = try filled(todo: 600, done: 600)
        let tag = client.send("GET", "/screens/list")["ETag"] ?? ""

        let response = client.send("GET", "/screens/list", ["If-None-Match": tag])

        #expect(response.status == 304)
        #expect(response["ETag"] == tag)
        #expect(response["Content-Type"] == nil)
        #expect(response.body == [])
    }

    @Test func `is refused if its condition fails`() {
        let response = APIWorld().client.send("GET", "/screens/list", ["If-Match": "\"k3f9.7\""])

        #expect(response.status == 412)
        #expect(response.problem?.revision == 0)
    }

    @Test(arguments: [("?limit=1", 400), ("?done=true", 400), ("?", 200)])
    func `takes no parameters`(query: String, status: Int) {
        #expect(APIWorld().client.send("GET", "/screens/list" + query).status == status)
    }

    @Test func `creates no snapshot for HEAD`() {
        let world = APIWorld()
        let items = (0..<600).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
        _ = world.client.send("POST", "/items", json: "[\(items)]")

        let response = world.client.send("HEAD", "/screens/list")

        #expect(response.status == 200)
        #expect(response["Transfer-Encoding"] == "chunked")
        #expect(response.body.isEmpty)
        #expect(world.items.snapshots == 0)
    }

    /// A client with so many items of each kind, which alternate as long as possible.
    private func filled(
        todo: Int, done: Int, _ kind: ItemWorld.Kind = .double
    ) throws -> StoredClient {
        let client = try StoredClient(kind)
        let isDone = (0..<max(todo, done)).flatMap {
            ($0 < done ? [true] : []) + ($0 < todo ? [false] : [])
        }
        for start in stride(from: 0, to: isDone.count, by: 1_000) {
            let items = isDone[start..<min(start + 1_000, isDone.count)].map {
                #"{"title":"\#($0 ? "old" : "new")","done":\#($0)}"#
            }
            _ = client.send("POST", "/items", json: "[\(items.joined(separator: ","))]")
        }
        return client
    }
}

/// The list screen as a client reads it: the titles and the server's counts.
private struct Screen: Equatable {
    let todo: [String]
    let done: [String]
    let counts: [String: Int]

    init(todo: Int, done: Int) {
        self.todo = Array(repeating: "new", count: todo)
        self.done = Array(repeating: "old", count: done)
        counts = ["todo": todo, "done": done]
    }
}

extension Screen: Decodable {
    private enum Key: CodingKey { case todo, done, counts }
    private struct Row: Decodable { let title: String }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        todo = try values.decode([Row].self, forKey: .todo).map(\.title)
        done = try values.decode([Row].self, forKey: .done).map(\.title)
        counts = try values.decode([String: Int].self, forKey: .counts)
    }
}

extension TestResponse {
    fileprivate var screen: Screen? { try? JSONDecoder().decode(Screen.self, from: Data(body)) }
}
