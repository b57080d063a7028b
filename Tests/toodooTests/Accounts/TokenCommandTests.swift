import Foundation
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `toodoo token` {
    // proves: separation-6
    @Test func `creates a token, which is printed once and not stored`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        let made = try world.run(
            "token", "create", "--user", "ann@example.org", "--label", "a phone")
        let list = try world.run("token", "list")

        let token = made.output.dropLast()
        #expect(made.output.wholeMatch(of: /[\w-]{22}\.[\w-]{43}\n/) != nil)
        #expect(!made.error.contains(token))
        #expect(list.output.contains("\tann@example.org\ta phone\t"))
        let secret = try #require(token.split(separator: ".").last)
        #expect(!list.output.contains(secret))
        let bytes = try world.folder.read("items.sqlite")
        #expect(!String(decoding: bytes, as: UTF8.self).contains(secret))
    }

    /// A token without a label is a sign-in, whose lifetime the server determines, not this
    /// command.
    @Test func `labels each created token`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        _ = try world.run("token", "create", "--user", "ann@example.org", "--expires", "12h")

        #expect(try world.number("SELECT count(*) FROM tokens WHERE label = 'program'") == 1)
    }

    // proves: separation-5
    @Test func `creates the address of a calendar, which opens nothing else until it is revoked`()
        throws
    {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        let made = try world.run(
            "token", "create", "--user", "ann@example.org", "--scope", "calendar")
        let token = String(made.output.dropLast())

        let list = try world.run("token", "list").output
        let server = try RunningServer(database: world.database, arguments: ["--auth", "on"])
        let found = try server.send("GET", "/calendar/\(token).ics")
        let bearer = try server.get("/items", token: token + "\n")
        let handle = try #require(list.split(separator: "\n").last?.prefix { $0 != "\t" })
        _ = try world.run("token", "revoke", String(handle))
        let revoked = try server.send("GET", "/calendar/\(token).ics")
        try server.stop()

        #expect(made.error.hasSuffix("its calendar is at /calendar/TOKEN.ics\n"))
        #expect(list.hasSuffix("\tcalendar\n"))
        #expect(found.status == 200)
        #expect(found.text.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(bearer.status == 401)
        #expect(revoked.status == 404)
    }

    // proves: separation-5
    @Test func `creates tokens for items, or for reading alone, and says so in the list`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        let create = ["token", "create", "--user", "ann@example.org"]
        let full = try world.run(create, input: "").output
        let reading = try world.run(create + ["--label", "report", "--scope", "read"], input: "")
            .output

        let list = try world.run("token", "list").output.split(separator: "\n")
        let server = try RunningServer(database: world.database, arguments: ["--auth", "on"])
        let read = try server.get("/items", token: reading)
        let deleted = try server.send("DELETE", "/items", token: reading)
        // The server answers without requesting the body.
        let added = try server.send(
            "POST", "/items", token: reading,
            fields: "Content-Length: 15\r\nContent-Type: application/json\r\n"
                + "Expect: 100-continue\r\n")
        let own = try server.send("DELETE", "/items", token: full)
        let account = try server.get("/users/current", token: full)
        try server.stop()

        #expect(list.map { $0.split(separator: "\t").last } == ["SCOPE", "items", "read"])
        #expect(
            [read, deleted, added, own, account].map(\.status) == [200, 403, 403, 204, 403])
        #expect(added["Connection"] == "close")
    }

    // proves: separation-6
    @Test func `revokes a token by its handle, and all of an account`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        for _ in 0..<3 { _ = try world.run("token", "create", "--user", "ann@example.org") }
        let handle = try world.firstTokenHandle()

        let one = try world.run("token", "revoke", handle)
        let again = try world.run("token", "revoke", handle)
        let all = try world.run("token", "revoke", "--user", "ann@example.org")

        #expect(one == .success("revoked 1 token"))
        #expect(again == .failure(1, "there is no token \(handle); try toodoo token list"))
        #expect(all == .success("revoked 2 tokens"))
        #expect(
            try world.run("token", "list", "--user", "ann@example.org")
                == .success("HANDLE\tEMAIL\tLABEL\tCREATED\tLAST USED\tEXPIRES\tSCOPE"))
        #expect(try world.number("SELECT revocations FROM access") == 2)
    }

    // proves: separation-4
    @Test func `revokes a token with those that it has made`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        for _ in 0..<3 { _ = try world.run("token", "create", "--user", "ann@example.org") }
        let handle = try world.firstTokenHandle()
        let maker = "(SELECT selector FROM tokens WHERE lower(hex(selector)) LIKE '\(handle)%')"
        try world.alter(
            """
            UPDATE tokens SET made_by = \(maker) WHERE selector =
            (SELECT max(selector) FROM tokens WHERE selector <> \(maker))
            """)

        let revoked = try world.run("token", "revoke", handle)

        #expect(revoked == .success("revoked 2 tokens"))
        #expect(try world.number("SELECT count(*) FROM tokens") == 1)
    }

    @Test(arguments: [
        (["create"], 64, "toodoo token create needs --user"),
        (["create", "--user", "a@b", "--expires", "never"], 64, "--expires must be a time"),
        (["create", "--user", "a@b", "--label", " x"], 64, "--label must be"),
        (
            ["create", "--user", "a@b", "--scope", "all"], 64,
            "--scope must be items, read or calendar"
        ),
        (["create", "--user", "a@b"], 1, "there is no account with the email a@b"),
        (["list", "--user", "a@b"], 1, "there is no account with the email a@b"),
        (["revoke"], 64, "toodoo token revoke needs a handle"),
        (["revoke", "xyz"], 64, "the handle must be 4 to 12 hexadecimal digits"),
        (["revoke", "abcd", "--user", "a@b"], 64, "unexpected argument \"abcd\""),
    ])
    func `refuses`(words: [String], code: Int32, sentence: String) throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        let ending = try world.run(["token"] + words, input: "")

        #expect(ending.code == code)
        #expect(ending.error.hasPrefix("toodoo: \(sentence)"), "\(ending.error)")
    }
}

@Suite struct `A restore` {
    // proves: durable-6
    @Test(arguments: [(["--keep-tokens"], 1), ([], 0)])
    func `revokes all tokens, except with --keep-tokens`(words: [String], left: Int) throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        _ = try world.run("token", "create", "--user", "ann@example.org")
        _ = try world.run("backup", world.folder.file("copy"))
        _ = try world.run("token", "revoke", "--user", "ann@example.org")

        let ending = try world.run(["restore", world.folder.file("copy")] + words, input: "")

        #expect(ending.code == 0, "\(ending)")
        #expect(try world.number("SELECT count(*) FROM tokens") == left)
        #expect(try world.number("SELECT count(*) FROM accounts") == 1)
    }
}
