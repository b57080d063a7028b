import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct `toodoo export` {
    // proves: operation-9
    @Test func `writes the body of GET /items, byte for byte, while the server runs`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        _ = try server.send(
            "POST", "/items", json: #"[{"title":"Done","done":true},{"title":"\u00e9\""}]"#)

        let ending = try world.run("export")

        #expect(ending.code == 0)
        #expect(ending.error == "")
        #expect(ending.output == (try server.send("GET", "/items").text))
    }

    // proves: operation-9
    @Test(arguments: ["json", "ndjson"])
    func `writes each member as an import reads it`(format: String) throws {
        let (world, other) = (try CommandWorld(), try CommandWorld())
        let items = try MemberRow.items()
        _ = try world.run("import", "-", input: Node.list(items).json)

        let ending = try other.run("import", "-", input: try world.exported(format))

        #expect(ending.code == 0)
        let found = try Node(json: Array(try other.exported().utf8)).elements.map(\.content)
        let isDone = Node.bool(true)
        #expect(
            found == items.filter { $0["done"] != isDone } + items.filter { $0["done"] == isDone })
    }

    // proves: operation-9
    @Test func `writes one object per line with --format ndjson`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"},{"title":"b"}]"#)

        let lines = try world.exported("ndjson").split(separator: "\n")

        #expect(lines.count == 2)
        #expect("[\(lines.joined(separator: ","))]" == (try world.exported()))
    }

    // proves: operation-9
    @Test(arguments: [("json", "[]\r\n"), ("ndjson", "")])
    func `ends with a line feed at a terminal`(format: String, shown: String) throws {
        let world = try CommandWorld()
        let terminal = try PseudoTerminal()
        _ = try world.run("import", "-", input: "[]")

        let ending = try Program(
            ["export", "--format", format, "--db", world.database],
            redirection: "> \(terminal.path)"
        ).ending()

        #expect(ending.code == 0)
        #expect(try terminal.shown() == shown)
    }

    @Test func `of no items is an empty array`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")

        #expect(try world.exported() == "[]")
        #expect(try world.exported("ndjson") == "")
    }

    @Test(arguments: [
        (["ann@example.org"], "the account that there is"),
        (["ann@example.org", "bob@example.org"], "the 2 accounts that there are"),
    ])
    func `prints a hint that accounts have separate items`(emails: [String], owners: String) throws
    {
        let world = try CommandWorld()
        for email in emails { _ = try world.addUser(email) }

        let ending = try world.run("export")
        let hers = try world.run("export", "--user", emails[0])

        let hint = "these are not the items of \(owners); --user EMAIL exports those of one"
        #expect(ending == Program.Ending(code: 0, output: "[]", error: "toodoo: \(hint)\n"))
        #expect(hers == Program.Ending(code: 0, output: "[]", error: ""))
    }

    @Test func `creates a file that only its user can read`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let path = world.folder.file("out.json")

        let ending = try world.run("export", path)

        #expect(ending == Program.Ending(code: 0, output: "", error: ""))
        #expect(try world.text("out.json") == world.exported())
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `does not overwrite an existing file`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        try world.folder.write([1], to: "out.json")
        let path = world.folder.file("out.json")

        let ending = try world.run("export", path)

        #expect(ending == .failure(1, "\(path) exists already; choose another name"))
        #expect(try world.folder.read("out.json") == [1])
    }

    @Test func `fails on a full disk`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)

        let ending = try Program(
            ["export", "--db", world.database], redirection: ">/dev/full"
        ).ending()

        #expect(ending == .failure(1, "standard input or output: No space left on device"))
    }

    @Test func `refuses a missing database, and creates none`() throws {
        let world = try CommandWorld()

        let ending = try world.run("export")

        #expect(ending == .failure(1, "there is no database \(world.database)"))
        #expect(try world.names() == [])
    }

    @Test func `refuses a database with an older schema`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        try world.takeBackLastMigration()

        let ending = try world.run("export")

        #expect(
            ending
                == .failure(
                    1,
                    "\(world.database) was written by an older toodoo; "
                        + "bring it up to date with toodoo migrate"))
    }
}
