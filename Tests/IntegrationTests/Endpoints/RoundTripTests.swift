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
        let sent = (0..<300).map { _ in RandomItem(&random) }
        let json = "[" + sent.map { $0.json(&random) }.joined(separator: ",") + "]"

        let response = client.send("POST", "/items", json: json)
        let stored = try #require(response.items)

        #expect(response.status == 201)
        #expect(stored.count == sent.count)
        for (item, sent) in zip(stored, sent) { expect(item, says: sent) }
        for item in stored {
            #expect(client.send("GET", "/items/" + item.id).item.map(exact) == exact(item))
        }
        let list = try #require(client.send("GET", "/items").items)
        #expect(Set(list.map(exact)) == Set(stored.map(exact)))
    }

    // proves: stored-1
    @Test(arguments: seeds, ItemWorld.Kind.engines)
    func `can be sent back as it was fetched, which changes nothing`(
        seed: UInt64, kind: ItemWorld.Kind
    ) throws {
        let client = try StoredClient(kind)
        var random = SplitMix64(seed: seed)
        let sent = (0..<40).map { _ in RandomItem(&random) }
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

    private func expect(_ item: Item, says sent: RandomItem) {
        #expect(bytes(item.title) == bytes(sent.title))
        #expect(bytes(item.itemDescription) == bytes(sent.itemDescription))
        #expect(item.timestamp?.bitPattern == sent.timestamp?.bitPattern)
        #expect(bytes(item.location?.name) == bytes(sent.name))
        #expect(item.location?.coordinate?.latitude.bitPattern == sent.latitude?.bitPattern)
        #expect(item.location?.coordinate?.longitude.bitPattern == sent.longitude?.bitPattern)
        #expect(item.done == (sent.done ?? false))
    }

    // Swift's == treats canonically equivalent texts as equal, so bytes are compared.
    private func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

    private func exact(_ item: Item) -> [String] {
        let numbers = [
            item.timestamp, item.location?.coordinate?.latitude,
            item.location?.coordinate?.longitude, item.createdAt, item.updatedAt, item.doneAt,
        ].map { "\(String(describing: $0?.bitPattern))" }
        let texts = [item.title, item.itemDescription, item.location?.name]
            .map { "\(String(describing: bytes($0)))" }
        return [item.id, "\(item.done)", "\(item.revision)"] + numbers + texts
    }
}
