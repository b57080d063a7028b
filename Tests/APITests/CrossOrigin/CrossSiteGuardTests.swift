import APITestSupport
import HTTP
import TestSupport
import Testing

@testable import API

@Suite struct `A server without tokens, of web pages` {
    @Test(arguments: [
        "localhost", "LocalHost:8080", "items.localhost:1", "127.0.0.1", "127.0.0.1:8080", "[::1]",
        "[::1]:8080", "10.1.2.3", "todo.example", "TODO.example:8080", "a.b-c_1.localhost",
    ])
    func `answers those who call it by its own name`(host: String) {
        let response = send("GET", "/items", host: host)

        #expect(response.status == 200)
    }

    @Test(
        arguments: [
            "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
            "xlocalhost", "1x", "todo.example.evil", "a.todo.example", "%6Cocalhost", "localhost.",
            "", "1.2.3.4.5", "1.2.3", "1.2.3.256", "..", "..localhost", ".localhost",
            "a..localhost",
            "evil.example%00.localhost", "evil.example!.localhost", "[v1.evil]",
        ], ["GET", "POST", "DELETE", "OPTIONS"])
    func `refuses a name that an attacker may have pointed at it`(host: String, method: String) {
        let world = world()
        let before = world.state

        let response = send(method, "/items", host: host, to: world)

        #expect(response.status == 421)
        #expect(response.problemName == "misdirected")
        #expect(world.state == before)
    }

    @Test(arguments: ["[evil.example]", "[1.2.3.4]", "[localhost]"])
    func `takes no name in brackets`(host: String) {
        #expect(send("GET", "/items", host: host).status == 400)
    }

    @Test(arguments: ["evil.example", "localhost"])
    func `goes by the name in a whole target, not by Host`(host: String) {
        let response = ask(["GET http://evil.example/items HTTP/1.1", "Host: \(host)"], world())

        #expect(response.status == 421)
    }

    @Test func `answers HTTP/1.0 without a Host`() {
        #expect(ask(["GET /items HTTP/1.0"], world()).status == 200)
    }

    // proves: web-pages-other-origins-6
    @Test(
        arguments: [
            "https://evil.example", "null", "", "http://localhost", "http://localhost:3000",
            "http://127.0.0.1:8080", "localhost:8080", "http://localhost:8080/",
        ], ["POST", "DELETE", "PATCH"])
    func `lets no page of another origin change anything`(origin: String, method: String) {
        let world = world()
        let before = world.state

        let response = send(method, "/items", ["Origin: \(origin)"], to: world)

        #expect(response.status == 403)
        #expect(response.problemName == "foreign-page")
        #expect(world.state == before)
    }

    @Test func `lets none take back a write, which a form can ask for without a body`() {
        let world = world()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = world.state

        let response = send("POST", "/undo/1", ["Origin: https://evil.example"], to: world)

        #expect(response.status == 403)
        #expect(world.state == before)
    }

    @Test func `is changed by pages of its own origin, and of those that may read answers`() {
        for origin in ["http://localhost:8080", "https://localhost:8080", "https://app.example"] {
            let response = send("DELETE", "/items", ["Origin: \(origin)"])

            #expect(response.status == 204, "\(origin)")
        }
    }

    @Test func `believes none of two origins`() {
        let fields = ["Origin: http://localhost:8080", "Origin: http://localhost:8080"]

        #expect(send("DELETE", "/items", fields).status == 403)
    }

    @Test(arguments: ["GET", "HEAD"])
    func `lets any page ask for what it cannot read`(method: String) {
        #expect(send(method, "/items", ["Origin: https://evil.example"]).status == 200)
    }

    /// A page can ask by an image, a script or a form without `Origin`, and learn from whether and
    /// when something comes.
    // proves: web-pages-other-origins-9
    @Test(
        arguments: [
            ("GET", "/items"), ("HEAD", "/items"), ("GET", "/healthz"), ("GET", "/metrics"),
            ("GET", "/openapi.yaml"), ("GET", "/nothing"), ("OPTIONS", "/items"), ("GET", "/"),
            ("POST", "/undo/1"), ("DELETE", "/items"),
        ], [["Sec-Fetch-Mode: no-cors"], [], ["Origin: https://evil.example"]])
    func `gives a page of another site nothing to read`(
        asked: (method: String, path: String), fields: [String]
    ) {
        let world = world()
        let before = world.state

        let response = send(
            asked.method, asked.path, ["Sec-Fetch-Site: cross-site"] + fields, to: world)

        #expect(response.status == 403)
        #expect(asked.method == "HEAD" || response.problemName == "foreign-page")
        #expect(world.state == before)
    }

    @Test(arguments: ["/", "/docs"])
    func `lets a link of another site lead to a page for people`(path: String) {
        let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]

        #expect(send("GET", path, link).status != 403)
        #expect(send("POST", path, link).status == 403)
        #expect(send("GET", "/items", link).status == 403)
        #expect(send("GET", "\(path)?a=b", link).status != 403)
    }

    @Test(arguments: ["same-origin", "same-site", "none", "Cross-Site", "cross-site-not"])
    func `answers what no other site asked for`(site: String) {
        #expect(send("GET", "/items", ["Sec-Fetch-Site: \(site)"]).status == 200)
    }

    @Test func `answers pages of another site that may read answers`() {
        let fields = ["Origin: https://app.example", "Sec-Fetch-Site: cross-site"]

        let response = send("GET", "/items", fields)

        #expect(response.status == 200)
        #expect(response["Access-Control-Allow-Origin"] == "https://app.example")
    }

    // proves: web-pages-other-origins-6
    @Test(arguments: [
        ("POST", "/items", ["Host: evil.example"]),
        ("POST", "/nowhere", ["Host: evil.example"]),
        ("GET", "/items", ["Host: evil.example"]),
        ("PUT", "/healthz", ["Host: evil.example"]),
        ("POST", "/items", ["Host: localhost", "Origin: https://evil.example"]),
        ("POST", "/nowhere", ["Host: localhost", "Origin: https://evil.example"]),
        ("POST", "/items", ["Host: localhost", "Origin: http://localhost", "Origin: null"]),
    ])
    func `waits for no body of what it refuses`(method: String, path: String, fields: [String]) {
        let admission = admission(method, path, fields)

        #expect(admission == .none)
    }

    @Test(arguments: [
        ("POST", "/items", ["Host: localhost"]),
        ("POST", "/items", ["Host: localhost", "Origin: http://localhost"]),
        ("POST", "/items", ["Host: localhost", "Origin: https://app.example"]),
        ("GET", "/items", ["Host: localhost", "Origin: https://evil.example"]),
    ])
    func `reads the body of what it lets through`(method: String, path: String, fields: [String]) {
        let admission = admission(method, path, fields)

        #expect(admission != .none)
    }

    @Test func `looks at no name where it is not on loopback, but at origins`() {
        let world = world(CrossSiteGuard(names: nil))

        #expect(send("GET", "/items", host: "toodoo", to: world).status == 200)
        let response = send("DELETE", "/items", ["Origin: https://a"], host: "toodoo", to: world)
        #expect(response.status == 403)
    }

    @Test(arguments: ["", "a b", "a:1", "http://a", "a/b", "[::1]", "a,b", ".", "ä.example"])
    func `has no such name`(text: String) {
        #expect(CrossSiteGuard.name(text) == nil)
    }

    private func send(
        _ method: String, _ target: String, _ fields: [String] = [],
        host: String = "localhost:8080", to world: APIWorld? = nil
    ) -> TestResponse {
        let head = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + fields
        return ask(head, world ?? self.world())
    }

    private func admission(_ method: String, _ path: String, _ fields: [String]) -> Admission {
        let body = ["Content-Type: application/json", "Content-Length: 16"]
        return PreparedRequest(lines: ["\(method) \(path) HTTP/1.1"] + fields + body)
            .admission(by: world().app)
    }

    private func ask(_ lines: [String], _ world: APIWorld) -> TestResponse {
        world.client.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    private func world(
        _ crossSite: CrossSiteGuard = CrossSiteGuard(names: ["todo.example"])
    ) -> APIWorld {
        APIWorld(
            origins: ["https://app.example"].compactMap { WebOrigin($0) }, crossSite: crossSite)
    }
}
