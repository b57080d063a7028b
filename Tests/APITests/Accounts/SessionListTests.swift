import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `The sessions of an account` {
    // proves: separation-8
    @Test func `are listed with labels and times, and without tokens`() {
        let world = AccountsWorld()
        let token = world.token("ada")
        world.signUp("bob")
        _ = world.signIn("bob")
        world.time.now += 10
        _ = world.send(
            "POST", "/tokens", as: token, json: #"{"label":"backup \"job\"","expiresAt":5000}"#)
        let handles = world.handles

        let response = world.send("GET", "/sessions", as: token)

        #expect(response.status == 200)
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(response["Vary"] == "Authorization")
        #expect(
            response.text == """
                [{"handle":"\(handles[2])","label":"backup \\"job\\"","scope":"items","createdAt":1010,\
                "lastUsedAt":1010,"expiresAt":5000,"current":false},\
                {"handle":"\(handles[0])","scope":"all","createdAt":1000,"lastUsedAt":1000,\
                "expiresAt":87400,"current":true}]
                """)
    }

    // proves: separation-8
    @Test func `end one by one, by their handles`() {
        let world = AccountsWorld()
        let tokens = [world.token("ada")] + (0..<2).compactMap { _ in world.signIn("ada").token }
        let bob = world.token("bob")
        let handles = world.handles

        let statuses = [handles[1], handles[2].uppercased()].map {
            world.send("DELETE", "/sessions/\($0)", as: tokens[0]).status
        }
        let again = world.send("DELETE", "/sessions/\(handles[1])", as: tokens[0])
        let others = world.send("DELETE", "/sessions/\(handles[3])", as: tokens[0])

        #expect(statuses == [204, 204])
        #expect([again, others].map(\.status) == [404, 404])
        #expect(again.problemName == "session-not-found")
        #expect(again.problem?.detail == others.problem?.detail)
        #expect(
            (tokens + [bob]).map { world.send("GET", "/items", as: $0).status }
                == [200, 401, 401, 200])
    }

    @Test func `can be ended by a request with their own token`() {
        let world = AccountsWorld()
        let token = world.token("ada")

        let response = world.send("DELETE", "/sessions/\(world.handles[0])", as: token)

        #expect(response.status == 204)
        #expect(world.send("GET", "/sessions", as: token).status == 401)
    }

    @Test(arguments: [
        "/sessions/0123456789a", "/sessions/0123456789abc", "/sessions/0123456789ag",
        "/sessions/+23456789abc", "/sessions/", "/sessions//current", "/tokens/", "/tokens/x",
    ])
    func `have no other paths`(path: String) {
        let world = AccountsWorld().signedIn()

        for method in ["GET", "DELETE", "POST"] {
            let response = world.client.send(method, path, json: "{}")

            #expect(response.status == 404)
            #expect(response.problemName == "not-found")
        }
    }

    // proves: separation-2
    @Test(arguments: [
        ("GET", "/sessions"), ("HEAD", "/sessions"), ("DELETE", "/sessions/0123456789ab"),
        ("POST", "/tokens"), ("PATCH", "/users/current"), ("GET", "/tokens"),
    ])
    func `require a token`(method: String, path: String) {
        let response = AccountsWorld().client.send(method, path, body: "x")

        #expect(response.status == 401)
        #expect(response["WWW-Authenticate"] == "Bearer")
    }

    @Test func `answer OPTIONS and 405 without a token`() {
        let client = AccountsWorld().client

        #expect(client.send("PUT", "/sessions")["Allow"] == "GET, HEAD, POST, OPTIONS")
        #expect(client.send("OPTIONS", "/sessions")["Allow"] == "GET, HEAD, POST, OPTIONS")
        #expect(client.send("OPTIONS", "/tokens")["Allow"] == "POST, OPTIONS")
        #expect(
            client.send("OPTIONS", "/sessions/0123456789ab")["Allow"] == "DELETE, OPTIONS")
    }

    @Test func `report a storage failure as a problem and in the log`() {
        let world = AccountsWorld()
        let token = world.token("ada")
        world.accounts.failWrites(.storage(.full("no room")))

        let revoked = world.send("DELETE", "/sessions/\(world.handles[0])", as: token)
        let added = world.send("POST", "/tokens", as: token, json: #"{"label":"x"}"#)

        #expect([revoked, added].map(\.status) == [507, 507])
        #expect(world.reports.all == [.full("no room"), .full("no room")])
    }
}

@Suite struct `POST a token` {
    @Test func `answers with a token for the items of its creator`() {
        let world = AccountsWorld()
        let maker = world.token("ada")

        let response = world.send("POST", "/tokens", as: maker, json: #"{"label":" job "}"#)

        let token = response.token ?? "none"
        let handle = world.handles[1]
        #expect(response.status == 201)
        #expect(response["Location"] == "/sessions/\(handle)")
        #expect(response["Cache-Control"] == "no-store")
        #expect(
            response.text
                == #"{"token":"\#(token)","handle":"\#(handle)","label":"job","scope":"items","expiresAt":87400}"#
        )
        #expect(world.send("GET", "/items", as: token).text == "[]")
        #expect(
            world.send("GET", "/sessions/current", as: token).text == """
                {"handle":"\(handle)","label":"job","scope":"items","createdAt":1000,\
                "lastUsedAt":1000,"expiresAt":87400,"current":true}
                """)
    }

    // proves: separation-4
    @Test func `creates a token whose expiry does not move with use`() {
        let world = AccountsWorld()
        let maker = world.token("ada")
        let job = #"{"label":"job","expiresAt":9000}"#
        let token = world.send("POST", "/tokens", as: maker, json: job).token ?? "none"

        world.time.now = 8_999
        let used = world.send("GET", "/sessions/current", as: token)
        world.time.now = 9_000
        let late = world.send("GET", "/items", as: token)

        #expect(used.text.contains(#""expiresAt":9000"#))
        #expect(late.status == 401)
    }

    // proves: separation-4
    @Test(arguments: [
        (#"{"label":"x"}"#, 9_000), (#"{"label":"x","expiresAt":null}"#, 9_000),
        (#"{"label":"x","expiresAt":9000}"#, 9_000), (#"{"label":"x","expiresAt":8000}"#, 8_000),
        (#"{"label":"x","scope":"read"}"#, 9_000),
    ])
    func `by a token with an end creates one that ends no later`(body: String, end: Double) {
        let world = AccountsWorld()
        let parent = world.tokenWithEnd

        let made = world.send("POST", "/tokens", as: parent, json: body)

        let child = made.token ?? "none"
        #expect(made.status == 201)
        #expect(made.text.contains(#""expiresAt":\#(Int(end))"#))
        world.time.now = end - 1
        #expect(world.send("GET", "/items", as: child).status == 200)
        world.time.now = end
        #expect(world.send("GET", "/items", as: child).status == 401)
    }

    // proves: separation-4
    @Test func `by a token with an end refuses a later one`() {
        let world = AccountsWorld()
        let parent = world.tokenWithEnd
        let before = world.accounts.writes.count

        let response = world.send(
            "POST", "/tokens", as: parent, json: #"{"label":"y","expiresAt":9000.5}"#)

        #expect(response.status == 422)
        #expect(response.pointers == ["/expiresAt"])
        #expect(response.text.contains("must not be after the end of the token of the request"))
        #expect(world.accounts.writes.count == before)
    }

    // proves: separation-4
    @Test func `by a sign-in creates one that may end later`() {
        let world = AccountsWorld().signedIn()

        let response = world.client.send(
            "POST", "/tokens", json: #"{"label":"b","expiresAt":999999}"#)

        #expect(response.status == 201)
        #expect(response.text.contains(#""expiresAt":999999"#))
    }

    @Test(arguments: [
        ("{}", ["/label"]), (#"{"label":null}"#, ["/label"]), (#"{"label":" "}"#, ["/label"]),
        (#"{"label":7,"expiresAt":"soon"}"#, ["/expiresAt", "/label"]),
        (#"{"label":"x","expiresAt":1059}"#, ["/expiresAt"]),
        (#"{"label":"x","expiresAt":315361001}"#, ["/expiresAt"]),
        (#"{"label":"a\u0007b"}"#, ["/label"]), (#"{"label":"x","scopes":"read"}"#, ["/scopes"]),
        (#"{"label":"x","scope":"write"}"#, ["/scope"]), (#"{"label":"x","scope":""}"#, ["/scope"]),
        (#"{"label":"x","scope":"Read"}"#, ["/scope"]), (#"{"label":"x","scope":7}"#, ["/scope"]),
        (#"{"scope":["read"],"expiresAt":1}"#, ["/expiresAt", "/label", "/scope"]),
        ("[]", [""]),
    ])
    func `names every invalid member`(body: String, pointers: [String]) {
        let world = AccountsWorld().signedIn()
        let before = world.state

        let response = world.client.send("POST", "/tokens", json: body)

        #expect(response.status == 422)
        #expect(response.pointers?.sorted() == pointers)
        #expect(world.state == before)
    }

    @Test(arguments: [("1060", 201), ("315361000", 201), ("null", 201)])
    func `accepts an expiry from one minute to ten years ahead`(end: String, status: Int) {
        let world = AccountsWorld().signedIn()

        let response = world.client.send(
            "POST", "/tokens", json: #"{"label":"x","expiresAt":\#(end)}"#)

        #expect(response.status == status)
    }
}

extension AccountsWorld {
    /// A token for a program that ends at 9,000.
    fileprivate var tokenWithEnd: String {
        let body = #"{"label":"job","scope":"all","expiresAt":9000}"#
        return send("POST", "/tokens", as: token("ada"), json: body).token ?? "none"
    }

    /// The handles of all tokens, in the order of their creation.
    fileprivate var handles: [String] {
        accounts.writes.compactMap { write in
            guard case .addToken(let token) = write else { return nil }
            return TokenHandle.text(of: token.selector)
        }
    }
}
