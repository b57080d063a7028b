import APITestSupport
import StorageTestSupport
import TestSupport
import Testing

// Once a lane has warmed up, this project's code needs no allocation for the most frequent
// requests: an item, a repeated list, a response that the client has cached. Zero holds for
// optimized code, where `scripts/bench` counts it. SQLite's own allocations are not counted.
@Suite(.enabled(if: allocationsAreCounted))
struct `The allocation budget of GET` {
    private static let requests = [
        PreparedRequest("GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost"),
        PreparedRequest(
            "GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost:8080", "User-Agent: budget",
            "Accept: application/json", "Accept-Encoding: gzip", "If-None-Match: \"k3f9.7\""),
        PreparedRequest(
            "GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost", "If-None-Match: *"),
        PreparedRequest("HEAD /items/\(uuid(1)) HTTP/1.1", "Host: localhost"),
        PreparedRequest("GET /items?limit=100 HTTP/1.1", "Host: localhost"),
        PreparedRequest("GET /items?limit=1&sort=-title HTTP/1.1", "Host: localhost"),
        PreparedRequest(
            "GET /items?limit=99 HTTP/1.1", "Host: localhost", "If-None-Match: *"),
    ]
    private static let stored = [ItemWorld.Kind.sqliteInMemory, .sqliteOnDisk]

    // proves: operation-7
    @Test(arguments: stored, requests.indices)
    func `does not grow with the item`(kind: ItemWorld.Kind, index: Int) throws {
        let small = try allocations(
            of: Self.requests[index], kind, #"{"title":"Milk","done":true}"#)

        let large = try allocations(of: Self.requests[index], kind, Self.large)

        #expect(large == small)
    }

    /// An item with every member, whose texts are too long to be stored inline in a `String`.
    private static let large = """
        {"title":"A title of more than fifteen bytes","timestamp":725846400.1,\
        "itemDescription":"and a description of more than fifteen bytes, \\"quoted\\"",\
        "location":{"name":"Somewhere in the middle of it","coordinate":\
        {"latitude":52.52000659999999,"longitude":13.404954}},"done":true}
        """

    private func allocations(
        of request: PreparedRequest, _ kind: ItemWorld.Kind, _ json: String
    ) throws -> Int {
        let client = try StoredClient(kind)
        let post = client.send("POST", "/items", json: json)
        #expect(post.status == 201)
        return client.allocations(of: request)
    }
}
