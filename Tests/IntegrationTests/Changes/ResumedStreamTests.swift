import APITestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `A resumed stream` {
    /// More items than one part has; some are done.
    private static let count = 200

    // proves: sync-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `continues inside the initial list`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        let items = Self.array { #"{"title":"\#($0)","done":\#($0 % 3 == 0)}"# }
        client.write(("POST", "/items", items))
        client.write(("DELETE", "/items/" + uuid(7), nil))

        let all = try resumeEverywhere(client)

        let open = (1...Self.count).filter { $0 % 3 != 0 && $0 != 7 }
        let done = (1...Self.count).filter { $0 % 3 == 0 }
        #expect(all.map(\.change?.item?.title) == (open + done).map { "\($0)" })
        let ids = open.map { ".2.0.\($0)" } + done.map { ".2.1.\($0)" }
        #expect(all.map(\.lastID) == ids.map { client.owner.epoch + $0 })
    }

    // proves: sync-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `continues inside a large revision`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        client.write(("POST", "/items", Self.array { #"{"title":"\#($0)"}"# }))
        client.write(("PATCH", "/items", #"{"title":"all of them"}"#))

        let all = try resumeEverywhere(client, "?since=\(client.owner.epoch).1")

        #expect(all.map(\.change?.id) == (1...Self.count).map { uuid($0) })
        let ids = (1..<Self.count).map { ".2.\(Self.count - $0)" } + [".2"]
        #expect(all.map(\.lastID) == ids.map { client.owner.epoch + $0 })
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `continues inside a revision of deletions`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        client.write(("POST", "/items", Self.array { #"{"title":"\#($0)"}"# }))
        client.write(("DELETE", "/items", nil))

        let all = try resumeEverywhere(client, "?since=\(client.owner.epoch).1")

        #expect(all.map(\.change?.deleted) == (1...Self.count).map { uuid($0) })
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `shows each item of a revision once if later revisions changed some`(
        kind: ItemWorld.Kind
    ) throws {
        let client = try StoredClient(kind)
        client.write(("POST", "/items", Self.array { #"{"title":"\#($0)"}"# }))
        for number in stride(from: 2, through: Self.count, by: 2) {
            client.write(("PATCH", "/items/" + uuid(number), #"{"done":true}"#))
        }

        let all = try resumeEverywhere(client, "?since=\(client.owner.epoch).0")

        let odd = stride(from: 1, through: Self.count, by: 2).map { uuid($0) }
        let even = stride(from: 2, through: Self.count, by: 2).map { uuid($0) }
        #expect(all.map(\.change?.id) == odd + even)
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `shows changes that were made while the list was read`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        let items = Self.array { #"{"title":"\#($0)","done":\#($0 % 2 == 0)}"# }
        client.write(("POST", "/items", items))
        let listener = ManualStreamClient(client.app)
        let first = try #require(listener.readOnce())
        // One shown and two unseen items change halves; one is deleted, one is created.
        client.write(("PATCH", "/items/" + uuid(1), #"{"done":true}"#))
        client.write(("PATCH", "/items/" + uuid(Self.count - 1), #"{"done":true}"#))
        client.write(("PATCH", "/items/" + uuid(Self.count), #"{"done":false}"#))
        client.write(("DELETE", "/items/" + uuid(Self.count - 2), nil))
        client.write(("POST", "/items", #"{"title":"new"}"#))

        let rest = ManualStreamClient(client.app, lastID: listener.lastID).read()

        var replica = Replica()
        for event in first + rest { replica.apply(event.change) }
        #expect(first.count < Self.count - 2)
        #expect(replica == Replica(client.send("GET", "/items").items))
        #expect(rest.last?.lastID == client.owner.epoch + ".6")
    }

    /// All events of a stream; resuming after any of them must return the rest.
    private func resumeEverywhere(
        _ client: StoredClient, _ query: String = ""
    ) throws -> [EventReader.Event] {
        let all = ManualStreamClient(client.app, query).read()
        try #require(!all.isEmpty)
        for (index, event) in all.enumerated() {
            let rest = ManualStreamClient(client.app, lastID: event.lastID).read()

            try #require(rest == Array(all[(index + 1)...]), "after \(event.lastID)")
        }
        return all
    }

    private static func array(_ item: (Int) -> String) -> String {
        "[" + (1...count).map(item).joined(separator: ",") + "]"
    }
}
