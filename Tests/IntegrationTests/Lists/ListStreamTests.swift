import APITestSupport
import HTTP
import Items
import StorageTestSupport
import TestSupport
import Testing

@testable import API

@Suite struct `A large list` {
    // proves: visible-2
    @Test(arguments: [
        (1, false), (499, false), (500, false), (501, true), (640, true), (641, true),
        (1_500, true),
    ])
    func `is streamed from 501 items on`(count: Int, isStreamed: Bool) {
        let client = filled(count)

        let response = client.send("GET", "/items")

        #expect(response["Transfer-Encoding"] == (isStreamed ? "chunked" : nil))
        #expect((response["Content-Length"] == nil) == isStreamed)
        #expect(response["ETag"] == "\"\(client.owner.epoch).\((count + 999) / 1_000)\"")
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(response["Link"] == nil)
        #expect(response.titles == expectedTitles(count))
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `equals its pages`(kind: ItemWorld.Kind) throws {
        let client = filled(1_200, try StoredClient(kind))
        let pages = [
            client.send("GET", "/items?limit=700"),
            client.send("GET", "/items?limit=700&cursor=" + cursor(of: client)),
        ]

        let response = client.send("GET", "/items")

        #expect(response["Transfer-Encoding"] == "chunked")
        let items = pages.map { $0.text.dropFirst().dropLast() }.joined(separator: ",")
        #expect(response.text == "[" + items + "]")
    }

    private func cursor(of client: StoredClient) -> String {
        let link = client.send("GET", "/items?limit=700")["Link"] ?? ""
        return String(link.split(separator: "cursor=").last?.prefix { $0 != ">" } ?? "")
    }

    @Test(arguments: [600, 1_000])
    func `is one page if a limit is given`(limit: Int) {
        let response = filled(1_200).send("GET", "/items?limit=\(limit)")

        #expect(response["Transfer-Encoding"] == nil)
        #expect(response.items?.count == limit)
        #expect(response["Link"] != nil)
    }

    // proves: visible-2
    @Test func `is sent in parts of bounded size`() {
        let client = filled(1_500)
        let request = PreparedRequest("GET /items HTTP/1.1", "Host: localhost")
        var response = ResponseWriter()
        guard case .stream(let stream) = request.answer(by: client.app, &response) else {
            Issue.record("not streamed")
            return
        }

        var largest = 0
        while true {
            let step = stream.fill(&response)
            largest = max(largest, response.body.count)
            response.finishPart()
            if step != .more { break }
        }

        #expect(largest > 0)
        #expect(largest < 128 * 140)
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `has the same head for HEAD as for GET`(kind: ItemWorld.Kind) throws {
        let client = filled(501, try StoredClient(kind))
        let get = client.send("GET", "/items")

        let request = PreparedRequest("HEAD /items HTTP/1.1", "Host: localhost")
        var response = ResponseWriter()
        guard case .written = request.answer(by: client.app, &response) else {
            Issue.record("streamed")
            return
        }

        let head = TestResponse([UInt8](copying: response.out))
        #expect(head.status == 200)
        #expect(head.body == [])
        #expect(head["ETag"] == get["ETag"])
        #expect(head["Transfer-Encoding"] == "chunked")
        #expect(String(copying: response.out.span).hasSuffix("\r\n\r\n"))
    }

    @Test func `has no chunks for HTTP 1.0, and ends with the connection`() {
        let client = filled(600)
        let modern = client.send("GET", "/items")

        let response = PreparedRequest("GET /items HTTP/1.0", "Connection: keep-alive")
            .answer(by: client.app)

        #expect(response["Transfer-Encoding"] == nil)
        #expect(response["Content-Length"] == nil)
        #expect(response["Connection"] == "close")
        #expect(response.text == modern.text)
    }

    // proves: visible-6
    @Test func `is not read if the client has the current revision`() {
        let client = filled(600)
        let tag = client.send("GET", "/items")["ETag"] ?? ""

        let response = client.send("GET", "/items", ["If-None-Match": tag])

        #expect(response.status == 304)
        #expect(response.body == [])
    }

    // proves: visible-2
    @Test func `that fails midway is cut, and the failure is reported`() {
        let world = APIWorld()
        let items = (0..<600).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
        _ = world.client.send("POST", "/items", json: "[\(items)]")
        world.items.partsBeforeFailure = 1
        var response = ResponseWriter()
        let request = PreparedRequest("GET /items HTTP/1.1", "Host: localhost")
        guard case .stream(let stream) = request.answer(by: world.app, &response) else {
            Issue.record("not streamed")
            return
        }

        let steps = [stream.fill(&response), stream.fill(&response)]

        #expect(steps == [.more, .failed])
        #expect(world.reports.all == [.inputOutput("disk I/O error")])
        #expect(!String(copying: response.body.span).hasSuffix("]"))
    }

    private func filled(_ count: Int, _ kind: StoredClient? = nil) -> StoredClient {
        guard let client = kind ?? (try? StoredClient(.double)) else {
            preconditionFailure("the double cannot fail")
        }
        for start in stride(from: 0, to: count, by: 1_000) {
            let items = (start..<min(start + 1_000, count)).map {
                #"{"title":"\#($0)","done":\#($0 % 2 == 1)}"#
            }
            _ = client.send("POST", "/items", json: "[" + items.joined(separator: ",") + "]")
        }
        return client
    }

    private func expectedTitles(_ count: Int) -> [String] {
        (0..<count).filter { $0 % 2 == 0 }.map { "\($0)" }
            + (0..<count).filter { $0 % 2 == 1 }.map { "\($0)" }
    }
}
