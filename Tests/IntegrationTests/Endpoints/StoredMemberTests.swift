import APITestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

/// Each row of `Tests/Members/members.json`, on each storage.
@Suite struct `A stored member` {
    private static let target = "/items/" + uuid(1)
    private static let bare = Node.map(["title": .text("Task"), "done": .bool(false)])

    /// A server with an item that has nothing but a title.
    private struct Server {
        let client: StoredClient

        init(_ kind: ItemWorld.Kind) throws {
            client = try StoredClient(kind)
            _ = client.send("PUT", target, json: bare.json)
        }

        /// The content of the item, which the list, the changes and the export show too.
        func content() -> Node? {
            let item = client.send("GET", target)
            let list = client.send("GET", "/items").json.elements
            let changes = client.send("GET", "/items/changes").json["changes"]
            guard item.status == 200 else {
                #expect(list == [])
                return nil
            }
            #expect(list == [item.json])
            #expect(changes?.elements.compactMap { $0["item"] } == [item.json])
            return item.json.content
        }

        /// Makes a write, takes it back, and makes it again; returns the item after each.
        func write(_ method: String, _ body: Node? = nil) -> [Node?] {
            var (contents, next) = ([Node?](), (method, target, body?.json))
            for _ in 0..<3 {
                let fields = next.2.map { _ in ["Content-Type": "application/json"] } ?? [:]
                let response = client.send(next.0, next.1, fields, body: next.2)
                let revision = response["ToDo-Revision"]?.split(separator: ".").last ?? ""
                next = ("POST", "/undo/\(revision)", nil)
                contents.append(content())
            }
            return contents
        }
    }

    // proves: stored-1
    @Test(arguments: ItemWorld.Kind.repositories, ItemMember.allCases)
    func `is kept by each write and by its undo`(
        kind: ItemWorld.Kind, member: ItemMember
    ) throws {
        let (server, row) = (try Server(kind), try MemberRow(of: member))

        for (item, patch) in zip(row.items, row.patches) where item != Self.bare {
            #expect(server.write("PUT", item) == [item, Self.bare, item])
            #expect(server.write("DELETE") == [nil, item, nil])
            #expect(server.write("PUT", Self.bare) == [Self.bare, nil, Self.bare])
            #expect(server.write("PATCH", patch) == [item, Self.bare, item])
            #expect(server.write("PUT", Self.bare) == [Self.bare, item, Self.bare])
        }
    }

    /// An item whose texts are as long as can be.
    private static let largest = Node.map([
        "title": .text(String(repeating: "\u{1F95B}", count: 500)),
        "itemDescription": .text(String(repeating: "\u{E9}", count: 32_768)),
        "location": .map(["name": .text(String(repeating: "\u{301}", count: 500))]),
        "done": .bool(true),
    ])

    // proves: stored-1
    @Test(arguments: ItemWorld.Kind.repositories)
    func `is kept beside all others`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        let items = try MemberRow.items() + [Self.largest]

        let response = client.send("POST", "/items", json: Node.list(items).json)
        let list = client.send("GET", "/items?sort=created")

        #expect(response.status == 201)
        #expect(response.json.elements.map(\.content) == items)
        #expect(list.text == response.text)
        #expect(client.send("POST", "/items?onConflict=replace", json: list.text).text == list.text)
    }
}
