import APITestSupport
import HTTP
import TestSupport
import Testing

@testable import API

@Suite struct `A cross-site guard of a server without tokens` {
    @Test(arguments: [
        "localhost", "LocalHost:8080", "items.localhost:1", "127.0.0.1", "127.0.0.1:8080", "[::1]",
        "[::1]:8080", "10.1.2.3", "todo.example", "TODO.example:8080", "a.b-c_1.localhost",
    ])
    func `accepts requests whose Host is a name of the server`(host: String) {
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
    func `refuses a Host that is not a name of the server`(host: String, method: String) {
        let world = world()
        let before = world.state

        let response = send(method, "/items", host: host, to: world)

        #expect(response.status == 421)
        #expect(response.problemName == "misdirected")
        #expect(world.state == before)
    }

    @Test(arguments: ["[evil.example]", "[1.2.3.4]", "[localhost]"])
    func `refuses a name in brackets`(host: String) {
        #expect(send("GET", "/items", host: host).status == 400)
    }

    @Test(arguments: ["evil.example", "localhost"])
    func `compares the name in an absolute target instead of Host`(host: String) {
        let response = ask(["GET http://evil.example/items HTTP/1.1", "Host: \(host)"], world())

        #expect(response.status == 421)
    }

    @Test func `accepts HTTP/1.0 without a Host`() {
        #expect(ask(["GET /items HTTP/1.0"], world()).status == 200)
    }

    // proves: separation-10
    @Test(
        arguments: [
            "https://evil.example", "null", "", "http://localhost", "http://localhost:3000",
            "http://127.0.0.1:8080", "localhost:8080", "http://localhost:8080/",
        ], ["POST", "DELETE", "PATCH"])
    func `refuses writes from pages of another origin`(origin: String, method: String) {
        let world = world()
        let before = world.state

        let response = send(method, "/items", ["Origin: \(origin)"], to: world)

        #expect(response.status == 403)
        #expect(response.problemName == "foreign-page")
        #expect(world.state == before)
    }

    @Test func `refuses an undo from a page of another origin, although it has no body`() {
        let world = world()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = world.state

        let response = send("POST", "/undo/1", ["Origin: https://evil.example"], to: world)

        #expect(response.status == 403)
        #expect(world.state == before)
    }

    @Test func `accepts writes from pages of its own origin and of configured origins`() {
        for origin in ["http://localhost:8080", "https://localhost:8080", "https://app.example"] {
            let response = send("DELETE", "/items", ["Origin: \(origin)"])

            #expect(response.status == 204, "\(origin)")
        }
    }

    @Test func `refuses a write with two Origin fields`() {
        let fields = ["Origin: http://localhost:8080", "Origin: http://localhost:8080"]

        #expect(send("DELETE", "/items", fields).status == 403)
    }

    @Test(arguments: ["GET", "HEAD"])
    func `accepts reads of a page that cannot see the response`(method: String) {
        #expect(send(method, "/items", ["Origin: https://evil.example"]).status == 200)
    }

    /// A page can send a request without `Origin` through an image, a script or a form, and observe
    /// whether and when a response arrives.
    // proves: separation-10
    @Test(
        arguments: [
            ("GET", "/items"), ("HEAD", "/items"), ("GET", "/healthz"), ("GET", "/metrics"),
            ("GET", "/openapi.yaml"), ("GET", "/nothing"), ("OPTIONS", "/items"), ("GET", "/"),
            ("POST", "/undo/1"), ("DELETE", "/items"),
        ], [["Sec-Fetch-Mode: no-cors"], [], ["Origin: https://evil.example"]])
    func `refuses reads that Sec-Fetch-Site marks as cross-site`(
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
    func `accepts navigation from another site to an HTML page`(path: String) {
        let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]

        #expect(send("GET", path, link).status != 403)
        #expect(send("POST", path, link).status == 403)
        #expect(send("GET", "/items", link).status == 403)
        #expect(send("GET", "\(path)?a=b", link).status != 403)
    }

    @Test(arguments: ["same-origin", "same-site", "none", "Cross-Site", "cross-site-not"])
    func `accepts reads whose Sec-Fetch-Site is not cross-site`(site: String) {
        #expect(send("GET", "/items", ["Sec-Fetch-Site: \(site)"]).status == 200)
    }

    @Test func `accepts cross-site reads of configured origins`() {
        let fields = ["Origin: https://app.example", "Sec-Fetch-Site: cross-site"]

        let response = send("GET", "/items", fields)

        #expect(response.status == 200)
        #expect(response["Access-Control-Allow-Origin"] == "https://app.example")
    }

    // proves: separation-10
    @Test(arguments: [
        ("POST", "/items", ["Host: evil.example"]),
        ("POST", "/nowhere", ["Host: evil.example"]),
        ("GET", "/items", ["Host: evil.example"]),
        ("PUT", "/healthz", ["Host: evil.example"]),
        ("POST", "/items", ["Host: localhost", "Origin: https://evil.example"]),
        ("POST", "/nowhere", ["Host: localhost", "Origin: https://evil.example"]),
        ("POST", "/items", ["Host: localhost", "Origin: http://localhost", "Origin: null"]),
    ])
    func `does not wait for the body of a refused request`(
        method: String, path: String, fields: [String]
    ) {
        let admission = admission(method, path, fields)

        #expect(admission.body == nil)
    }

    @Test(arguments: [
        ("POST", "/items", ["Host: localhost"]),
        ("POST", "/items", ["Host: localhost", "Origin: http://localhost"]),
        ("POST", "/items", ["Host: localhost", "Origin: https://app.example"]),
        ("GET", "/items", ["Host: localhost", "Origin: https://evil.example"]),
    ])
    func `has the body of an accepted request read`(method: String, path: String, fields: [String])
    {
        let admission = admission(method, path, fields)

        #expect(admission.body != nil)
    }

    @Test func `compares origins but not names when it does not listen on loopback`() {
        let world = world(HostAndOriginGuard(names: nil))

        #expect(send("GET", "/items", host: "toodoo", to: world).status == 200)
        let response = send("DELETE", "/items", ["Origin: https://a"], host: "toodoo", to: world)
        #expect(response.status == 403)
    }

    @Test(arguments: ["", "a b", "a:1", "http://a", "a/b", "[::1]", "a,b", ".", "ä.example"])
    func `rejects malformed names`(text: String) {
        #expect(HostAndOriginGuard.name(text) == nil)
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
        _ hostAndOrigin: HostAndOriginGuard = HostAndOriginGuard(names: ["todo.example"])
    ) -> APIWorld {
        APIWorld(
            origins: ["https://app.example"].compactMap { WebOrigin($0) },
            hostAndOrigin: hostAndOrigin)
    }
}
