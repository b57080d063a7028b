import Foundation
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `toodoo user` {
    /// The names of the files in the folder of a world.
    private func files(_ world: CommandWorld) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
    }

    @Test func `adds, lists and removes accounts`() throws {
        let world = try CommandWorld()

        let added = try world.addUser("Ann@example.org", "--name", "Ann Example")
        let list = try world.run("user", "list")
        let removed = try world.run("user", "remove", "ann@EXAMPLE.org", "--yes")

        #expect(
            added
                == .success(
                    "added the account Ann@example.org in a new database, \(world.database)"))
        #expect(
            list.output.hasPrefix(
                "EMAIL\tNAME\tCREATED\tITEMS\tLAST USED\nAnn@example.org\tAnn Example\t20"))
        #expect(list.output.hasSuffix("Z\t0\tnever\n"))
        #expect(removed == .success("ann@EXAMPLE.org is removed, with all its data"))
        #expect(try world.run("user", "list", "--json") == .success("[", "]"))
        #expect(try world.number("SELECT count(*) FROM owners") == 1)
        #expect(try world.run("check").code == 0)
    }

    /// Accounts that are older than the rule may have such names and emails.
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

    @Test(arguments: [
        ["user", "remove", "ann@example.org", "--yes"], ["user", "password", "ann@example.org"],
        ["token", "create", "--user", "ann@example.org"],
        ["token", "revoke", "--user", "ann@example.org"], ["token", "revoke", "4b1f0c9e77d2"],
    ])
    func `refuses a missing database and creates none`(words: [String]) throws {
        let world = try CommandWorld()

        let result = try world.run(words, input: "battery horse 7\n")

        #expect(result == .failure(1, "there is no database \(world.database)"))
        #expect(try files(world) == ["input"])
    }

    @Test func `creates no database for a password that it refuses`() throws {
        let world = try CommandWorld()

        let refused = try world.run("user", "add", "--email", "a@example.org", input: "short\n")
        let left = try files(world)
        let added = try world.addUser("a@example.org")

        #expect(refused.code == 1)
        #expect(left == ["input"])
        #expect(added.output.contains("in a new database"))
    }

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

extension CommandWorld {
    /// Adds an account with a good password.
    func addUser(_ email: String, _ words: String...) throws -> Program.Ending {
        try run(["user", "add", "--email", email] + words, input: "correct horse battery\n")
    }

    /// Runs a command with this text on its standard input.
    func run(_ words: [String], input: String) throws -> Program.Ending {
        try run(words, input: Array(input.utf8))
    }
}
