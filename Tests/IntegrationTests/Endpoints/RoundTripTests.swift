import APITestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `Any valid item` {
    private static let seeds: [UInt64] = [1, 42, 20_260_101]

    // proves: stored-1
    @Test(arguments: seeds, ItemWorld.Kind.engines)
    func `is returned bit for bit`(seed: UInt64, kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        var random = SplitMix64(seed: seed)
        let sent = try (0..<300).map { _ in try RandomItem(&random) }
        let json = "[" + sent.map { $0.json(&random) }.joined(separator: ",") + "]"

        let response = client.send("POST", "/items", json: json)
        let stored = response.json.elements

        #expect(response.status == 201)
        #expect(
            stored.map(\.content)
                == sent.map { .map(["done": .bool(false)].merging($0.members) { $1 }) })
        for item in stored {
            #expect(client.send("GET", "/items/" + (item["id"]?.text ?? "")).json == item)
        }
        #expect(client.send("GET", "/items?sort=created").json.elements == stored)
    }

    // proves: stored-1
    @Test(arguments: seeds, ItemWorld.Kind.engines)
    func `can be sent back as it was fetched, which changes nothing`(
        seed: UInt64, kind: ItemWorld.Kind
    ) throws {
        let client = try StoredClient(kind)
        var random = SplitMix64(seed: seed)
        let sent = try (0..<40).map { _ in try RandomItem(&random) }
        let json = "[" + sent.map { $0.json(&random) }.joined(separator: ",") + "]"
        _ = client.send("POST", "/items", json: json)
        let before = client.send("GET", "/items")

        for item in before.items ?? [] {
            let target = "/items/" + item.id
            let fetched = client.send("GET", target).text
            for method in ["PUT", "PATCH"] {
                #expect(client.send(method, target, json: fetched).text == fetched)
            }
        }
        let imported = client.send("POST", "/items?onConflict=replace", json: before.text)

        #expect(imported.text == before.text)
        #expect(client.send("GET", "/items") == before)
    }
}
