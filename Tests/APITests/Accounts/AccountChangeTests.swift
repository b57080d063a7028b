import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

private let newPassword = "kx4#Qz!90v"

@Suite struct `PATCH the current user` {
    @Test(arguments: ["application/merge-patch+json", "application/json"])
    func `changes the name and answers with the account`(type: String) {
        let world = AccountsWorld()
        let token = world.token("ada")

        let response = world.send(
            "PATCH", "/users/current", as: token, ["Content-Type": type],
            json: #"{"name":" Countess "}"#)

        #expect(response.status == 200)
        #expect(response.text == #"{"name":"Countess","email":"ada@example.org","createdAt":1000}"#)
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(world.send("GET", "/users/current", as: token).text == response.text)
    }

    // proves: separation-8
    @Test func `takes a new password with the current one, and ends all other sessions`() {
        let world = AccountsWorld()
        let (one, other) = (world.token("ada"), world.signIn("ada").token ?? "none")
        let bob = world.token("bob")

        let response = world.send(
            "PATCH", "/users/current", as: one, json: patch(#""password":"\#(newPassword)""#))

        #expect(response.status == 200)
        #expect(world.signIn("ada").status == 401)
        #expect(world.signIn("ada", password: newPassword).status == 201)
        let statuses = [one, other, bob].map { world.send("GET", "/items", as: $0).status }
        #expect(statuses == [200, 401, 200])
    }

    @Test func `takes another email with the current password`() {
        let world = AccountsWorld()
        let (token, other) = (world.token("ada"), world.signIn("ada").token ?? "none")

        let response = world.send(
            "PATCH", "/users/current", as: token, json: patch(#""email":"countess@example.org""#))

        #expect(response.status == 200)
        #expect(response.text.contains(#""email":"countess@example.org""#))
        #expect(world.signIn("ada").status == 401)
        #expect(world.signIn("countess").status == 201)
        #expect(world.send("GET", "/items", as: other).status == 200)
    }

    // proves: separation-8
    @Test(arguments: [
        (#"{"password":"\#(newPassword)","currentPassword":"another horse"}"#, 403),
        (#"{"email":"x@example.org","currentPassword":""}"#, 403),
        (#"{"email":"x@example.org","currentPassword":"correct\u0000horse"}"#, 403),
        (#"{"email":"bob@example.org","currentPassword":"\#(AccountsWorld.password)"}"#, 409),
        ("{", 400),
    ])
    func `changes nothing when it is refused`(
        body: String, status: Int
    ) {
        let world = AccountsWorld()
        world.signUp("bob")
        let token = world.token("ada")
        let other = world.signIn("ada").token ?? "none"
        let before = world.send("GET", "/users/current", as: token).text

        let response = world.send("PATCH", "/users/current", as: token, json: body)

        #expect(response.status == status)
        #expect(world.send("GET", "/users/current", as: token).text == before)
        #expect(world.send("GET", "/items", as: other).status == 200)
        #expect(world.signIn("ada").status == 201)
    }

    @Test(arguments: [
        (#"{"password":"\#(newPassword)"}"#, ["/currentPassword"]),
        (#"{"email":"x@example.org","currentPassword":null}"#, ["/currentPassword"]),
        (#"{"name":null,"email":null,"password":null}"#, ["/email", "/name", "/password"]),
        (
            #"{"name":" ","email":"x","password":"short"}"#,
            ["/currentPassword", "/email", "/name", "/password"]
        ),
        (#"{"name":1,"currentPassword":[]}"#, ["/currentPassword", "/name"]),
        (#"{"password":"password123","currentPassword":"x"}"#, ["/password"]),
        (#"{"password":"ada@example.org","currentPassword":"x"}"#, ["/password"]),
        (#"{"email":"x@example.org","currentPassword":1}"#, ["/currentPassword"]),
        (#"{"name":"Ada","nick":"A"}"#, ["/nick"]), ("[]", [""]),
    ])
    func `names every invalid member`(body: String, pointers: [String]) {
        let world = AccountsWorld().signedIn()
        let before = world.state

        let response = world.client.send("PATCH", "/users/current", json: body)

        #expect(response.status == 422)
        #expect(response.pointers?.sorted() == pointers)
        #expect(world.state == before)
    }

    @Test(arguments: ["{}", #"{"currentPassword":"x"}"#, nil])
    func `changes nothing when the body has no new value`(body: String?) {
        let world = AccountsWorld().signedIn()
        let read = world.client.send("GET", "/users/current").text

        let response = world.client.send("PATCH", "/users/current", json: body ?? read)

        #expect(response.status == 200)
        #expect(response.text == read)
        #expect(world.signIn("ada").status == 201)
    }

    // proves: limits-3
    @Test func `counts password checks against the limit, but not changes of the name`() {
        let world = AccountsWorld(rate: Rate(4, per: 60))
        let token = world.token("ada")
        let wrong = #"{"email":"x@example.org","currentPassword":"another horse"}"#
        _ = world.send("DELETE", "/users/current", as: token, json: #"{"password":"x"}"#)

        let statuses = (0..<3).map { _ in
            world.send("PATCH", "/users/current", as: token, json: wrong).status
        }
        world.ticks.advance(seconds: 15)
        let named = world.send("PATCH", "/users/current", as: token, json: #"{"name":"x"}"#)

        #expect(statuses == [403, 403, 403])
        #expect(named.status == 200)
        world.ticks.advance(seconds: 0.001)
        let other = world.signIn("ada").token ?? "none"
        let twice = (0..<2).map { _ in world.send("PATCH", "/users/current", as: other, json: wrong)
        }
        #expect(twice.map(\.status) == [403, 429])
        #expect(twice[1]["RateLimit-Policy"] == #""account";q=4;w=60"#)
    }

    @Test func `reports a storage failure as a problem and in the log`() {
        let world = AccountsWorld().signedIn()
        world.accounts.failWrites(.storage(.full("no room")))

        let response = world.client.send("PATCH", "/users/current", json: #"{"name":"x"}"#)

        #expect(response.status == 507)
        #expect(world.reports.all == [.full("no room")])
    }

    /// A body with the right password.
    private func patch(_ member: String) -> String {
        #"{\#(member),"currentPassword":"\#(AccountsWorld.password)"}"#
    }
}
