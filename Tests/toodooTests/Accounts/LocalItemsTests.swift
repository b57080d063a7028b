import TestSupport
import Testing

@Suite struct `Items without an account` {
    private static func world(items: Int) throws -> CommandWorld {
        let world = try CommandWorld()
        let array = (0..<items).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
        _ = try world.run("import", "-", input: "[\(array)]")
        return world
    }

    @Test func `are reported at a start with accounts, with the command that adopts them`() throws {
        let world = try Self.world(items: 12)
        let server = try RunningServer(
            database: world.database, arguments: ["--auth", "on", "--page", "off"])
        defer { _ = try? server.stop() }

        let lines = try [server.program.errorLine(), server.program.errorLine()]
        let command = try #require(
            lines[0].firstMatch(of: /toodoo (user add .+? --adopt) \(in a con/))
        let arguments = String(command.output.1)
        _ = try shell("echo 'correct horse battery' | \(toodooBinary()) \(arguments)")

        #expect(
            lines[1].hasSuffix(
                """
                 warning: 12 items were written without accounts and no account sees them; toodoo \
                user add --db \(world.database) --email EMAIL --adopt makes them those of a new account
                """), "\(lines[1])")
        let users = try world.run("user", "list")
        #expect(users.output.contains("you@example.org\tyou\t"))
        #expect(users.output.contains("\t12\tnever"))
    }

    @Test func `are reported when an account is added without them`() throws {
        let world = try Self.world(items: 1)

        let without = try world.addUser("ann@example.org")
        let with = try world.addUser("bob@example.org", "--adopt")
        let after = try world.addUser("eve@example.org")

        #expect(
            without
                == .init(
                    code: 0, output: "added the account ann@example.org\n",
                    error: """
                        toodoo: 1 item was written without accounts and stays without one; --adopt \
                        makes it the new account's, toodoo export --db \(world.database) | toodoo \
                        import --db \(world.database) --user ann@example.org - copies it

                        """))
        #expect(
            with
                == .success(
                    "added the account bob@example.org, with the 1 item that was written without accounts"
                ))
        #expect(after == .success("added the account eve@example.org"))
    }

    @Test func `are not reported if there are none`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        let server = try RunningServer(database: world.database, arguments: ["--auth", "on"])
        defer { _ = try? server.stop() }

        let lines = try [server.program.errorLine(), server.program.errorLine()]
        #expect(lines[0].contains(" info: sign-up is open"))
        #expect(lines[1].hasSuffix(" info: the database is \(world.database)"))
        #expect(
            try world.addUser("bob@example.org", "--adopt")
                == .success("added the account bob@example.org"))
    }

    @Test func `are not reported after an account has adopted them`() throws {
        let world = try Self.world(items: 2)
        _ = try world.addUser("ann@example.org", "--adopt")
        let server = try RunningServer(database: world.database, arguments: ["--auth", "on"])
        defer { _ = try? server.stop() }

        let lines = try [server.program.errorLine(), server.program.errorLine()]
        #expect(lines[0].contains(" info: sign-up is open"))
        #expect(lines[1].hasSuffix(" info: the database is \(world.database)"))
    }

    @Test(arguments: [
        ([], ""), (["bob@example.org"], "; --user EMAIL exports those of another account"),
    ])
    func `are exported as those of the account that adopted them`(
        others: [String], end: String
    ) throws {
        let world = try Self.world(items: 1)
        _ = try world.addUser("ann@example.org", "--adopt")
        for other in others { _ = try world.addUser(other) }

        let ending = try world.run("export")

        #expect(ending.output.contains(#""title":"0""#))
        #expect(
            ending.error
                == "toodoo: these are the items of ann@example.org, which adopted those that were "
                + "written without accounts\(end)\n")
    }
}

@Suite struct `toodoo user add with a missing database` {
    @Test func `reports that it creates one`() throws {
        let world = try CommandWorld()

        let first = try world.addUser("ann@example.org")
        let second = try world.addUser("bob@example.org")

        #expect(
            first
                == .success(
                    "added the account ann@example.org in a new database, \(world.database)"))
        #expect(second == .success("added the account bob@example.org"))
    }
}
