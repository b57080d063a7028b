import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A read-only token` {
    // proves: separation-5
    @Test func `is created by a scope, which the response and the list of sessions show`() {
        let world = AccountsWorld()
        let token = world.token("ada")

        let made = world.send(
            "POST", "/tokens", as: token, json: #"{"label":"report","scope":"read"}"#)

        let reading = made.token ?? "none"
        let handle = made.text.firstMatch(of: /"handle":"([^"]+)"/)?.output.1 ?? "none"
        #expect(made.status == 201)
        #expect(
            made.text == """
                {"token":"\(reading)","handle":"\(handle)","label":"report","scope":"read",\
                "expiresAt":87400}
                """)
        #expect(
            world.send("GET", "/sessions/current", as: reading).text == """
                {"handle":"\(handle)","label":"report","scope":"read","createdAt":1000,\
                "lastUsedAt":1000,"expiresAt":87400,"current":true}
                """)
        let listed = world.send("GET", "/sessions", as: token).text
        #expect(listed.matches(of: /"scope":"read"/).count == 1)
        #expect(listed.matches(of: /"handle"/).count == 2)
    }

    @Test(arguments: [#"{"label":"x"}"#, #"{"label":"x","scope":null}"#])
    func `is not created without a scope`(body: String) {
        let world = AccountsWorld().signedIn()

        let made = world.client.send("POST", "/tokens", json: body)

        #expect(made.status == 201)
        #expect(!made.text.contains("scope"))
        let added = world.send(
            "POST", "/items", as: made.token ?? "none", json: #"{"title":"Tea"}"#)
        #expect(added.status == 201)
    }

    // proves: separation-5
    @Test(arguments: [
        #"{"label":"x","scope":"write"}"#, #"{"label":"x","scope":true}"#,
    ])
    func `has the scope read, and other scopes are refused by name`(body: String) {
        let response = AccountsWorld().signedIn().client.send("POST", "/tokens", json: body)

        #expect(response.status == 422)
        #expect(response.pointers == ["/scope"])
        #expect(response.text.contains(#""detail":"must be \"read\", or be left out""#))
    }

    // proves: separation-5
    @Test(arguments: ["GET", "HEAD"])
    func `reads what its account may read`(method: String) {
        let (world, tokens) = world()
        let item = "/items/" + uuid(1)

        for path in [
            "/items", "/items?q=milk&limit=7", item, "/items/changes",
            "/coordinates?address=home", "/users/current", "/sessions", "/sessions/current",
            "/tokens", "/nothing",
        ] {
            let expected = world.send(method, path, as: tokens.full)

            let response = world.send(method, path, as: tokens.readOnly)

            #expect(response.status == expected.status, "\(path)")
            if !path.hasPrefix("/sessions") {
                #expect(response.body.count == expected.body.count, "\(path)")
                #expect(response["ETag"] == expected["ETag"], "\(path)")
            }
        }
        #expect(world.send("GET", "/items", as: tokens.readOnly).text.contains("Milk"))
    }

    // proves: separation-5
    @Test func `opens a stream of changes`() {
        let (world, tokens) = world()

        let response = world.send(
            "GET", "/items/changes", as: tokens.readOnly, ["Accept": "text/event-stream"])

        #expect(response.status == 200)
        #expect(response.text.contains("Milk"))
    }

    @Test(arguments: Route.all)
    func `is no obstacle to OPTIONS`(route: Route) {
        let (world, tokens) = world()

        let response = world.send("OPTIONS", route.example, as: tokens.readOnly)

        #expect(response.status == (route.servesMetrics ? 404 : 204))
    }

    // proves: separation-5
    @Test(arguments: Route.all, Method.allCases.filter { !$0.isSafe })
    func `gets 403 for every unsafe method, whatever else is wrong, and changes nothing`(
        route: Route, method: Method
    ) {
        let isOpen = route.isOpen(to: method)
        let isGivenBack = route.path == "/sessions/current" && method == .delete
        // The tests of `An assistant with a token` show which tools it permits.
        let isOfAssistants = route.path == "/mcp" && method == .post
        guard !isOpen, !isGivenBack, !isOfAssistants else { return }
        let (world, tokens) = world()
        let before = world.state
        let wrong = ["Content-Type": "text/plain", "Accept": "text/html", "If-Match": "nonsense"]

        let responses = [
            world.send("\(method.name)", route.example, as: tokens.readOnly),
            world.send("\(method.name)", route.example, as: tokens.readOnly, json: Self.bodies),
            world.send(
                "\(method.name)", route.example + "?a=b", as: tokens.readOnly, wrong, json: "{"),
        ]

        for response in responses {
            #expect(response.status == 403)
            #expect(response.problemName == "read-only")
            #expect(response["WWW-Authenticate"] == "Bearer error=\"insufficient_scope\"")
            #expect(response["Vary"] == "Authorization")
        }
        #expect(world.state == before)
    }

    private static let bodies = #"{"title":"Tea","label":"x","name":"y","password":"z"}"#

    // proves: separation-5
    @Test func `gets no stored response to the write of another token`() {
        let (world, tokens) = world()
        let key = ["Idempotency-Key": "\"k\""]
        let first = world.send("POST", "/items", as: tokens.full, key, json: #"{"title":"Tea"}"#)

        let again = world.send(
            "POST", "/items", as: tokens.readOnly, key, json: #"{"title":"Tea"}"#)

        #expect([first.status, again.status] == [201, 403])
    }

    // proves: separation-5
    @Test func `gets 403 after 501, 401 and 429, and before 404 and 405`() {
        let (world, tokens) = world(rate: Rate(4, per: 60))
        let json = #"{"title":"Tea"}"#

        let missing = world.send("POST", "/nothing", as: tokens.readOnly, json: json)
        let wrong = world.send("PUT", "/items", as: tokens.readOnly, json: json)
        let unknown = world.send("BREW", "/items", as: tokens.readOnly)
        let refused = world.send("POST", "/items", as: tokens.readOnly + "x", json: json)
        let later = (0..<3).map { _ in
            world.send("POST", "/items", as: tokens.readOnly, json: json).status
        }

        #expect([missing, wrong, unknown, refused].map(\.status) == [403, 403, 501, 401])
        #expect(later == [403, 403, 429])
    }

    // proves: separation-5
    @Test(arguments: [
        ("POST /items", [], 1 << 16), ("POST /items", ["Expect: 100-continue"], nil),
        ("PUT /items/\(uuid(1))", ["Content-Type: text/plain"], 1 << 16),
        ("POST /tokens", ["Expect: 100-continue"], nil),
        ("DELETE /sessions/current", ["Expect: 100-continue"], 1 << 16),
    ])
    func `gets 403 before the body is read, and in place of 100`(
        line: String, fields: [String], expected: Int?
    ) {
        let (world, tokens) = world()
        let request = PreparedRequest(
            lines: [
                line + " HTTP/1.1", "Host: localhost", "Content-Length: 60000",
                "Authorization: Bearer \(tokens.readOnly)",
            ] + fields)

        let admission = request.admission(by: world.app)

        #expect(admission.body == expected.map { BodyLimit($0) })
    }

    // proves: separation-5
    @Test func `gets 403 and not 413 for a large body`() {
        let (world, tokens) = world()
        let large = "[" + String(repeating: " ", count: 100_000) + "]"

        let response = world.send("POST", "/items", as: tokens.readOnly, json: large)

        #expect(response.status == 403)
        #expect(world.send("POST", "/items", as: tokens.full, json: large).status == 201)
    }

    // proves: separation-5
    @Test func `can revoke itself and no other token`() {
        let (world, tokens) = world()
        let handle = world.handle(of: tokens.full)

        let other = world.send("DELETE", "/sessions/\(handle)", as: tokens.readOnly)
        let own = world.send("DELETE", "/sessions/current", as: tokens.readOnly)
        let after = world.send("GET", "/items", as: tokens.readOnly)

        #expect([other, own, after].map(\.status) == [403, 204, 401])
        #expect(world.send("GET", "/items", as: tokens.full).status == 200)
    }

    /// A sign-in needs the password, so it does not bypass the scope.
    @Test func `is ignored where no token is needed`() {
        let (world, tokens) = world()
        let credentials = #""email":"ada@example.org","password":"\#(AccountsWorld.password)""#

        let response = world.send(
            "POST", "/sessions", as: tokens.readOnly, json: "{\(credentials)}")

        #expect(response.status == 201)
        #expect(!response.text.contains("scope"))
    }

    /// Ada with an item, a token with all rights and a read-only one.
    private func world(
        rate: Rate? = nil
    ) -> (world: AccountsWorld, tokens: (full: String, readOnly: String)) {
        let world = AccountsWorld(rate: rate)
        let full = world.token("ada")
        _ = world.send("POST", "/items", as: full, json: #"{"title":"Milk"}"#)
        let made = world.send(
            "POST", "/tokens", as: full, json: #"{"label":"report","scope":"read"}"#)
        return (world, (full, made.token ?? "none"))
    }
}

extension AccountsWorld {
    /// The handle of a token.
    fileprivate func handle(of token: String) -> String {
        let text = send("GET", "/sessions/current", as: token).text
        return text.firstMatch(of: /"handle":"([^"]+)"/).map { String($0.output.1) } ?? "none"
    }
}
