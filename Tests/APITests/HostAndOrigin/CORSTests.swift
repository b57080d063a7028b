import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

private let page = "https://example.org"
private let other = "http://localhost:3000"
private let item = "/items/" + uuid(1)
private let exposed = "ETag, Link, Location, Retry-After, ToDo-Revision, X-Request-Id"

/// Requests and their statuses: reads, writes and errors.
private let requests: [(method: String, target: String, body: String?, status: Int)] = [
    ("GET", "/items", nil, 200), ("HEAD", "/items", nil, 200), ("GET", "/items?a=1", nil, 400),
    ("POST", "/items", #"{"title":"Tea"}"#, 201), ("POST", "/items", "{", 400),
    ("POST", "/items", #"{"title":""}"#, 422), ("GET", item, nil, 200),
    ("PATCH", item, #"{"done":true}"#, 200), ("DELETE", item, nil, 204),
    ("GET", "/items/" + uuid(9), nil, 404), ("DELETE", "/items/" + uuid(9), nil, 404),
    ("PUT", "/items", "{}", 405), ("GET", "/nowhere", nil, 404), ("OPTIONS", "/items", nil, 204),
    ("OPTIONS", "*", nil, 204), ("GET", "/healthz", nil, 200), ("GET", "/openapi.yaml", nil, 200),
    ("GET", "/problems/invalid", nil, 200),
]

@Suite struct `A response to a web page` {
    // proves: separation-11
    @Test(arguments: requests.indices)
    func `is readable from a configured origin, including errors`(index: Int) {
        let request = requests[index]

        let response = send(request, from: page)

        #expect(response.status == request.status)
        #expect(response["Access-Control-Allow-Origin"] == page)
        #expect(response["Access-Control-Expose-Headers"] == exposed)
        #expect(response["Access-Control-Allow-Credentials"] == nil)
        #expect(response["Vary"] == "Origin")
        #expect(response["X-Content-Type-Options"] == "nosniff")
        #expect(response["Cross-Origin-Resource-Policy"] == nil)
    }

    // proves: separation-11
    @Test(arguments: requests.indices, [nil, "https://example.com", "null", "", page + "/", "*"])
    func `is sent to another origin without permission to read it`(index: Int, origin: String?) {
        let request = requests[index]

        let response = send(request, from: origin)

        #expect(response.status == request.status)
        #expect(response.sharing == [])
        #expect(response["Vary"] == "Origin")
        #expect(response["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test(arguments: requests.indices)
    func `has no CORS fields when no origin is configured`(index: Int) {
        let response = send(requests[index], from: page, origins: [])

        #expect(response.status == requests[index].status)
        #expect(response.sharing == [])
        #expect(response["Vary"] == nil)
        #expect(response["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test func `names the request's origin`() {
        let world = APIWorld(origins: origins(page, other))

        for origin in [page, other] {
            let response = world.client.send("GET", "/items", ["Origin": origin])

            #expect(response["Access-Control-Allow-Origin"] == origin)
        }
    }

    @Test func `has no permission for a request with two origins`() {
        let request = PreparedRequest(
            "GET /items HTTP/1.1", "Host: localhost", "Origin: \(page)", "Origin: \(other)")

        let response = request.answer(by: APIWorld(origins: origins(page, other)).app)

        #expect(response.sharing == [])
    }

    @Test func `names the current origin when it is replayed for an idempotency key`() {
        let world = APIWorld(origins: origins(page, other))
        let fields = ["Content-Type": "application/json", "Idempotency-Key": "\"a\""]
        let body = #"{"title":"Milk"}"#

        let answers = [page, other, "https://example.com"].map { origin in
            world.client.send(
                "POST", "/items", fields.merging(["Origin": origin]) { $1 }, body: body)
        }

        #expect(answers.map(\.status) == [201, 201, 201])
        #expect(Set(answers.map(\.text)).count == 1)
        #expect(answers.map { $0["Access-Control-Allow-Origin"] } == [page, other, nil])
        #expect(answers.map { $0["Vary"] } == ["Origin", "Origin", "Origin"])
        #expect(world.items.writes.count == 3)
    }

    @Test func `is readable when it is streamed`() {
        let world = APIWorld(origins: origins(page))
        let items = (0..<501).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
        _ = world.client.send("POST", "/items", json: "[\(items)]")

        let response = world.client.send("GET", "/items", ["Origin": page])

        #expect(response["Transfer-Encoding"] == "chunked")
        #expect(response["Access-Control-Allow-Origin"] == page)
        #expect(response["Vary"] == "Origin")
    }

    @Test func `is readable when it is 304`() {
        let response = APIWorld(origins: origins(page)).client.send(
            "GET", "/items", ["Origin": page, "If-None-Match": "*"])

        #expect(response.status == 304)
        #expect(response["Access-Control-Allow-Origin"] == page)
        #expect(response["Vary"] == "Origin")
    }

    @Test(arguments: [
        ("GET / HTTP/2.0", "Host: a", nil), ("GET / HTTP/1.1", "Host: a\r\nHost: b", page),
        ("GET / HTTP/1.1", "Expect: magic", page), ("GET / HTTP/1.1", "Content-Length: x", page),
    ])
    func `is readable when the request is refused after its Origin was read`(
        line: String, field: String, allowed: String?
    ) {
        let client = APIWorld(origins: origins(page)).client

        let response = client.send(Array("\(line)\r\nOrigin: \(page)\r\n\(field)\r\n\r\n".utf8))

        #expect(response.status >= 400)
        #expect(response["Access-Control-Allow-Origin"] == allowed)
        #expect(response["Vary"] == "Origin")
    }

    private func send(
        _ request: (method: String, target: String, body: String?, status: Int),
        from origin: String?, origins: [String] = [page]
    ) -> TestResponse {
        let world = APIWorld(origins: origins.compactMap { WebOrigin($0) })
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        var fields = origin.map { ["Origin": $0] } ?? [:]
        if request.body != nil { fields["Content-Type"] = "application/json" }
        return world.client.send(request.method, request.target, fields, body: request.body)
    }
}

@Suite struct `A CORS preflight` {
    @Test(arguments: ["/items", item, "/items/" + uuid(9), "/healthz", "/nowhere", "/items/", "*"])
    func `is answered with the allowed methods and fields`(path: String) {
        let client = APIWorld(origins: origins(page)).client

        let response = client.send("OPTIONS", path, asking)

        #expect(response.status == 204)
        #expect(response["Access-Control-Allow-Origin"] == page)
        #expect(
            response["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT, PATCH, DELETE")
        #expect(
            response["Access-Control-Allow-Headers"] == """
                Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, \
                Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Prefer, X-Request-Id, \
                traceparent
                """)
        #expect(response["Access-Control-Max-Age"] == "7200")
        #expect(response["Access-Control-Allow-Credentials"] == nil)
        #expect(response["Vary"] == "Origin")
        #expect(response.body == [])
    }

    @Test(arguments: ["/items", item, "/healthz", "*"])
    func `has Allow and Accept-Patch of the path as well`(path: String) {
        let client = APIWorld(origins: origins(page)).client
        let plain = client.send("OPTIONS", path)

        let response = client.send("OPTIONS", path, asking)

        #expect(response["Allow"] == plain["Allow"])
        #expect(response["Accept-Patch"] == plain["Accept-Patch"])
    }

    @Test(arguments: [
        ["Origin": page], ["Access-Control-Request-Method": "PUT"],
        ["Origin": "https://example.com", "Access-Control-Request-Method": "PUT"],
    ])
    func `requires a configured origin and a requested method`(fields: [String: String]) {
        let client = APIWorld(origins: origins(page)).client

        let known = client.send("OPTIONS", "/items", fields)
        let unknown = client.send("OPTIONS", "/nowhere", fields)

        #expect(known.status == 204)
        #expect(known["Access-Control-Allow-Methods"] == nil)
        #expect(known["Access-Control-Max-Age"] == nil)
        #expect(unknown.status == 404)
    }

    @Test func `is an ordinary OPTIONS when no origin is configured`() {
        let client = APIWorld().client

        #expect(client.send("OPTIONS", "/items", asking) == client.send("OPTIONS", "/items"))
        #expect(client.send("OPTIONS", "/nowhere", asking).status == 404)
    }

    @Test func `is no other method with the same fields`() {
        let world = APIWorld(origins: origins(page))

        let response = world.client.send("GET", "/nowhere", asking)

        #expect(response.status == 404)
        #expect(response["Access-Control-Allow-Methods"] == nil)
    }

    private let asking = [
        "Origin": page, "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "content-type,if-match",
    ]
}

private func origins(_ texts: String...) -> [WebOrigin] {
    texts.compactMap { WebOrigin($0) }
}

extension TestResponse {
    /// The names of the CORS fields.
    fileprivate var sharing: [String] {
        fields.map(\.name).filter { $0.hasPrefix("Access-Control") }
    }
}
