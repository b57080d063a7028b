import APITestSupport
import TestSupport
import Testing

@Suite struct `The items in an answer to an assistant` {
    private static let limit = 256 << 10

    /// An answer with 50 or 100 items, each with these texts.
    private func answer(title: String, description: String, name: String) -> ToolAnswer {
        let world = APIWorld()
        let item = """
            {"title":"\(title)","itemDescription":"\(description)","day":"2026-12-04",\
            "location":{"name":"\(name)"}}
            """
        let items = repeatElement(item, count: 100).joined(separator: ",")
        _ = world.client.send("POST", "/items", json: "[\(items)]")
        return MCPClient(client: world.client).call("find_items", #"{"limit":100}"#)
    }

    @Test(arguments: [
        ("Tea", String(repeating: "a", count: 8_000)),
        ("Tea", String(repeating: "é", count: 4_000)),
        ("Tea", String(repeating: #"\""#, count: 8_000)),
        (String(repeating: "😀", count: 500), String(repeating: "😀", count: 2_000)),
        (
            "a" + String(repeating: #"\u0001"#, count: 499),
            String(repeating: #"\u0001"#, count: 2_000)
        ),
    ])
    func `are at most 256 KiB, and say what was cut`(title: String, description: String) {
        let answer = answer(title: title, description: description, name: title)

        #expect(answer.items.count == 100)
        #expect(answer.content["nextCursor"] == nil)
        let body = answer.response.body
        let start = body.firstRange(of: Array(#""structuredContent":"#.utf8))?.upperBound ?? 0
        #expect(body.count - start <= Self.limit + 64)
        for item in answer.items {
            #expect(item["description"]?.text?.contains("bytes in all]") == true)
        }
    }

    @Test func `are whole when they fit`() {
        let answer = answer(
            title: "Tea", description: String(repeating: "a", count: 2_000), name: "b")

        #expect(answer.items.allSatisfy { $0["description"]?.text?.utf8.count == 2_000 })
    }

    @Test func `are cut no more than needed`() {
        let answer = answer(
            title: "Tea", description: String(repeating: "a", count: 3_000), name: "b")

        #expect(answer.items.allSatisfy { ($0["description"]?.text ?? "").utf8.count > 2_000 })
    }

    @Test func `are limited in the answer to a write as well`() {
        let world = APIWorld()
        let client = MCPClient(client: world.client)
        let item = #"{"title":"Tea","description":"\#(String(repeating: "a", count: 10_000))"}"#
        let items = repeatElement(item, count: 50).joined(separator: ",")

        let answer = client.call("add_items", "{\"items\":[\(items)]}")

        let texts = answer.items.map { $0["description"]?.text ?? "" }
        #expect(texts.count == 50)
        #expect(texts.reduce(0) { $0 + $1.utf8.count } <= Self.limit)
        #expect(texts.allSatisfy { $0.hasSuffix("10000 bytes in all]") })
        #expect(world.client.send("GET", "/items").body.count > 500_000)
    }
}
