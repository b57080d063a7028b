import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A sign-in by a proxy` {
    private static let proxy = IPAddress(v4: 0x7F00_0001)

    /// A world behind a proxy that names users in Remote-Email.
    private func world(
        isSignUpOpen: Bool = false, rate: Rate? = nil, origins: [WebOrigin] = []
    ) throws -> AccountsWorld {
        let world = AccountsWorld(
            origins: origins, isSignUpOpen: isSignUpOpen, rate: rate,
            proxies: [try #require(AddressRange("127.0.0.1"))],
            proxyUser: ProxyUserField("Remote-Email"))
        world.client.peer = Self.proxy
        return world
    }

    @Test func `makes an account without a password for a new email, whatever sign-up says`()
        throws
    {
        let world = try world()

        let response = world.client.send("POST", "/sessions", ["Remote-Email": "Ada@example.org"])

        #expect(response.status == 201)
        #expect(response["Cache-Control"] == "no-store")
        let account = world.send("GET", "/users/current", as: response.token ?? "none")
        #expect(account.text == #"{"name":"Ada","email":"Ada@example.org","createdAt":1000}"#)
        #expect(world.signIn("ada").problemName == "wrong-credentials")
    }

    @Test func `is of the account with this email, in any letter case`() throws {
        let world = try world()
        let token = world.addedToken("ada")
        let sent = world.send("POST", "/items", as: token, json: #"{"title":"Milk"}"#)

        let response = world.client.send("POST", "/sessions", ["REMOTE-EMAIL": "ADA@Example.org"])

        #expect(sent.status == 201)
        let items = world.send("GET", "/items", as: response.token ?? "none")
        #expect(items.text.contains("Milk"))
        #expect(world.signIn("ada").status == 201)
    }

    @Test(arguments: [nil, 0x0A00_0001] as [UInt32?], ["", #"{"email":"a@b","password":"x"}"#])
    func `is 403 from another address, with and without a body`(
        address: UInt32?, body: String
    ) throws {
        let world = try world()
        world.client.peer = address.map { IPAddress(v4: $0) }

        let response = world.client.send(
            "POST", "/sessions",
            [
                "Remote-Email": "ada@example.org", "X-Forwarded-For": "127.0.0.1",
                "Content-Type": "application/json",
            ], body: body)

        #expect(response.status == 403)
        #expect(response.problemName == "proxy-user-refused")
        #expect(world.accounts.writes == [])
    }

    @Test(arguments: [
        "", "ada", "a@b@c", "a b@example.org", "@", "a@b, c@d", "\u{430}da@example.org",
        "ada@example.org\u{200B}", String(repeating: "a", count: 251) + "@b.c",
    ])
    func `is 403 without an email that an account can have`(value: String) throws {
        let world = try world()

        let response = world.client.send("POST", "/sessions", ["Remote-Email": value])

        #expect(response.status == 403)
        #expect(response.problemName == "proxy-user-refused")
        #expect(world.accounts.writes == [])
    }

    @Test func `is 403 with a field that is not UTF-8, or comes twice`() throws {
        let world = try world()
        let head = "POST /sessions HTTP/1.1\r\nHost: a\r\n"
        let fields = [
            Array("Remote-Email: ada".utf8) + [0xFF] + Array("@example.org\r\n".utf8),
            Array("Remote-Email: a@b.example\r\nremote-email: c@d.example\r\n".utf8),
            Array("Remote-Email: a@b.example\r\nRemote-Email:\r\n".utf8),
        ]

        let responses = fields.map { lines in
            world.client.send(Array(head.utf8) + lines + Array("\r\n".utf8))
        }

        #expect(responses.map(\.status) == [403, 403, 403])
        #expect(responses.map(\.problemName) == Array(repeating: "proxy-user-refused", count: 3))
        #expect(world.accounts.writes == [])
    }

    @Test func `leaves a password in the body to sign in its own account`() throws {
        let world = try world()
        _ = world.addedToken("bob")

        let response = world.client.send(
            "POST", "/sessions",
            ["Remote-Email": "ada@example.org", "Content-Type": "application/json"],
            body: #"{"email":"bob@example.org","password":"\#(AccountsWorld.password)"}"#)

        let account = world.send("GET", "/users/current", as: response.token ?? "none")
        #expect(account.text.contains("bob@example.org"))
    }

    @Test func `needs the option, and the field`() throws {
        let without = AccountsWorld(proxies: [try #require(AddressRange("127.0.0.1"))])
        without.client.peer = Self.proxy
        let fields = ["Remote-Email": "ada@example.org"]

        #expect(without.client.send("POST", "/sessions", fields).problemName == "bad-json")
        #expect(try world().client.send("POST", "/sessions").problemName == "bad-json")
    }

    @Test func `is not for other requests, whose tokens stay valid from anywhere`() throws {
        let world = try world()
        let token = world.addedToken("bob")
        world.client.peer = IPAddress(v4: 0x0A00_0001)
        let fields = ["Remote-Email": "ada@example.org"]

        let own = world.send("GET", "/users/current", as: token, fields)
        let none = world.client.send("GET", "/items", fields)

        #expect(own.text.contains("bob@example.org"))
        #expect(none.status == 401)
    }

    /// A page of another site can send the request with the cookie of the proxy.
    @Test(arguments: [
        ["Sec-Fetch-Site": "cross-site"], ["Origin": "https://evil.example"],
    ])
    func `is refused to a page of another site`(fields: [String: String]) throws {
        let world = try world()

        let response = world.client.send(
            "POST", "/sessions",
            fields.merging(["Remote-Email": "ada@example.org"]) { first, _ in first })

        #expect(response.status == 403)
        #expect(response.problemName == "foreign-page")
        #expect(world.accounts.writes == [])
    }

    @Test func `counts against the rate of sign-ins`() throws {
        let world = try world(rate: Rate(1, per: 60))
        let fields = ["Remote-Email": "ada@example.org"]

        let statuses = (0..<2).map { _ in
            world.client.send("POST", "/sessions", fields).status
        }

        #expect(statuses == [201, 429])
    }

    @Test func `does not take the current password, which there is none of`() throws {
        let world = try world()
        let token =
            world.client.send("POST", "/sessions", ["Remote-Email": "ada@example.org"])
            .token ?? "none"

        let changed = world.send(
            "PATCH", "/users/current", as: token, ["Content-Type": "application/merge-patch+json"],
            json: #"{"password":"a new horse battery","currentPassword":"x"}"#)
        let removed = world.send(
            "DELETE", "/users/current", as: token, json: #"{"password":"a new horse battery"}"#)

        #expect([changed, removed].map(\.problemName) == ["wrong-password", "wrong-password"])
    }
}

@Suite struct `The name of a field for a proxy's user` {
    @Test(arguments: [
        "Remote-Email", "X-authentik-email", "X-Forwarded-Email", "Tailscale-User-Login",
    ])
    func `is any token`(name: String) {
        #expect(ProxyUserField(name)?.name == name.lowercased())
    }

    @Test(arguments: ["", " ", "Remote Email", "Remote-Email:", "é", "Authorization", "host"])
    func `is none that the server reads, and nothing else`(name: String) {
        #expect(ProxyUserField(name) == nil)
    }
}
