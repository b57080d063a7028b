import APITestSupport
import Accounts
import HTTP
import TestSupport
import Testing

@testable import API

@Suite struct `Who asks too often` {
    private static let wrong = #"{"email":"ada@example.org","password":"another horse"}"#

    // proves: accounts-26
    @Test func `is told when to come again`() {
        let world = AccountsWorld(rate: Rate(2, per: 60))
        let statuses = (0..<2).map { _ in
            world.client.send("POST", "/sessions", json: Self.wrong).status
        }

        let refused = world.client.send("POST", "/sessions", json: Self.wrong)
        world.ticks.pass(seconds: 31)
        let later = world.client.send("POST", "/sessions", json: Self.wrong)

        #expect(statuses == [401, 401])
        #expect(refused.status == 429)
        #expect(refused.problemName == "too-many-requests")
        #expect(refused["Retry-After"] == "30")
        #expect(refused["RateLimit-Policy"] == #""sign-in";q=2;w=60"#)
        #expect(refused["RateLimit"] == #""sign-in";r=0;t=30"#)
        #expect(later.status == 401)
    }

    // proves: accounts-26
    @Test func `is told so before anything else is looked at`() {
        let world = AccountsWorld(rate: Rate(1, per: 60))
        _ = world.client.send("POST", "/sessions", body: "x")

        let response = world.client.send("POST", "/sessions", body: "x")

        #expect(response.status == 429)
    }

    @Test func `does not delay other addresses`() throws {
        let world = AccountsWorld(rate: Rate(1, per: 60))
        let (here, there) = (IPAddress(v4: 1), IPAddress(v4: 2))

        let statuses = [here, here, there].enumerated().map { number, address in
            world.client.peer = address
            return world.client.send(
                "POST", "/sessions", json: #"{"email":"\#(number)@b","password":"x"}"#
            ).status
        }

        #expect(statuses == [401, 429, 401])
    }

    // proves: accounts-27
    @Test func `is known behind a proxy that is named`() throws {
        let proxy = try #require(AddressRange("10.0.0.7"))
        let world = AccountsWorld(rate: Rate(1, per: 60), proxies: [proxy])
        world.client.peer = IPAddress(v4: 10 << 24 | 7)

        let statuses = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "1.1.1.1, 192.0.2.2"].enumerated()
            .map { number, address in
                world.client.send(
                    "POST", "/sessions",
                    ["X-Forwarded-For": address, "Content-Type": "application/json"],
                    body: #"{"email":"\#(number)@b","password":"x"}"#
                ).status
            }

        #expect(statuses == [401, 429, 401, 429])
    }

    // proves: accounts-26
    @Test func `cannot guess at one account from many addresses`() {
        let world = AccountsWorld(rate: Rate(2, per: 60))

        let answers = (0..<3).map { number in
            world.client.peer = IPAddress(v4: UInt32(number))
            let email = ["ada@example.org", "ADA@example.org", "ada@EXAMPLE.org"][number]
            return world.client.send(
                "POST", "/sessions", json: #"{"email":"\#(email)","password":"x"}"#)
        }

        #expect(answers.map(\.status) == [401, 401, 429])
        #expect(answers[2]["RateLimit-Policy"] == #""account";q=2;w=60"#)
    }

    @Test func `makes no more accounts`() {
        let world = AccountsWorld(rate: Rate(1, per: 3_600))

        let statuses = ["ada", "bob"].map { world.signUp($0).status }

        #expect(statuses == [201, 429])
    }

    // proves: accounts-26
    @Test func `has a token that is used up, and another that is not`() {
        let world = AccountsWorld(rate: Rate(3, per: 60))
        let (one, other) = (world.token("ada"), world.signIn("ada").token ?? "none")

        let statuses = (0..<4).map { _ in world.send("GET", "/items", as: one).status }
        let refused = world.send("GET", "/items", as: one)
        let free = world.send("GET", "/items", as: other)

        #expect(statuses == [200, 200, 200, 429])
        #expect(refused["RateLimit-Policy"] == #""token";q=3;w=60"#)
        #expect(free.status == 200)
    }
}
