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

    /// A home has a /56, 256 networks of which each is one address to the limit.
    // proves: accounts-35
    @Test(arguments: [(56, 8), (48, 32)], ["/sessions", "/users"])
    func `has four times as much in a /56, and sixteen times in a /48`(
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

    @Test func `uses up nothing of the networks around by what is refused`() {
        let world = AccountsWorld(rate: Rate(2, per: 60))

        let alone = (0..<20).map { _ in ask(world, "/users", from: 0x2001_0db8_0001_0000) }
        let neighbour = ask(world, "/users", from: 0x2001_0db8_0001_0001)

        #expect(alone.filter { $0 != 429 }.count == 2)
        #expect(neighbour != 429)
    }

    @Test func `has one allowance in IPv4, whatever the address begins with`() {
        let world = AccountsWorld(rate: Rate(1, per: 60))

        let statuses = (0..<20).map { number in
            world.client.peer = IPAddress(v4: 0x0A00_0000 + UInt32(number))
            return world.client.send("POST", "/users", body: "x").status
        }

        #expect(statuses.allSatisfy { $0 != 429 })
    }

    /// Asks with a body that is refused, which counts as well.
    private func ask(_ world: AccountsWorld, _ path: String, from network: UInt64) -> Int {
        world.client.peer = IPAddress(high: network, low: 1)
        return world.client.send("POST", path, body: "x").status
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
