import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

/// The faults of a request with an item, in the order of the checks.
enum RequestFault: Int, CaseIterable {
    case type, size, accept, parameter, syntax, content, state

    var status: Int { [415, 413, 406, 400, 400, 422, 412][rawValue] }
}

@Suite struct `A request with several faults` {
    // proves: writes-1, http-3
    @Test(
        arguments: [
            ("POST", "/items"), ("PATCH", "/items"), ("PUT", "/items/" + uuid(1)),
            ("PATCH", "/items/" + uuid(1)),
        ], RequestFault.allCases)
    func `is answered for the first fault`(
        request: (method: String, target: String), first: RequestFault
    ) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = world.state
        let faults = RequestFault.allCases.filter { $0.rawValue >= first.rawValue }

        let response = world.client.send(
            request.method, request.target + (faults.contains(.parameter) ? "?nonsense=1" : ""),
            [
                "Content-Type": faults.contains(.type) ? "text/plain" : "application/json",
                "Accept": faults.contains(.accept) ? "text/html" : "*/*",
                "If-Match": "\"k3f9.7\"",
            ],
            body: Self.body(faults))

        #expect(response.status == first.status)
        #expect(world.state == before)
    }

    private static func body(_ faults: [RequestFault]) -> String {
        if faults.contains(.size) { return String(repeating: " ", count: 1 << 20) + "}" }
        if faults.contains(.syntax) { return "{" }
        return faults.contains(.content) ? #"{"title":7}"# : #"{"title":"Bread"}"#
    }

    // proves: http-3
    @Test(arguments: ["GET", "HEAD", "PATCH", "DELETE"])
    func `is answered for a missing item first`(method: String) {
        for (target, fields, body) in Self.wrong {
            let world = APIWorld()

            let response = world.client.send(method, target, fields, body: body)

            #expect(response.status == 404, "\(target) \(fields)")
            #expect(method == "HEAD" || response.problemName == "item-not-found")
            #expect(world.state == APIWorld().state)
        }
    }

    @Test func `is answered for a deleted item first`() {
        for (target, fields, body) in Self.wrong {
            let world = APIWorld()
            _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
            _ = world.client.send("DELETE", "/items/" + uuid(1))
            let before = world.state

            let response = world.client.send("DELETE", target, fields, body: body)

            #expect(response.status == 410, "\(target) \(fields)")
            #expect(response.problemName == "item-gone")
            #expect(world.state == before)
        }
    }

    private static let large = String(repeating: "x", count: 2 << 20)
    private static let wrong: [(String, [String: String], String?)] = [
        ("/items/" + uuid(1), [:], nil),
        ("/items/" + uuid(1), ["Content-Type": "text/plain"], "x"),
        ("/items/" + uuid(1), ["Content-Type": "text/plain"], large),
        ("/items/" + uuid(1), ["Accept": "text/html"], nil),
        ("/items/" + uuid(1) + "?nonsense=1", [:], nil),
        ("/items/" + uuid(1), ["If-Match": "nonsense"], nil),
        ("/items/" + uuid(1), ["If-None-Match": "nonsense"], nil),
        ("/items/" + uuid(1), ["If-Match": "\"k3f9.7\""], nil),
        ("/items/" + uuid(1), ["If-None-Match": "*"], nil),
        ("/items/" + uuid(1), ["Content-Type": "application/json"], "{"),
        ("/items/" + uuid(1), ["Content-Type": "application/json"], #"{"title":7}"#),
    ]

    // proves: http-3
    @Test(arguments: [
        ("BREW", "/nowhere", 501), ("POST", "/nowhere", 404), ("POST", "/items/" + uuid(9), 405),
        ("PUT", "/items", 405), ("PATCH", "/healthz", 405),
    ])
    func `is answered for the method and path before the rest`(
        method: String, path: String, status: Int
    ) {
        let world = APIWorld()

        let response = world.client.send(
            method, path + "?nonsense=1",
            ["Content-Type": "text/plain", "Accept": "text/html", "If-Match": "nonsense"],
            body: Self.large)

        #expect(response.status == status)
        #expect(world.items.writes.isEmpty)
    }

    @Test(arguments: [
        ("GET", "/items", ["Accept": "text/html", "If-Match": "x"], 406),
        ("GET", "/items?limit=0", ["If-Match": "\"k3f9.7\""], 400),
        ("GET", "/items", ["If-Match": "\"k3f9.7\"", "If-None-Match": "x"], 400),
        ("GET", "/items/" + uuid(1), ["Accept": "text/html", "If-Match": "x"], 406),
        ("GET", "/items/" + uuid(1) + "?a=b", ["If-Match": "\"k3f9.7\""], 400),
        ("GET", "/items/" + uuid(1), ["If-Match": "\"k3f9.7\"", "If-None-Match": "x"], 400),
        ("DELETE", "/items?a=b", ["If-Match": "\"k3f9.7\""], 400),
        ("DELETE", "/items", ["If-Match": "\"k3f9.7\"", "If-None-Match": "x"], 400),
        ("DELETE", "/items/" + uuid(1) + "?a=b", ["If-Match": "\"k3f9.7\""], 400),
        ("DELETE", "/items/" + uuid(1), ["If-Match": "\"k3f9.7\"", "If-None-Match": "x"], 400),
    ])
    func `is answered for the first fault without a body too`(
        method: String, target: String, fields: [String: String], status: Int
    ) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = world.state

        let response = world.client.send(method, target, fields)

        #expect(response.status == status)
        #expect(world.state == before)
    }

    @Test func `is answered for the body's type before its transfer`() {
        let request = PreparedRequest(
            "POST /items HTTP/1.1", "Host: localhost", "Content-Type: text/plain",
            "Content-Length: 9", "Accept: text/html", fault: .tooLarge(limit: 7))

        let response = request.answer(by: APIWorld().app)

        #expect(response.status == 415)
    }

    // proves: http-3
    @Test func `is answered for an incomplete patch before a stale condition`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        let response = world.client.send(
            "PATCH", "/items/" + uuid(1),
            ["Content-Type": "application/json", "If-Match": "\"k3f9.7\""],
            body: #"{"location":{}}"#)

        #expect(response.status == 422)
        #expect(response.pointers == ["/location/name"])
    }
}
