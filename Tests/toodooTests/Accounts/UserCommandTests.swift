import Foundation
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `toodoo user` {
    /// The names of the files in the folder of a world.
    private func files(_ world: CommandWorld) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
    }

    // proves: command-line-39
    @Test func `adds, lists and removes accounts`() throws {
        let world = try CommandWorld()

        let added = try world.addUser("Ann@example.org", "--name", "Ann Example")
        let list = try world.run("user", "list")
        let removed = try world.run("user", "remove", "ann@EXAMPLE.org", "--yes")

        #expect(
            added
                == .success("Ann@example.org has an account in a new database, \(world.database)"))
        #expect(
            list.output.hasPrefix(
                "EMAIL\tNAME\tCREATED\tITEMS\tLAST USED\nAnn@example.org\tAnn Example\t20"))
        #expect(list.output.hasSuffix("Z\t0\tnever\n"))
        #expect(removed == .success("ann@EXAMPLE.org is removed, with all its data"))
        #expect(try world.run("user", "list", "--json") == .success("[", "]"))
        #expect(try world.number("SELECT count(*) FROM owners") == 1)
        #expect(try world.run("check").code == 0)
    }

    /// Accounts from before the rule may have such names and emails.
    // proves: accounts-34
    @Test func `escapes invisible characters in lists`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org", "--name", "Ann Ångström")
        try world.alter(
            "UPDATE accounts SET name = 'Ann' || char(0x202E) || 'nnA', "
                + "email = 'a' || char(0x200B) || '@b'")

        let list = try world.run("user", "list")

        #expect(list.output.contains("\n" + #"a\u{200b}@b\#tAnn\u{202e}nnA\#t"#))
    }

    @Test func `ignores white space around an email`() throws {
        let world = try CommandWorld()

        let added = try world.addUser(" ann@example.org ")
        let set = try world.run("user", "password", "ann@example.org\n", input: "battery horse 7\n")
        let removed = try world.run("user", "remove", " ann@example.org", "--yes")

        #expect([added.code, set.code, removed.code] == [0, 0, 0])
        #expect(removed == .success("ann@example.org is removed, with all its data"))
    }

    // proves: command-line-39
    @Test(arguments: [
        ["user", "remove", "ann@example.org", "--yes"], ["user", "password", "ann@example.org"],
        ["token", "create", "--user", "ann@example.org"],
        ["token", "revoke", "--user", "ann@example.org"], ["token", "revoke", "4b1f0c9e77d2"],
    ])
    func `refuses a missing database and creates none`(words: [String]) throws {
        let world = try CommandWorld()

        let result = try world.run(words, input: Array("battery horse 7\n".utf8))

        #expect(result == .failure(1, "there is no database \(world.database)"))
        #expect(try files(world) == ["input"])
    }

    // proves: command-line-39
    @Test func `creates no database for a password that it refuses`() throws {
        let world = try CommandWorld()

        let refused = try world.run("user", "add", "--email", "a@example.org", input: "short\n")
        let left = try files(world)
        let added = try world.addUser("a@example.org")

        #expect(refused.code == 1)
        #expect(left == ["input"])
        #expect(added.output.contains("in a new database"))
    }

    // proves: command-line-39
    @Test func `adopts the items without an account with --adopt`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"milk"}]"#)

        let first = try world.addUser("ann@example.org", "--adopt")
        let second = try world.addUser("bob@example.org", "--adopt")
        let again = try world.addUser("ann@example.org", "--adopt")

        #expect(first.code == 0)
        #expect(
            second
                == .failure(
                    1, "an account has adopted the items that were written without accounts already"
                ))
        #expect(again.code == 1)
        #expect(
            again.error.hasSuffix(
                "toodoo export --db \(world.database) | "
                    + "toodoo import --db \(world.database) --user ann@example.org - copies them\n")
        )
        #expect(
            try world.run("export", "--user", "ann@example.org").output.contains("milk"))
    }

    @Test(arguments: [
        (["--email", "ann@example.org"], 1, "there is an account with the email"),
        (["--email", "nobody"], 64, "--email must be an email address"),
        ([], 64, "toodoo user add needs --email"),
        (["--email", "x@y", "--name", "\u{7}"], 64, "--name must be 1 to 200 characters"),
        (["--email", "x@y", "--name", "a\u{202E}"], 64, "--name must be 1 to 200 characters"),
        (["--email", "аda@y"], 64, "--email must be an email address in one script before the @"),
        (["--email", "a\u{200B}@y"], 64, "--email must be an email address without control"),
    ])
    func `refuses`(words: [String], code: Int32, sentence: String) throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        let ending = try world.run(["user", "add"] + words, input: "correct horse battery\n")

        #expect(ending.code == code)
        #expect(ending.error.hasPrefix("toodoo: \(sentence)"), "\(ending.error)")
    }

    // proves: command-line-39
    @Test(arguments: [
        ("", "needs at least 10 bytes"), ("short\n", "needs at least 10 bytes"),
        ("password123\n", "is a common password"),
        (String(repeating: "x", count: 600), "may have at most 500 bytes"),
    ])
    func `refuses a bad password`(input: String, sentence: String) throws {
        let world = try CommandWorld()
        _ = try world.addUser("bob@example.org")

        let ending = try world.run(["user", "add", "--email", "ann@example.org"], input: input)

        #expect(ending == .failure(1, "the password \(sentence)"))
        #expect(try world.number("SELECT count(*) FROM accounts") == 1)
    }

    // proves: command-line-42
    @Test func `removes no account without confirmation`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        let unconfirmed = try world.run("user", "remove", "ann@example.org", input: "")
        let unknown = try world.run("user", "remove", "bob@example.org", "--yes")

        #expect(
            unconfirmed
                == .failure(
                    1,
                    "ann@example.org was not removed; give --yes, or type the email again when asked"
                ))
        #expect(unknown == .failure(1, "there is no account with the email bob@example.org"))
        #expect(try world.number("SELECT count(*) FROM accounts") == 1)
    }

    @Test func `needs a second word`() throws {
        let world = try CommandWorld()

        let alone = try Program(["user"]).ending()
        let wrong = try Program(["user", "frob"]).ending()
        let help = try Program(["user", "--help"]).ending()
        let more = try world.run("user", "add", "--help")

        #expect(alone == .failure(64, "toodoo user needs a command; try toodoo user --help"))
        #expect(wrong == .failure(64, "there is no command \"user frob\"; try toodoo user --help"))
        #expect(help.output.hasPrefix("usage: toodoo user COMMAND"))
        #expect(more.output.hasPrefix("usage: toodoo user add --email EMAIL"))
    }
}

@Suite struct `toodoo token` {
    // proves: command-line-44
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

    /// A token without a label is a sign-in, whose lifetime the server decides, not this command.
    @Test func `labels each created token`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        _ = try world.run("token", "create", "--user", "ann@example.org", "--expires", "12h")

        #expect(try world.number("SELECT count(*) FROM tokens WHERE label = 'program'") == 1)
    }

    // proves: accounts-36, accounts-37
    @Test func `creates one that reads and does not write, and says so in the list`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        let create = ["token", "create", "--user", "ann@example.org"]
        let full = try world.run(create, input: "").output
        let reading = try world.run(create + ["--label", "report", "--read-only"], input: "").output

        let list = try world.run("token", "list").output.split(separator: "\n")
        let server = try RunningServer(database: world.database, arguments: ["--auth", "on"])
        let read = try server.get("/items", token: reading)
        let deleted = try server.send("DELETE", "/items", token: reading)
        // The body is not asked for.
        let added = try server.send(
            "POST", "/items", token: reading,
            fields: "Content-Length: 15\r\nContent-Type: application/json\r\n"
                + "Expect: 100-continue\r\n")
        let own = try server.send("DELETE", "/items", token: full)
        try server.stop()

        #expect(list.map { $0.split(separator: "\t").last } == ["SCOPE", "-", "read"])
        #expect([read, deleted, added, own].map(\.status) == [200, 403, 403, 204])
        #expect(added["Connection"] == "close")
    }

    // proves: command-line-44
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
        #expect(try world.number("SELECT revocations FROM access") == 3)
    }

    @Test(arguments: [
        (["create"], 64, "toodoo token create needs --user"),
        (["create", "--user", "a@b", "--expires", "never"], 64, "--expires must be a time"),
        (["create", "--user", "a@b", "--label", " x"], 64, "--label must be"),
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
    // proves: command-line-45
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

extension CommandWorld {
    /// Adds an account with a good password.
    /// Adds an account.
    func addUser(_ email: String, _ words: String...) throws -> Program.Ending {
        try run(["user", "add", "--email", email] + words, input: "correct horse battery\n")
    }

    fileprivate func run(_ words: [String], input: String) throws -> Program.Ending {
        try folder.write(Array(input.utf8), to: "input")
        let file = try #require(FileHandle(forReadingAtPath: folder.file("input")))
        return try Program(words + ["--db", database], input: file).ending()
    }
}
