import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `The scope of a token` {
    // proves: separation-5
    @Test(arguments: [
        (#"{"label":"report","scope":"read"}"#, "read"),
        (#"{"label":"report","scope":"items"}"#, "items"),
        (#"{"label":"report","scope":"all"}"#, "all"),
        (#"{"label":"report"}"#, "items"),
        (#"{"label":"report","scope":null}"#, "items"),
    ])
    func `is shown by the response and the list of sessions`(body: String, scope: String) {
        let world = AccountsWorld()
        let token = world.token("ada")

        let made = world.send("POST", "/tokens", as: token, json: body)

        let child = made.token ?? "none"
        let handle = world.handle(of: child)
        #expect(made.status == 201)
        #expect(
            made.text == """
                {"token":"\(child)","handle":"\(handle)","label":"report","scope":"\(scope)",\
                "expiresAt":87400}
                """)
        #expect(
            world.send("GET", "/sessions/current", as: child).text == """
                {"handle":"\(handle)","label":"report","scope":"\(scope)","createdAt":1000,\
                "lastUsedAt":1000,"expiresAt":87400,"current":true}
                """)
        let listed = world.send("GET", "/sessions", as: token).text
        #expect(
            listed.matches(of: /"scope":"([a-z]+)"/).map { String($0.output.1) }.sorted()
                == [scope, "all"].sorted())
    }

    // proves: separation-5
    @Test(arguments: [#""write""#, "true", #""""#, #""Read""#, "7"])
    func `is one of four`(scope: String) {
        let response = AccountsWorld().signedIn().client.send(
            "POST", "/tokens", json: #"{"label":"x","scope":\#(scope)}"#)

        #expect(response.status == 422)
        #expect(response.pointers == ["/scope"])
        #expect(
            response.text.contains(
                #""detail":"must be \"all\" or \"items\" or \"read\" or \"calendar\"""#))
    }

    // proves: separation-5
    @Test func `is all only for a token that a sign-in makes`() {
        let world = AccountsWorld()
        let program = world.made(by: world.token("ada"), "all")
        let before = world.accounts.writes.count

        let refused = world.send(
            "POST", "/tokens", as: program, json: #"{"label":"x","scope":"all"}"#)

        #expect(refused.status == 422)
        #expect(refused.pointers == ["/scope"])
        #expect(
            refused.text.contains(#""detail":"must be \"items\" or \"read\" or \"calendar\"""#))
        #expect(world.accounts.writes.count == before)
        #expect(world.send("POST", "/tokens", as: program, json: #"{"label":"x"}"#).status == 201)
    }
}

@Suite struct `A token that was made by another` {
    // proves: separation-4
    @Test func `ends with a token for a program`() {
        let world = AccountsWorld()
        let program = world.made(by: world.token("ada"), "all")
        let child = world.made(by: program, "items")

        let before = world.send("GET", "/items", as: child)
        let ended = world.send("DELETE", "/sessions/current", as: program)
        let after = world.send("GET", "/items", as: child)

        #expect([before, ended, after].map(\.status) == [200, 204, 401])
    }

    // proves: separation-4
    @Test func `ends with a sign-in that is revoked by its handle`() {
        let world = AccountsWorld()
        let session = world.token("ada")
        let (child, program) = (world.made(by: session, "read"), world.made(by: session, "all"))
        let grandchild = world.made(by: program, "items")
        let other = world.signIn("ada").token ?? "none"

        let ended = world.send("DELETE", "/sessions/\(world.handle(of: session))", as: other)

        #expect(ended.status == 204)
        #expect(
            [session, child, program, grandchild, other].map {
                world.send("GET", "/items", as: $0).status
            } == [401, 401, 401, 401, 200])
    }

    // proves: separation-4
    @Test func `stays when the sign-in signs out or expires`() {
        let world = AccountsWorld()
        let (first, second) = (world.token("ada"), world.signIn("ada").token ?? "none")
        let children = [first, second].map { maker in
            world.send(
                "POST", "/tokens", as: maker, json: #"{"label":"x","expiresAt":999999}"#
            ).token ?? "none"
        }

        let out = world.send("DELETE", "/sessions/current", as: first)
        world.time.now += 90_000

        #expect(out.status == 204)
        #expect(
            ([second] + children).map { world.send("GET", "/items", as: $0).status }
                == [401, 200, 200])
    }

    // proves: separation-4
    @Test func `never outlives a token for a program that is not used again`() {
        let world = AccountsWorld()
        let program = world.made(by: world.token("ada"), "all")
        let late = #"{"label":"x","expiresAt":87401}"#

        let child = world.made(by: program, "items")
        let refused = world.send("POST", "/tokens", as: program, json: late)
        world.time.now = 80_000
        let used = world.send("GET", "/items", as: child)
        world.time.now = 87_400

        #expect(used.status == 200)
        #expect(refused.status == 422)
        #expect(refused.pointers == ["/expiresAt"])
        #expect([child, program].map { world.send("GET", "/items", as: $0).status } == [401, 401])
    }
}

@Suite struct `A token for items` {
    // proves: separation-5
    @Test(arguments: Route.all, Method.allCases.filter { $0 != .options })
    func `permits everything about items, and of accounts only its own session`(
        route: Route, method: Method
    ) {
        guard !route.isOpen(to: method) else { return }
        let world = AccountsWorld()
        let token = world.made(by: world.token("ada"), "items")
        let before = world.state

        let response = world.send("\(method.name)", route.example, as: token, json: "[]")

        let isOfAccount = route.needsAccounts || route.servesReminders
        if isOfAccount, route.path != "/sessions/current" {
            #expect(response.status == 403)
            #expect(method == .head || response.problemName == "not-permitted")
            #expect(response["WWW-Authenticate"] == "Bearer error=\"insufficient_scope\"")
            #expect(response["Vary"] == "Authorization")
            #expect(world.state == before)
        } else {
            #expect(![401, 403].contains(response.status))
        }
    }

    // proves: separation-5
    @Test func `reads and ends its own session`() {
        let world = AccountsWorld()
        let token = world.made(by: world.token("ada"), "items")

        let read = world.send("GET", "/sessions/current", as: token)
        let ended = world.send("DELETE", "/sessions/current", as: token)

        #expect([read, ended].map(\.status) == [200, 204])
        #expect(world.send("GET", "/items", as: token).status == 401)
    }

    // proves: separation-5, http-3
    @Test func `gets 403 after 429 and 401, and before 405, 415 and 413, but 404 for no route`() {
        let world = AccountsWorld(rate: Rate(4, per: 60))
        let token = world.made(by: world.token("ada"), "items")

        let method = world.send("PUT", "/tokens", as: token, json: "{}")
        let type = world.send("POST", "/tokens", as: token, ["Content-Type": "text/plain"])
        let refused = world.send("POST", "/tokens", as: token + "x", json: "{}")
        let missing = world.send("POST", "/nothing", as: token, json: "{}")
        let later = (0..<2).map { _ in world.send("POST", "/tokens", as: token, json: "{}").status }

        #expect([method, type, refused, missing].map(\.status) == [403, 403, 401, 404])
        #expect(later == [403, 429])
    }
}

@Suite struct `A read-only token` {
    // proves: separation-5
    @Test(arguments: ["GET", "HEAD"])
    func `reads the items of its account`(method: String) {
        let (world, tokens) = world()
        let item = "/items/" + uuid(1)

        for path in [
            "/items", "/items?q=milk&limit=7", item, "/items/changes",
            "/coordinates?address=home", "/sessions/current", "/mcp", "/nothing",
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
    @Test(arguments: ["GET", "HEAD"], ["/users/current", "/sessions", "/tokens"])
    func `reads nothing of the account itself`(method: String, path: String) {
        let (world, tokens) = world()

        let response = world.send(method, path, as: tokens.readOnly)

        #expect(response.status == 403)
        #expect(method == "HEAD" || response.problemName == "not-permitted")
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
    /// A token of this scope that another one makes.
    func made(by token: String, _ scope: String) -> String {
        send("POST", "/tokens", as: token, json: #"{"label":"x","scope":"\#(scope)"}"#).token
            ?? "none"
    }

    /// The handle of a token.
    fileprivate func handle(of token: String) -> String {
        let text = send("GET", "/sessions/current", as: token).text
        return text.firstMatch(of: /"handle":"([^"]+)"/).map { String($0.output.1) } ?? "none"
    }
}
