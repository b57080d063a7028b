import Foundation
import Items
import PostgreSQL
import PostgresTestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `toodoo copy` {
    // proves: durable-8
    @Test func `from a file to a server and back returns the same content, byte for byte`() throws {
        let source = try CommandWorld()
        let tokens = try fill(source)
        let (server, other) = (try CommandWorld(onServer: ()), try CommandWorld(onServer: ()))
        let file = try CommandWorld()
        let again = try CommandWorld()
        let chain = [source, server, other, file, again]

        let endings = try zip(chain, chain.dropFirst()).map { try copy($0, to: $1) }

        let count = try 700 + MemberRow.items().count
        for (ending, pair) in zip(endings, zip(chain, chain.dropFirst())) {
            #expect(
                ending
                    == .success(
                        "\(pair.0.database) is copied to \(pair.1.database): 2 accounts, \(count) items"
                    )
            )
        }
        let words =
            [["--user", "ann@example.org"], ["--user", "bob@example.org"], []].map {
                ["export", "--format", "ndjson"] + $0
            } + [["token", "list"], ["user", "list", "--json"]]
        let expected = try words.map { try source.run($0, input: []).output }
        for world in chain.dropFirst() {
            #expect(try words.map { try world.run($0, input: []).output } == expected)
            #expect(try world.run("check").code == 0)
        }
        for world in [server, again] {
            let running = try RunningServer(database: world.database, arguments: ["--auth", "on"])
            let signIn = try running.send(
                "POST", "/sessions",
                json: #"{"email":"bob@example.org","password":"correct horse battery"}"#)
            let items = try running.get("/items?limit=1", token: tokens.full)
            let read = try running.get("/items?limit=1", token: tokens.readOnly)
            let written = try running.send("DELETE", "/items", token: tokens.readOnly)
            try running.stop()
            #expect(signIn.status == 201)
            #expect([items, read, written].map(\.status) == [200, 200, 403])
        }
    }

    // proves: durable-8
    @Test(arguments: [false, true])
    func `assigns a new epoch to each owner, and keys after the old ones`(
        isToServer: Bool
    ) throws {
        let source = try CommandWorld()
        _ = try fill(source)
        let target = isToServer ? try CommandWorld(onServer: ()) : try CommandWorld()
        let token = try changeToken(of: source)

        let ending = try copy(source, to: target)
        let server = try RunningServer(database: target.database)
        let old = try server.send("GET", "/items/changes?since=\(token)")
        let added = try server.send("POST", "/items", json: #"{"title":"Bread"}"#)
        let user = try target.run(
            "user", "add", "--email", "cleo@example.org", input: "correct horse battery\n")
        try server.stop()

        #expect(ending.code == 0)
        #expect(old.status == 410)
        #expect(added.status == 201)
        #expect(user.code == 0)
        #expect(try target.run("check").code == 0)
    }

    // proves: durable-8
    @Test func `refuses a target that is not empty or in use`() throws {
        let source = try CommandWorld()
        _ = try source.run("import", "-", input: #"[{"title":"Milk"}]"#)
        let (used, full) = (try CommandWorld(onServer: ()), try CommandWorld(onServer: ()))
        _ = try full.run("import", "-", input: #"[{"title":"Bread"}]"#)
        let server = try RunningServer(database: used.database + "&application_name=another")

        let toUsed = try copy(source, to: used)
        let toFull = try copy(source, to: full)
        let toFile = try copy(full, to: source)
        try server.stop()
        let toIdle = try copy(source, to: used)

        #expect(toUsed.code == 1)
        #expect(toUsed.error.contains("\(used.database) is in use by "))
        #expect(toUsed.error.hasSuffix(" (another); stop the servers first\n"))
        #expect(
            toFull
                == .failure(
                    1,
                    "\(full.database) has accounts or items already; toodoo copy needs an empty "
                        + "database"))
        #expect(toFile == .failure(1, "\(source.database) exists already; choose another name"))
        #expect(toIdle.code == 0)
        #expect(try full.exported().contains("Bread"))
    }

    // proves: durable-8
    @Test func `that fails leaves a server empty`() throws {
        let source = try CommandWorld()
        _ = try fill(source)
        let target = try CommandWorld(onServer: ())
        _ = try target.run("migrate")
        try alter(target, "ALTER TABLE items ADD CONSTRAINT bad CHECK (title <> '650')")

        let broken = try copy(source, to: target)
        let left = try target.run("check").output
        try alter(target, "ALTER TABLE items DROP CONSTRAINT bad")
        let whole = try copy(source, to: target)

        #expect(broken.code == 1)
        #expect(broken.error.hasPrefix("toodoo: \(target.database): storage failed: "))
        #expect(broken.error.hasSuffix("; nothing was copied\n"))
        #expect(left.hasPrefix("owners 0, items 0, tombstones 0, changes in the log 0\n"))
        #expect(whole.code == 0)
    }

    // proves: durable-8
    @Test func `that fails leaves no file, and names the failed database`() throws {
        let source = try CommandWorld(onServer: ())
        _ = try fill(source)
        let (target, damaged) = (try CommandWorld(), try CommandWorld())
        _ = try damaged.run("import", "-", input: #"[{"title":"Milk"}]"#)
        try damaged.alter("UPDATE items SET title = CAST(x'ff' AS TEXT)")

        let full = try Program(
            ["copy", "--from", source.database, "--to", target.database],
            prelude: "trap '' XFSZ; ulimit -f 300;", redirection: ""
        ).ending()
        let unreadable = try copy(damaged, to: target)

        #expect(full.code == 1)
        #expect(full.error.hasPrefix("toodoo: \(target.database): "))
        #expect(unreadable.code == 1)
        #expect(
            unreadable.error.hasPrefix("toodoo: \(damaged.database): the database is damaged: "))
        #expect(try target.names() == [])
    }

    // proves: durable-8
    @Test func `reads a snapshot of a source in use`() throws {
        let (source, target) = (try CommandWorld(), try CommandWorld(onServer: ()))
        let server = try RunningServer(database: source.database)
        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)

        let ending = try copy(source, to: target)
        let added = try server.send("POST", "/items", json: #"{"title":"Bread"}"#)
        try server.stop()

        #expect(ending.code == 0)
        #expect(added.status == 201)
        #expect(try target.exported().contains("Milk"))
        #expect(!(try target.exported().contains("Bread")))
    }

    @Test(.enabled(if: allocationsAreCounted, "A sanitizer takes memory of its own."))
    func `needs less memory than the size of the database`() throws {
        let source = try CommandWorld()
        let text = String(repeating: "long ", count: 3_200)
        let lines = (0..<4_000).map { #"{"title":"\#($0)","itemDescription":"\#(text)"}"# }
        _ = try source.run(
            ["import", "-"], input: Array(lines.joined(separator: "\n").utf8))
        let target = try CommandWorld(onServer: ())

        let ending = try Program(
            ["copy", "--from", source.database, "--to", target.database],
            prelude: "ulimit -d \(48 * 1_024);", redirection: ""
        ).ending()

        #expect(ending.code == 0, "\(ending.error)")
        #expect(ending.output.hasSuffix(": 0 accounts, 4000 items\n"))
    }

    private func copy(
        _ source: CommandWorld, to target: CommandWorld
    ) throws -> Program.Ending {
        try Program(["copy", "--from", source.database, "--to", target.database]).ending()
    }

    private func alter(_ world: CommandWorld, _ sql: String) throws {
        let session = try PostgresConnection(world.database)
        try session.execute(script: sql)
        session.close()
    }

    /// Adds two accounts, one with more items than a part has, and items without an account;
    /// returns a token of the first account, and a read-only one.
    private func fill(_ world: CommandWorld) throws -> (full: String, readOnly: String) {
        for name in ["ann", "bob"] {
            _ = try world.run(
                "user", "add", "--email", "\(name)@example.org", input: "correct horse battery\n")
        }
        let lines = (0..<700).map { number in
            let long = String(repeating: "ü", count: number % 300)
            let place =
                #""location":{"name":"Café","coordinate":{"latitude":-0.0,"longitude":1e-7}}"#
            let rule =
                #""day":"1970-01-01","repeat":{"frequency":"monthly","timeZone":"Mars/Olympus"}"#
            let isDone = number % 3 == 0
            return """
                {"title":"\(number)","done":\(isDone),"timestamp":\(number).1,\
                "itemDescription":"\(long)"\(number % 7 == 0 ? "," + place : "")\
                \(number % 5 == 0 && !isDone ? "," + rule : "")}
                """
        }
        _ = try world.run(
            "import", "-", "--user", "ann@example.org", input: lines.joined(separator: "\n"))
        _ = try world.run("import", "-", input: Node.list(try MemberRow.items()).json)
        let create = ["token", "create", "--user", "ann@example.org"]
        return (
            try world.run(create, input: []).output,
            try world.run(create + ["--label", "report", "--scope", "read"], input: []).output
        )
    }

    /// A token for changes of the local owner.
    private func changeToken(of world: CommandWorld) throws -> String {
        let server = try RunningServer(database: world.database)
        let changes = try server.send("GET", "/items/changes").text
        try server.stop()
        return String(try #require(changes.firstMatch(of: /"token":"([^"]+)"/)?.output.1))
    }
}
