import APITestSupport
import Accounts
import HTTP
import TestSupport
import Testing

@testable import API

@Suite struct `A rate limit` {
    private static let wrong = #"{"email":"ada@example.org","password":"another horse"}"#

    // proves: limits-3
    @Test func `answers 429 with the time of the next attempt`() {
        let world = AccountsWorld(rate: Rate(2, per: 60))
        let statuses = (0..<2).map { _ in
            world.client.send("POST", "/sessions", json: Self.wrong).status
        }

        let refused = world.client.send("POST", "/sessions", json: Self.wrong)
        world.ticks.advance(seconds: 31)
        let later = world.client.send("POST", "/sessions", json: Self.wrong)

        #expect(statuses == [401, 401])
        #expect(refused.status == 429)
        #expect(refused.problemName == "too-many-requests")
        #expect(refused["Retry-After"] == "30")
        #expect(refused["RateLimit-Policy"] == #""sign-in";q=2;w=60"#)
        #expect(refused["RateLimit"] == #""sign-in";r=0;t=30"#)
        #expect(later.status == 401)
    }

    // proves: limits-3
    @Test func `is checked before the body`() {
        let world = AccountsWorld(rate: Rate(1, per: 60))
        _ = world.client.send("POST", "/sessions", body: "x")

        let response = world.client.send("POST", "/sessions", body: "x")

        #expect(response.status == 429)
    }

    @Test func `applies to each address separately`() throws {
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

    /// A home has a /56, 256 networks of which each is one address to the limit.
    // proves: limits-3
    @Test(arguments: [(56, 8), (48, 32)], ["/sessions", "/users"])
    func `allows a /56 four times the requests of a /64, and a /48 sixteen times`(
        network: (bits: UInt64, allowance: Int), path: String
    ) {
        let world = AccountsWorld(rate: Rate(2, per: 60))
        let count = network.allowance + 1
        let step: UInt64 = network.bits == 56 ? 1 : 256

        let statuses = (0..<UInt64(count)).map { number in
            ask(world, path, from: 0x2001_0db8_0001_0000 + number / 2 * step)
        }
        let outside = ask(world, path, from: 0x2001_0db8_0002_0000)

        #expect(statuses.prefix(network.allowance).allSatisfy { $0 != 429 }, "\(statuses)")
        #expect(statuses.last == 429)
        #expect(outside != 429)
    }

    @Test func `does not charge refused requests to the surrounding networks`() {
        let world = AccountsWorld(rate: Rate(2, per: 60))

        let alone = (0..<20).map { _ in ask(world, "/users", from: 0x2001_0db8_0001_0000) }
        let neighbour = ask(world, "/users", from: 0x2001_0db8_0001_0001)

        #expect(alone.filter { $0 != 429 }.count == 2)
        #expect(neighbour != 429)
    }

    @Test func `does not group IPv4 addresses by prefix`() {
        let world = AccountsWorld(rate: Rate(1, per: 60))

        let statuses = (0..<20).map { number in
            world.client.peer = IPAddress(v4: 0x0A00_0000 + UInt32(number))
            return world.client.send("POST", "/users", body: "x").status
        }

        #expect(statuses.allSatisfy { $0 != 429 })
    }

    /// Sends a body that is refused; refused requests count as well.
    private func ask(_ world: AccountsWorld, _ path: String, from network: UInt64) -> Int {
        world.client.peer = IPAddress(high: network, low: 1)
        return world.client.send("POST", path, body: "x").status
    }

    // proves: limits-3
    @Test func `applies to the client's address behind a trusted proxy`() throws {
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

    // proves: limits-3
    @Test func `applies to sign-ins to one account from many addresses`() {
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

    @Test func `applies to sign-ups`() {
        let world = AccountsWorld(rate: Rate(1, per: 3_600))

        let statuses = ["ada", "bob"].map { world.signUp($0).status }

        #expect(statuses == [201, 429])
    }

    // proves: limits-3
    @Test func `of sign-ups applies to changes of the email as well, also where it is closed`() {
        let world = AccountsWorld(isSignUpOpen: false, signUpRate: Rate(3, per: 3_600))
        let (ada, bob) = (world.addedToken("ada"), world.addedToken("bob"))
        func change(_ member: String, as token: String) -> TestResponse {
            world.send(
                "PATCH", "/users/current", as: token,
                json: #"{\#(member),"currentPassword":"\#(AccountsWorld.password)"}"#)
        }

        let probes = (0..<4).map { _ in change(#""email":"bob@example.org""#, as: ada) }
        let own = change(#""email":"ada@example.org","name":"Ada""#, as: ada)
        let password = change(#""password":"kx4#Qz!90v""#, as: bob)
        world.client.peer = IPAddress(v4: 2)
        let elsewhere = change(#""email":"bob@example.org""#, as: ada)

        #expect(probes.map(\.status) == [409, 409, 409, 429])
        #expect(probes[3]["RateLimit-Policy"] == #""sign-up";q=3;w=3600"#)
        #expect([own, password, elsewhere].map(\.status) == [200, 200, 409])
    }

    // proves: limits-3
    @Test func `applies to each token separately`() {
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
