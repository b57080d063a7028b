import APITestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `A walk over the pages` {
    // proves: visible-4
    @Test(arguments: [1, 2, 7, 49, 50, 51, 1_000], ItemWorld.Kind.engines)
    func `finds the items of the whole list`(limit: Int, kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        fill(client, 50)
        let whole = client.send("GET", "/items")

        let pages = walk(client, limit: limit)

        #expect(pages.count == (50 + limit - 1) / limit)
        #expect(pages.flatMap { $0.items ?? [] } == whole.items)
        #expect(pages.dropLast().allSatisfy { $0.items?.count == limit })
        #expect(pages.allSatisfy { $0["ETag"] == whole["ETag"] })
    }

    // proves: visible-4
    @Test func `follows links`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"[{"title":"a"},{"title":"b"}]"#)

        let first = world.client.send("GET", "/items?limit=1")
        let last = world.client.send("GET", first.next ?? "")

        #expect(first["Link"]?.hasPrefix("</items?limit=1&cursor=") == true)
        #expect(first["Link"]?.hasSuffix(">; rel=\"next\"") == true)
        #expect(first.titles == ["a"])
        #expect(last.titles == ["b"])
        #expect(last["Link"] == nil)
    }

    @Test func `may change its page size`() {
        let world = APIWorld()
        _ = world.client.send(
            "POST", "/items", json: #"[{"title":"a"},{"title":"b"},{"title":"c"}]"#)
        let next = world.client.send("GET", "/items?limit=1").next ?? ""

        let rest = world.client.send("GET", next.replacing("limit=1", with: "limit=9"))

        #expect(rest.titles == ["b", "c"])
    }

    // proves: visible-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `neither loses nor repeats an item if others change`(
        kind: ItemWorld.Kind
    ) throws {
        let client = try StoredClient(kind)
        fill(client, 60)
        let before = client.send("GET", "/items").items ?? []
        var touched: Set<String> = []

        var step = 0
        let pages = walk(client, limit: 7) { page in
            step += 1
            let seen = page.items?.last?.id ?? ""
            let unseen = before.map(\.id)[(step * 7 + 3) % 60]
            touched.formUnion([seen, unseen])
            _ = client.send("DELETE", "/items/" + (step % 2 == 0 ? seen : unseen))
            _ = client.send("PATCH", "/items/" + (step % 2 == 0 ? unseen : seen), json: flip)
            _ = client.send("POST", "/items", json: #"[{"title":"new"},{"title":"n","done":true}]"#)
        }

        let found = pages.flatMap { $0.items ?? [] }.map(\.id)
        let untouched = before.map(\.id).filter { !touched.contains($0) }
        #expect(untouched.count > 30)
        #expect(found.filter { untouched.contains($0) } == untouched)
    }

    private let flip = #"{"done":true,"title":"changed"}"#

    // proves: visible-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `continues after a deleted item`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        fill(client, 9)
        let first = client.send("GET", "/items?limit=3")
        let rest = client.send("GET", "/items").titles?.dropFirst(3)
        for item in first.items ?? [] { _ = client.send("DELETE", "/items/" + item.id) }

        let next = client.send("GET", first.next?.replacing("limit=3", with: "limit=9") ?? "")

        #expect(next.titles?[...] == rest)
    }

    @Test func `ends after the last item`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"[{"title":"a"},{"title":"b"}]"#)
        let next = world.client.send("GET", "/items?limit=1").next ?? ""
        _ = world.client.send("DELETE", "/items")

        let response = world.client.send("GET", next)

        #expect(response.status == 200)
        #expect(response.text == "[]")
        #expect(response["Link"] == nil)
    }

    /// Items, every third of which is done.
    private func fill(_ client: StoredClient, _ count: Int) {
        let items = (0..<count).map { #"{"title":"\#($0)","done":\#($0 % 3 == 0)}"# }
        _ = client.send("POST", "/items", json: "[" + items.joined(separator: ",") + "]")
    }

    private func walk(
        _ client: StoredClient, limit: Int, _ between: (TestResponse) -> Void = { _ in }
    ) -> [TestResponse] {
        var pages: [TestResponse] = []
        var target: String? = "/items?limit=\(limit)"
        // More pages than possible would be an endless loop.
        while let page = target, pages.count < 100 {
            let response = client.send("GET", page)
            pages.append(response)
            between(response)
            target = response.next
        }
        return pages
    }
}
