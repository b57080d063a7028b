import APITestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `A search through many items` {
    /// More items than a lane reads in one part.
    private static let count = 2_600
    private static let queries = [
        "q=tea", "q=tea&done=true", "q=needle", "sort=title", "sort=-title&done=false",
        "sort=-updated&q=tea", "sort=timestamp", "sort=-timestamp&q=tea", "hasLocation=true",
        "sort=created",
    ]

    @Test(arguments: queries)
    func `finds the same in pages, in one stream and in memory`(query: String) throws {
        let (stored, double) = (try Self.filled(.sqliteOnDisk), try Self.filled(.double))
        let expected = try #require(double.send("GET", "/items?" + query).titles)

        let whole = stored.send("GET", "/items?" + query)
        let pages = try stored.client.walk("/items?limit=1000&" + query)
        let first = stored.send("GET", "/items?limit=3&" + query)
        let head = stored.send("HEAD", "/items?limit=3&" + query)

        #expect(whole.titles == expected)
        #expect(pages.flatMap { $0 } == expected)
        #expect(first.titles == Array(expected.prefix(3)))
        #expect(first["Link"] != nil || expected.count <= 3)
        #expect(head.fields.map { "\($0)" } == first.fields.map { "\($0)" })
    }

    @Test func `continues page by page without loss or repetition while other items are written`()
        throws
    {
        let client = try Self.filled(.sqliteOnDisk)
        let expected = try #require(client.send("GET", "/items?q=tea&done=false").titles)
        var (found, target) = ([String](), "/items?limit=50&q=tea&done=false" as String?)
        var number = Self.count

        while let page = target {
            let response = client.send("GET", page)
            found += try #require(response.titles)
            target = response.next
            number += 1
            _ = client.send("PATCH", "/items/" + uuid(Self.count - 1), json: #"{"done":true}"#)
            _ = client.send("POST", "/items", json: #"{"title":"milk \#(number)"}"#)
        }

        #expect(found == expected)
    }

    /// A client of `count` items: every third has "tea", one has "needle".
    private static func filled(_ kind: ItemWorld.Kind) throws -> StoredClient {
        let client = try StoredClient(kind)
        for start in stride(from: 1, through: count, by: 1_000) {
            let items = (start..<min(start + 1_000, count + 1)).map { number in
                let what = number == 2_345 ? "needle" : number % 3 == 0 ? "tea" : "milk"
                let time = number % 5 == 0 ? "" : #","timestamp":\#(number * 7_919 % 1_000)"#
                let location = number % 50 == 0 ? #","location":{"name":"Shop"}"# : ""
                let title = "\(what) \(number % 97) \(number)"
                return #"{"title":"\#(title)","done":\#(number % 4 == 0)\#(time)\#(location)}"#
            }
            _ = client.send("POST", "/items", json: "[\(items.joined(separator: ","))]")
        }
        return client
    }
}
