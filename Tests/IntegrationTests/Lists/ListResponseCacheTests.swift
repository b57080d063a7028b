import APITestSupport
import HTTP
import Items
import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

@testable import API

@Suite struct `A repeated list` {
    private static let targets = [
        "/items", "/items?limit=2", "/items?sort=-title&limit=2", "/items?done=true",
    ]

    @Test(arguments: targets)
    func `is not read again while nothing is written`(target: String) {
        let world = APIWorld()
        fill(world.client)
        let answers = (0..<2).map { _ in world.client.send("GET", target) }
        let read = world.items.lists

        let again = (0..<3).map { _ in world.client.send("GET", target) }

        #expect(world.items.lists == read)
        #expect(answers[0].status == 200)
        for answer in again { #expect(answer == answers[0]) }
    }

    @Test func `is not cached after one request, or at another revision`() {
        let world = APIWorld()
        for number in 1...4 {
            _ = world.client.send("POST", "/items", json: #"{"title":"\#(number)"}"#)
            let read = world.items.lists

            _ = world.client.send("GET", "/items")
            _ = world.client.send("GET", "/items?limit=\(number)")

            #expect(world.items.lists == read + 2)
            #expect(world.app.listCache.size == 0)
        }
    }

    // proves: visible-1
    @Test(arguments: targets, ItemWorld.Kind.engines)
    func `shows writes since`(target: String, kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        fill(client.client)
        let fresh = try StoredClient(kind)
        fill(fresh.client)
        for number in 10..<15 {
            let json = #"{"title":"z\#(number)","done":\#(number % 2 == 0)}"#
            _ = (0..<3).map { _ in client.send("GET", target) }

            _ = client.send("PUT", "/items/" + uuid(number), json: json)
            _ = fresh.send("PUT", "/items/" + uuid(number), json: json)

            // Requested only once, so it is read from storage.
            #expect(client.send("GET", target).text == fresh.send("GET", target).text)
        }
    }

    // proves: visible-1
    @Test func `shows writes of another process`() throws {
        let folder = try TemporaryFolder()
        let storages = try (0..<2).map { _ in
            try SQLiteDatabase.open(folder.file("a"), clock: .constant(1_000))
        }
        let clients = storages.map { storage in
            let app = App(
                items: storage.repository(), authMode: .anonymous(storage.localOwner),
                ids: .incrementing())
            return TestClient(app)
        }
        for number in 1...5 {
            let before = (0..<3).map { _ in clients[0].send("GET", "/items").titles?.count }

            let post = clients[1].send("POST", "/items", json: #"{"title":"\#(number)"}"#)

            #expect(before == [number - 1, number - 1, number - 1])
            #expect(post.status == 201)
            #expect(clients[0].send("GET", "/items").titles?.count == number)
        }
    }

    @Test func `is cached for its owner only`() {
        let owners = [
            Owner(key: 1, epoch: "k3f9"), Owner(key: 2, epoch: "k3f9"),
            Owner(key: 1, epoch: "n0w2"),
        ]
        let target = Array("/items".utf8)
        var lists = ListResponseCache()
        for (index, owner) in owners.prefix(2).enumerated() {
            for _ in 0..<2 { lists.insert(target, of: owner, at: 7, content: "\(index)") }
        }

        let found = owners.map { lists.find(target.span, of: $0)?.content }

        #expect(found == [Array("0".utf8), Array("1".utf8), nil])
    }

    @Test func `is checked against the conditions of each request`() throws {
        let world = APIWorld()
        fill(world.client)
        let kept = (0..<3).map { _ in world.client.send("GET", "/items?limit=2") }[2]
        let tag = try #require(kept["ETag"])
        let read = world.items.lists

        let known = world.client.send("GET", "/items?limit=2", ["If-None-Match": tag])
        let other = world.client.send("GET", "/items?limit=2", ["If-None-Match": "\"k3f9.1\""])
        let stale = world.client.send("GET", "/items?limit=2", ["If-Match": "\"k3f9.1\""])
        let malformed = world.client.send("GET", "/items?limit=2", ["If-Match": "k3f9"])
        let xml = world.client.send("GET", "/items?limit=2", ["Accept": "text/xml"])
        let head = world.client.send("HEAD", "/items?limit=2")
        let range = world.client.send("GET", "/items?limit=2", ["Range": "bytes=0-1"])

        #expect(world.items.lists == read)
        #expect(known.status == 304 && known.text == "" && known["ETag"] == tag)
        #expect(other == kept)
        #expect([stale.status, malformed.status, xml.status] == [412, 400, 406])
        #expect(head.status == 200 && head.text == "")
        #expect(head["Content-Length"] == kept["Content-Length"] && head["Link"] == kept["Link"])
        #expect(range == kept)
    }

    @Test func `has the CORS fields of each request`() throws {
        let origin = try #require(WebOrigin("https://app.example"))
        let world = APIWorld(origins: [origin])
        fill(world.client)
        _ = (0..<3).map { _ in world.client.send("GET", "/items") }

        let shared = world.client.send("GET", "/items", ["Origin": "https://app.example"])
        let unshared = world.client.send("GET", "/items", ["Origin": "https://else.example"])

        #expect(shared["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(unshared["Access-Control-Allow-Origin"] == nil)
        #expect(shared.text == unshared.text)
    }

    @Test func `is refused if storage cannot return its revision`() {
        let world = APIWorld()
        _ = (0..<3).map { _ in world.client.send("GET", "/items") }

        world.items.failure = .unexpected("no disk")

        #expect(world.client.send("GET", "/items").status == 500)
    }

    private func fill(_ client: TestClient) {
        for number in 1...5 {
            let json = #"{"title":"t\#(number)","done":\#(number == 3)}"#
            _ = client.send("PUT", "/items/" + uuid(number), json: json)
        }
    }
}

@Suite struct `The list response cache` {
    private let owner = Owner(key: 1, epoch: "k3f9")

    @Test func `stays within its size limit`() {
        var lists = ListResponseCache()
        let content = String(repeating: "x", count: 100_000)

        for number in 0..<100 {
            let target = Array("/items?limit=\(number)".utf8)
            for _ in 0..<2 { lists.insert(target, of: owner, at: 7, content: content) }

            #expect(lists.find(target.span, of: owner) != nil)
            #expect(lists.size <= 2 << 20)
        }
        #expect(lists.size > 1 << 20)
    }

    @Test func `stores no large lists`() {
        var lists = ListResponseCache()
        let target = Array("/items".utf8)

        for _ in 0..<3 {
            lists.insert(target, of: owner, at: 7, content: String(repeating: "x", count: 262_144))
        }

        #expect(lists.size == 0)
        #expect(lists.find(target.span, of: owner) == nil)
    }

    @Test func `replaces a list with a later revision`() {
        var lists = ListResponseCache()
        let target = Array("/items".utf8)
        for _ in 0..<2 { lists.insert(target, of: owner, at: 7, content: "old") }
        let size = lists.size

        for _ in 0..<2 { lists.insert(target, of: owner, at: 8, content: "new") }

        #expect(lists.find(target.span, of: owner)?.revision == 8)
        #expect(lists.find(target.span, of: owner)?.content == Array("new".utf8))
        #expect(lists.size == size)
    }
}

extension ListResponseCache {
    fileprivate mutating func insert(
        _ target: [UInt8], of owner: Owner, at revision: Int, content: String
    ) {
        let content = Array(content.utf8)
        let fields: [UInt8] = []
        insert(target.span, of: owner, at: revision, fields: fields.span, content: content.span)
    }
}
