import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import toodoo

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A command on PostgreSQL` {
    @Test func `changes accounts and tokens of a running server`() throws {
        let world = try CommandWorld(onServer: ())
        let server = try RunningServer(database: world.database, arguments: ["--auth", "on"])
        defer { _ = try? server.stop() }

        let added = try world.run(
            "user", "add", "--email", "ann@example.org", input: "correct horse battery\n")
        let token = try world.run("token", "create", "--user", "ann@example.org")
        let used = try server.get("/items", token: token.output)
        let tokens = try world.run("token", "list")
        let handle = try #require(tokens.output.split(separator: "\n").last?.prefix(12))
        let revoked = try world.run("token", "revoke", String(handle))
        let refused = try server.get("/items", token: token.output)
        let users = try world.run("user", "list", "--json")
        let password = try world.run(
            "user", "password", "ann@example.org", input: "another horse battery\n")
        let removed = try world.run("user", "remove", "ann@example.org", "--yes")

        #expect(added == .success("added the account ann@example.org"))
        #expect(used.status == 200)
        #expect(revoked == .success("revoked 1 token"))
        #expect(refused.status == 401)
        #expect(users.output.contains(#""email":"ann@example.org""#))
        #expect(password == .success("ann@example.org has a new password; revoked 0 tokens"))
        #expect(removed == .success("ann@example.org is removed, with all its data"))
        #expect(try world.run("check").code == 0)
    }

    @Test func `imports all or nothing, and exports it again`() throws {
        let world = try CommandWorld(onServer: ())
        // These lines need more than one part.
        let lines = (0..<700).map {
            #"{"id":"01890000-0000-7000-8000-\#(100_000_000_000 + $0)","title":"\#($0)"}"#
        }
        let text = lines.joined(separator: "\n")
        let repeated = (lines + lines[300...300] + lines).joined(separator: "\n")

        let refused = try world.run("import", "-", input: repeated)
        let first = try world.run("import", "-", input: text)
        let exported = try world.exported("ndjson")
        let again = try world.run("import", "-", input: exported + #"{"title":"new"}"#)

        #expect(
            refused
                == .failure(
                    1,
                    "standard input, line 701: /id is the id of an earlier item in the same file; "
                        + "nothing was imported"))
        #expect(first == .success("imported 700 items: 700 new, 0 changed, 0 unchanged"))
        #expect(again == .success("imported 701 items: 1 new, 0 changed, 700 unchanged"))
        #expect(exported.split(separator: "\n").count == 700)
        #expect(exported.contains(#""title":"699""#))
        let check = try world.run("check")
        #expect(check.code == 0)
        #expect(
            check.output.hasPrefix(
                "owners 1, items 701, tombstones 0, changes in the log 701, from"))
    }

    @Test(arguments: [
        ("UPDATE owners SET item_count = 1", "item_count is the number of the owner's items"),
        ("UPDATE owners SET item_bytes = 1", "item_bytes is the sum of the owner's bytes in items"),
        ("UPDATE owners SET history_bytes = 1", "history_bytes is the sum"),
        ("UPDATE owners SET answer_bytes = 1", "answer_bytes is the sum"),
        ("UPDATE owners SET revision = 0", "no item is ahead of its owner's revision"),
        ("UPDATE owners SET last_sequence = 1", "no sequence is beyond the last one"),
        (
            "UPDATE owners SET revision = 2; UPDATE items SET sequence = 2, revision = 2 WHERE done",
            "no two items have the same sequence"
        ),
        ("DELETE FROM changes WHERE ordinal = 2", "a write is whole, unless it is the oldest"),
        ("UPDATE changes SET revision = 7", "the history has every revision"),
        ("DELETE FROM owners", "everything in items belongs to an owner"),
        (
            "INSERT INTO tombstones SELECT owner, id, 1, 1 FROM items",
            "no tombstone is of an item"
        ),
        (
            "INSERT INTO tombstones VALUES (1, gen_random_uuid(), 1, 1)",
            "every tombstone has the change that deleted the item"
        ),
        (
            """
            INSERT INTO accounts VALUES (1, 'Ann', 'ann@example.org', 'bob@example.org', 'x', 0)
            """,
            "an account is found by its email"
        ),
        (
            "INSERT INTO tokens VALUES (gen_random_uuid(), 9, sha256(''), NULL, 0, 0, 0, false, 'all')",
            "every token belongs to an account"
        ),
        ("UPDATE owners SET owner = 99", "no key of an owner is beyond the last one"),
        ("DROP TABLE tombstones", "could not be checked: relation \"tombstones\" does not exist"),
        ("UPDATE migrations SET checksum = 1", "was created with a different migration"),
    ])
    func `reports violations in a database`(sql: String, sentence: String) throws {
        let world = try CommandWorld(onServer: ())
        _ = try world.run(
            "import", "-",
            input: #"[{"title":"a"},{"title":"b"},{"title":"c","done":true}]"#)
        try PostgresConnection(world.database).execute(script: sql)

        let ending = try world.run("check")

        #expect(ending.code == 1)
        #expect(ending.output.contains(sentence), "\(ending.output)")
    }

    @Test func `migrates an empty database, and prints the state`() throws {
        let world = try CommandWorld(onServer: ())
        let names = Migration.postgres.map(\.name)

        let before = try world.run("migrate", "--status")
        let empty = try world.run("export")
        let first = try world.run("migrate")
        let second = try world.run("migrate")
        let after = try world.run("migrate", "--status")

        #expect(before.output.hasPrefix("\(names[0])  pending  checksum "))
        #expect(
            empty
                == .failure(
                    1,
                    "there are no tables of toodoo in \(world.database) yet; toodoo migrate creates "
                        + "them"))
        #expect(first.output == names.map { "applied \($0)\n" }.joined())
        #expect(second == .success("\(world.database) is up to date"))
        #expect(after.output == before.output.replacing("pending", with: "applied"))
    }

    @Test func `creates partitioned tables in an empty database, which servers use`() throws {
        let world = try CommandWorld(onServer: ())
        let name = Migration.postgres[0].name

        let made = try world.run("migrate", "--partitions", "16")
        let again = try world.run("migrate", "--partitions", "16")
        let server = try RunningServer(database: world.database)
        let added = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        try server.stop()
        let parts = try PostgresConnection(world.database).run(
            """
            SELECT c.relname::text, count(*) FROM pg_inherits JOIN pg_class c ON c.oid = inhparent \
            WHERE c.relkind = 'p' GROUP BY 1 ORDER BY 1
            """)

        #expect(made.output.hasPrefix("applied \(name)\n"))
        #expect(
            again
                == .failure(
                    1,
                    "\(world.database) has tables already; --partitions is for an empty database"))
        #expect(added.status == 201)
        #expect(
            (0..<parts.count).map { parts.string($0, 0) }
                == ["answers", "changes", "items", "owners", "tombstones"])
        #expect(try (0..<parts.count).allSatisfy { try parts.integer($0, 1) == 16 })
        #expect(try world.run("check").code == 0)
    }

    // proves: durable-7
    @Test(arguments: [false, true])
    func `assigns new epochs to a restored database if no server is running`(
        isOnServer: Bool
    ) throws {
        let world = isOnServer ? try CommandWorld(onServer: ()) : try CommandWorld()
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = try server.send("GET", "/items/changes")

        let refused = try world.run("migrate", "--new-epoch")
        try server.stop()
        let renewed = try world.run("migrate", "--new-epoch")
        let next = try RunningServer(database: world.database)
        let token = try #require(before.text.firstMatch(of: /"token":"([^"]+)"/)?.output.1)
        let old = try next.send("GET", "/items/changes?since=\(token)")
        let items = try next.send("GET", "/items")
        let checked = try world.run("check")
        let undone = try next.send("POST", "/undo/1")
        let trash = try next.send("GET", "/trash")
        try next.stop()

        #expect(refused.code == 1)
        #expect(refused.error.contains("\(world.database) is in use by "))
        #expect(
            renewed
                == .success("\(world.database) has new epochs; clients that synchronise start over")
        )
        #expect(old.status == 410)
        #expect(items.text.contains("Milk"))
        #expect(checked.code == 0)
        #expect(undone.status == 200)
        #expect(trash.text.contains("Milk"))
        #expect(try world.run("check").code == 0)
    }

    // proves: durable-7
    @Test(arguments: [([], 0), (["--keep-tokens"], 1)])
    func `revokes the tokens of a restored database, except with --keep-tokens`(
        words: [String], tokens: Int
    ) throws {
        let world = try CommandWorld(onServer: ())
        _ = try world.run(
            "user", "add", "--email", "ann@example.org", input: "correct horse battery\n")
        _ = try world.run("token", "create", "--user", "ann@example.org")

        let ending = try Program(["migrate", "--new-epoch", "--db", world.database] + words)
            .ending()

        let lines = try world.run("token", "list").output.split(separator: "\n")
        #expect(ending.code == 0)
        #expect(lines.count == 1 + tokens)
    }

    @Test(arguments: [
        (["backup", "x"], "pg_dump backs up a PostgreSQL database"),
        (["restore", "x"], "pg_restore restores a PostgreSQL database"),
    ])
    func `for files names the command for servers`(words: [String], sentence: String) throws {
        let ending = try Program(words + ["--db", "postgres://ann:s3cret@db/toodoo"]).ending()

        #expect(ending.code == 64)
        #expect(
            ending.error.hasPrefix(
                "toodoo: toodoo \(words[0]) works on a file only; \(sentence), "))
        #expect(ending.error.split(separator: "\n").count == 1)
    }
}

extension RunningServer {
    /// Sends a request with a token.
    func get(_ target: String, token: String) throws -> TestResponse {
        try send("GET", target, token: token)
    }

    /// Sends a request without a body, with a token from the output of a command.
    func send(
        _ method: String, _ target: String, token: String, fields: String = ""
    ) throws -> TestResponse {
        let client = try WireClient(port: port)
        let secret = token.split(separator: "\n").first ?? ""
        try client.send(
            "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(secret)\r\n\(fields)\r\n")
        return try client.answer()
    }
}
