import APITestSupport
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A list of long items` {
    /// 40 items of 64 KiB each: few items, but more bytes than are written at once.
    private let client = {
        let world = APIWorld()
        let text = String(repeating: "x", count: 65_536)
        for number in 1...40 {
            let item = #"{"title":"\#(number)","itemDescription":"\#(text)"}"#
            _ = world.client.send("POST", "/items", json: item)
        }
        return world.client
    }()
    private let titles = (1...40).map(String.init)

    @Test func `is streamed although it has few items`() {
        let response = client.send("GET", "/items")

        #expect(response["Transfer-Encoding"] == "chunked")
        #expect(response.items?.map(\.title) == titles)
    }

    @Test func `has pages that end early and link on`() throws {
        var target = "/items?limit=1000"
        var found: [String] = []
        var pages = 0

        while !target.isEmpty {
            let response = client.send("GET", target)
            found += try #require(response.items).map(\.title)
            pages += 1
            let link = response["Link"]?.firstMatch(of: /<(.*)>; rel="next"/)
            target = link.map { String($0.output.1) } ?? ""
            #expect(response.body.count < 1_200_000)
            try #require(pages < 40)
        }

        #expect(found == titles)
        #expect(pages > 1)
    }

    @Test func `costs HEAD no snapshot`() {
        let world = APIWorld()
        for _ in 0..<6 {
            let items = (0..<100).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
            _ = world.client.send("POST", "/items", json: "[\(items)]")
        }

        let response = world.client.send("HEAD", "/items")

        #expect(response.status == 200)
        #expect(response["ETag"] == "\"k3f9.6\"")
        #expect(response.body.isEmpty)
        #expect(world.items.snapshots == 0)
    }
}

@Suite struct `A body with very many faults` {
    @Test func `is answered with the first 100 faults and their total`() {
        let items = Array(repeating: "{}", count: 300).joined(separator: ",")

        let response = APIWorld().client.send("POST", "/items", json: "[\(items)]")

        #expect(response.problem?.errors?.count == 100)
        #expect(
            response.text.contains("300 things in the body are wrong; errors has the first 100."))
    }
}

@Suite struct `A body with a fault` {
    @Test func `is checked after Accept`() {
        let fields = ["Content-Type": "application/json", "Accept": "text/html"]

        let response = APIWorld().client.send("PUT", "/items/\(uuid(1))", fields, body: "{")

        #expect(response.status == 406)
    }

    @Test func `needs no type when it is empty`() {
        let response = APIWorld().client.send("POST", "/items", ["Content-Length": "0"])

        #expect(response.status == 400)
    }
}
