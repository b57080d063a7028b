import APITestSupport
import TestSupport
import Testing

@Suite struct `A search page over its budget` {
    /// The number of items, which exceeds the number that a search scans.
    private static let count = 450
    private static let withTea = [1, 2, 200, 201, 203, 449]

    private func world() -> APIWorld {
        let world = APIWorld()
        let items = (1...Self.count).map { number in
            #"{"title":"\#(Self.withTea.contains(number) ? "tea" : "milk") \#(number)"}"#
        }
        _ = world.client.send("POST", "/items", json: "[\(items.joined(separator: ","))]")
        world.items.givesUp = true
        world.items.itemsInPart = 1
        return world
    }

    // proves: visible-7
    @Test(arguments: [(1, 6), (2, 4), (3, 3), (5, 3), (1_000, 3)])
    func `ends early, and the next one continues without loss or repeat`(
        limit: Int, count: Int
    ) throws {
        let pages = try world().client.walk("/items?q=tea&limit=\(limit)")

        #expect(pages.flatMap { $0 } == Self.withTea.map { "tea \($0)" })
        #expect(pages.count == count)
        #expect(pages.allSatisfy { $0.count <= limit })
    }

    // proves: visible-7
    @Test func `may be empty and still has its link`() {
        let world = world()

        let response = world.client.send("GET", "/items?q=none&limit=10")

        #expect(response.status == 200)
        #expect(response.text == "[]")
        #expect(response["Link"]?.hasSuffix("&q=none>; rel=\"next\"") == true)
    }

    @Test func `does not end early in an order that requires a scan of all items`() throws {
        let pages = try world().client.walk("/items?q=tea&sort=-title&limit=4")

        #expect(pages == [["tea 449", "tea 203", "tea 201", "tea 200"], ["tea 2", "tea 1"]])
    }

    @Test func `is streamed when the request sets no limit`() {
        let response = world().client.send("GET", "/items?q=tea")

        #expect(response["Transfer-Encoding"] == "chunked")
        #expect(response.titles == Self.withTea.map { "tea \($0)" })
    }
}
