import APITestSupport
import Accounts
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `POST a session` {
    // proves: separation-7
    @Test func `answers with a token for the user's own items`() {
        let world = AccountsWorld()
        world.signUp("ada")

        let response = world.signIn("ADA")

        let token = response.token ?? "none"
        #expect(response.status == 201)
        #expect(response["Cache-Control"] == "no-store")
        #expect(response.text == #"{"token":"\#(token)","expiresAt":87400}"#)
        #expect(world.send("GET", "/items", as: token).text == "[]")
    }

    // proves: separation-7
    @Test(arguments: [
        #"{"email":"ada@example.org","password":"another horse battery"}"#,
        #"{"email":"eve@example.org","password":"correct horse battery"}"#,
        #"{"email":"ada@example.org","password":""}"#,
        #"{"email":"no address","password":"correct horse battery"}"#,
        #"{"email":"ada@example.org","password":"correct horse\u0000battery"}"#,
    ])
    func `answers the same to an unknown email, a wrong password and malformed ones`(body: String) {
        let world = AccountsWorld()
        world.signUp("ada")

        let response = world.client.send("POST", "/sessions", json: body)

        #expect(response.status == 401)
        #expect(response.problemName == "wrong-credentials")
        #expect(response["WWW-Authenticate"] == "Bearer")
        #expect(world.accounts.writes.count == 1)
    }

    @Test(arguments: [
        (#"{}"#, ["/email", "/password"]), (#"{"email":"a@b","password":1}"#, ["/password"]),
        (#"{"email":"a@b","password":"x","remember":true}"#, ["/remember"]),
    ])
    func `requires an email and a password`(body: String, pointers: [String]) {
        let response = AccountsWorld().client.send("POST", "/sessions", json: body)

        #expect(response.status == 422)
        #expect(response.pointers == pointers)
    }
}

@Suite struct `The current session` {
    @Test func `has its expiry in the answer`() throws {
        let world = AccountsWorld().signedIn()

        let response = world.client.send("GET", "/sessions/current")

        let handle = try #require(response.text.firstMatch(of: /"handle":"([0-9a-f]{12})"/))
        #expect(response.status == 200)
        #expect(
            response.text == """
                {"handle":"\(handle.output.1)","scope":"all","createdAt":1000,"lastUsedAt":1000,\
                "expiresAt":87400,"current":true}
                """)
    }

    // proves: separation-8
    @Test func `ends when it is deleted, while others continue`() {
        let world = AccountsWorld()
        let (one, other) = (world.token("ada"), world.signIn("ada").token ?? "none")

        let response = world.send("DELETE", "/sessions/current", as: one)

        #expect(response.status == 204)
        #expect(world.send("GET", "/items", as: one).status == 401)
        #expect(world.send("GET", "/items", as: other).status == 200)
    }
}

@Suite struct `The current user` {
    @Test func `is returned for the request's token`() {
        let world = AccountsWorld().signedIn()

        let response = world.client.send("GET", "/users/current")

        #expect(response.status == 200)
        #expect(response.text == #"{"name":"ada","email":"ada@example.org","createdAt":1000}"#)
    }

    // proves: separation-8
    @Test func `is removed with the correct password, together with its tokens`() {
        let world = AccountsWorld()
        let (one, other) = (world.token("ada"), world.signIn("ada").token ?? "none")
        let bob = world.token("bob")

        let response = world.send(
            "DELETE", "/users/current", as: one,
            json: #"{"password":"\#(AccountsWorld.password)"}"#)

        #expect(response.status == 204)
        #expect([one, other].map { world.send("GET", "/items", as: $0).status } == [401, 401])
        #expect(world.send("GET", "/items", as: bob).status == 200)
        #expect(world.signIn("ada").status == 401)
    }

    // proves: separation-8
    @Test(arguments: [
        (#"{"password":"another horse battery"}"#, 403), (#"{"password":""}"#, 403),
        (#"{}"#, 422), ("{", 400),
    ])
    func `is not removed without the correct password`(body: String, status: Int) {
        let world = AccountsWorld().signedIn()
        let before = world.state

        let response = world.client.send("DELETE", "/users/current", json: body)

        #expect(response.status == status)
        #expect(world.state == before)
        #expect(world.client.send("GET", "/users/current").status == 200)
    }
}
