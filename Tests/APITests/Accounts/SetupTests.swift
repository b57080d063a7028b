import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `POST a user with a set-up token` {
    /// A world without sign-up that offers the token.
    private func world(_ token: SetupToken, rate: Rate? = nil) -> AccountsWorld {
        let world = AccountsWorld(isSignUpOpen: false, signUpRate: rate)
        world.accounts.submit(.offerSetup(token.digest)) { _ in }
        return world
    }

    @Test func `makes the first account, which adopts the local items`() throws {
        let token = SetupToken.random()
        let world = world(token)

        let response = world.setUp("ada", token.revealed)

        #expect(response.status == 201)
        #expect(response.text == #"{"name":"ada","email":"ada@example.org","createdAt":1000}"#)
        #expect(world.signIn("ada").status == 201)
        let stored = try #require(
            try world.accounts.credentials(of: Email(stored: "ada@example.org")))
        #expect(stored.owner.key == Owner.localKey)
    }

    @Test func `is 403 a second time, and with any other token`() {
        let token = SetupToken.random()
        let world = world(token)

        let wrong = [
            SetupToken.random().revealed, "", "x", token.revealed + "A",
            String(token.revealed.dropLast()), String(repeating: "\u{1F512}", count: 43),
            String(repeating: "A", count: 10_000),
        ].map { world.setUp("eve", $0) }
        let first = world.setUp("ada", token.revealed)
        let second = world.setUp("eve", token.revealed)

        for response in wrong + [second] {
            #expect(response.status == 403)
            #expect(response.problemName == "setup-ended")
            #expect(!response.text.contains(token.revealed))
        }
        #expect(first.status == 201)
        #expect(world.signIn("eve").status == 401)
    }

    /// Otherwise anyone could find out the emails of accounts although sign-up is closed.
    @Test func `does not tell with a wrong token which emails have accounts`() {
        let world = AccountsWorld(isSignUpOpen: false)
        _ = world.addedToken("ada")

        let responses = ["ada", "eve"].map { world.setUp($0, SetupToken.random().revealed) }

        #expect(responses.map(\.problemName) == ["setup-ended", "setup-ended"])
    }

    @Test func `keeps the token while members are invalid`() {
        let token = SetupToken.random()
        let world = world(token)

        let short = world.client.send(
            "POST", "/users",
            json: """
                {"name":"Ada","email":"nobody","password":"x","setupToken":"\(token.revealed)"}
                """)
        let typed = world.client.send(
            "POST", "/users",
            json: """
                {"name":"Ada","email":"a@b","password":"correct horse","setupToken":7}
                """)
        let right = world.setUp("ada", token.revealed)

        #expect(short.pointers?.sorted() == ["/email", "/password"])
        #expect(typed.pointers == ["/setupToken"])
        #expect(right.status == 201)
    }

    @Test func `counts against the rate of sign-ups`() {
        let world = world(.random(), rate: Rate(2, per: 3_600))

        let statuses = (0..<3).map { _ in
            world.setUp("ada", SetupToken.random().revealed).status
        }

        #expect(statuses == [403, 403, 429])
    }

    @Test func `is a sign-up as any other with null`() {
        let closed = AccountsWorld(isSignUpOpen: false)
        let body = #"{"name":"A","email":"a@b","password":"correct horse","setupToken":null}"#

        #expect(closed.client.send("POST", "/users", json: body).problemName == "sign-up-closed")
        #expect(AccountsWorld().client.send("POST", "/users", json: body).status == 201)
    }
}

extension AccountsWorld {
    fileprivate func setUp(_ name: String, _ token: String) -> TestResponse {
        client.send(
            "POST", "/users",
            json: """
                {"name":"\(name)","email":"\(name)@example.org","password":"\(Self.password)",\
                "setupToken":"\(token)"}
                """)
    }
}
