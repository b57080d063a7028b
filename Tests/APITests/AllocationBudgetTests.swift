import API
import HTTP
import TestSupport
import Testing

// Nothing of ours asks for memory to answer the request that is most asked, once a lane has warmed
// up; what SQLite asks for is its own affair.
@Suite(.enabled(if: allocationsAreCounted))
struct `The allocation budget` {
    private static let requests = [
        PreparedRequest("GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost"),
        PreparedRequest(
            "GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost:8080", "User-Agent: budget",
            "Accept: application/json", "Accept-Encoding: gzip", "If-None-Match: \"k3f9.7\""),
        PreparedRequest(
            "GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost", "If-None-Match: *"),
        PreparedRequest("HEAD /items/\(uuid(1)) HTTP/1.1", "Host: localhost"),
    ]

    @Test(arguments: ItemWorld.Kind.allCases.filter { $0 != .double }, requests.indices)
    func `of GET of one item is nothing`(kind: ItemWorld.Kind, index: Int) throws {
        let client = try StoredClient(kind)
        _ = client.send(
            "POST", "/items",
            json: """
                {"title":"A title of more than fifteen bytes","timestamp":725846400.1,\
                "itemDescription":"and a description of more than fifteen bytes",\
                "location":{"name":"","coordinate":{"latitude":52.52000659999999,\
                "longitude":13.404954}}}
                """)
        let request = Self.requests[index]
        var response = ResponseWriter()
        for _ in 0..<3 { answer(request, client, &response) }
        let once = response.out.count
        response.sent()

        let counted = allocations {
            for _ in 0..<10 { answer(request, client, &response) }
        }

        #expect(counted == 0)
        #expect(response.out.count == once / 3 * 10)
        #expect(once > 300)
    }

    private func answer(
        _ request: borrowing PreparedRequest, _ client: StoredClient,
        _ response: inout ResponseWriter
    ) {
        _ = request.answer(by: client.app, &response)
        client.app.settle()
    }
}
