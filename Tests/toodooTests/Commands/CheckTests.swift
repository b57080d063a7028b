import Foundation
import SQLite
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `toodoo check` {
    // proves: durable-5
    @Test func `finds no violation in a server's database, and counts its rows`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"[{"title":"a"},{"title":"b"}]"#)
        _ = try server.send("DELETE", "/items")
        _ = try server.send("POST", "/items", json: #"{"title":"c"}"#)

        let ending = try world.run("check")

        #expect(
            ending.withoutTimes
                == .success(
                    "owners 1, items 1, tombstones 2, changes in the log 5, from TIME on",
                    "\(world.database) is sound"))
    }

    @Test func `prints the beginning of the log, if there is one`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        try world.alter("UPDATE log SET changed_at = 1764150000.5")

        let ending = try world.run("check")
        let restored = try CommandWorld()
        _ = try world.run("backup", world.folder.file("copy"))
        _ = try restored.run("restore", world.folder.file("copy"))
        let without = try restored.run("check")

        #expect(ending.output.contains("changes in the log 1, from 2025-11-26T09:40:00Z on\n"))
        #expect(without.output.contains("changes in the log 0\n"), "\(without)")
    }

    @Test func `changes nothing`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let (bytes, names) = (try world.folder.read("items.sqlite"), try world.names())

        _ = try world.run("check")

        #expect(try world.folder.read("items.sqlite") == bytes)
        #expect(try world.names() == names)
    }

    @Test(arguments: ["check", "serve", "backup", "export", "restore"])
    func `does not wait for a pipe, like other commands`(command: String) throws {
        let world = try CommandWorld()
        unsafe try #require(mkfifo(world.database, 0o600) == 0)
        let operand = ["backup", "restore"].contains(command) ? [world.folder.file("copy")] : []
        if command == "restore" { try world.folder.write([], to: "copy") }

        let ending = try Program([command] + operand + ["--db", world.database]).ending()

        #expect(ending == .failure(1, "\(world.database) is not a file"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `fails if it cannot read the database`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: world.folder.path)
        for name in try FileManager.default.contentsOfDirectory(atPath: world.folder.path) {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: world.folder.file(name))
        }

        let ending = try Program(
            ["check", "--db", world.database],
            launcher: ["setpriv", "--reuid=65534", "--clear-groups"]
        ).ending()

        #expect(
            ending.withoutTimes
                == .success(
                    "owners 1, items 1, tombstones 0, changes in the log 1, from TIME on",
                    "\(world.database) cannot be written to, so its rows were not checked against the "
                        + "CHECK constraints of its schema",
                    "\(world.database) is sound"))
    }

    @Test func `rolls nothing back`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        // SQLite treats any content of a journal as an interrupted transaction, and rolls that
        // back.
        let journal = [UInt8](repeating: 7, count: 512)
        try world.folder.write(journal, to: "items.sqlite-journal")
        let bytes = try world.folder.read("items.sqlite")

        let ending = try world.run("check")

        #expect(ending.code == 1)
        #expect(try world.folder.read("items.sqlite-journal") == journal)
        #expect(try world.folder.read("items.sqlite") == bytes)
    }

    // There are three revisions: sequence 1 was created, sequence 2 was created, sequence 1 was deleted.
    // proves: durable-5
    @Test(arguments: [
        ("UPDATE owners SET revision = 0", "no item is ahead of its owner's revision"),
        (
            "UPDATE log SET revision = 9 WHERE entry = 2",
            "no entry of the log is ahead of its owner's revision, or behind the last one"
        ),
        (
            "UPDATE owners SET last_entry = 2",
            "no entry of the log is ahead of its owner's revision, or behind the last one"
        ),
        (
            "UPDATE owners SET last_sequence = 1",
            "no sequence is beyond the last one that was given out"
        ),
        ("UPDATE owners SET revision = 9", "the log has every revision up to its owner's revision"),
        (
            "UPDATE owners SET last_entry = 9",
            "the log has every revision up to its owner's revision"
        ),
        (
            "DELETE FROM log WHERE entry = 2",
            "the log has every revision up to its owner's revision"
        ),
        (
            "UPDATE log SET previous = 1 WHERE entry = 3",
            "the log has every revision up to its owner's revision, one after the other: 1 time, "
                + "first owner 1, entry 3"
        ),
        (
            "DELETE FROM log WHERE entry = 2",
            "the log has the last write to every item, unless it was forgotten"
        ),
        (
            "UPDATE items SET revision = 1",
            "what the log says of an item ends where the item is now"
        ),
        (
            "UPDATE log SET members = 8 WHERE entry = 3",
            "what the log says of an item ends where the item is now"
        ),
        ("DELETE FROM ids WHERE sequence = 2", "every item is found by its id"),
        ("UPDATE ids SET sequence = 1 WHERE sequence = 2", "every item is found by its id"),
        ("UPDATE ids SET sequence = 7 WHERE sequence = 2", "every id leads to its item"),
        ("UPDATE ids SET deleted_by = 2 WHERE sequence = 1", "every id leads to its item"),
        ("DELETE FROM items", "every id leads to its item, or to its deletion"),
        (
            "INSERT INTO descriptions VALUES (1 << 32 | 2, printf('%.300c', 'x'))",
            "every long description is an item's: 1 time, first number 4294967298"
        ),
        ("UPDATE items SET description_bytes = 300", "every item has its description"),
        ("INSERT INTO marks VALUES (1, 2, 2)", "every mark is of an entry that says so"),
        (
            "UPDATE log SET members = members | 16 WHERE entry = 2",
            "every entry that has a mark finds it"
        ),
        (
            "UPDATE owners SET item_bytes = 7",
            "what the items of an owner take is counted: 1 time, first owner 1, 7 bytes, 129 found"
        ),
        (
            "UPDATE owners SET history_bytes = 7",
            "what the history of an owner takes is counted: 1 time, first owner 1, 7 bytes, "
        ),
        (
            "UPDATE owners SET answer_bytes = 7",
            "what the kept answers come to is counted: 1 time, first owner 1, 7 bytes, 0 found"
        ),
        ("DELETE FROM owners", "everything in items belongs to an owner"),
        ("DELETE FROM owners", "everything in ids belongs to an owner"),
        ("DELETE FROM owners", "everything in log belongs to an owner"),
        ("INSERT INTO marks VALUES (9, 2, 2)", "everything in marks belongs to an owner"),
        (
            "INSERT INTO descriptions VALUES (9 << 32 | 2, printf('%.300c', 'x'))",
            "everything in descriptions belongs to an owner: 1 time, first owner 9"
        ),
        (
            "INSERT INTO owners (owner, epoch) VALUES (2, 'abcd')",
            "every owner has an account, is leaving, or is the local one"
        ),
        (
            "INSERT INTO accounts VALUES (1, 'a', 'a@b', x'614062', 'x', 0); "
                + "UPDATE owners SET leaving = 1",
            "an owner that is leaving has no account"
        ),
        ("DELETE FROM access", "no owner has a key that was not given out"),
        ("UPDATE owners SET epoch = 'A!'", "CHECK constraint failed in owners"),
        ("UPDATE owners SET leaving = 2", "CHECK constraint failed in owners"),
        ("UPDATE owners SET unmarked = -1", "CHECK constraint failed in owners"),
        ("UPDATE items SET slot = slot | 1 << 31", "CHECK constraint failed in items"),
        ("UPDATE ids SET id = x'0102' WHERE sequence = 1", "CHECK constraint failed in ids"),
        ("UPDATE log SET members = 16777216", "CHECK constraint failed in log"),
        (
            "INSERT INTO accounts VALUES (1, 'a', 'a@B', x'614042', 'x', 0)",
            "an account is found by its email"
        ),
        (
            "INSERT INTO accounts VALUES (1, 'a', 'a@b', x'614062', 'x', 0); "
                + "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 101) "
                + "INSERT INTO tokens SELECT randomblob(16), 1, randomblob(32), NULL, 0, 0, 0, 0, 'all', NULL FROM n",
            "no account has more than 100 tokens"
        ),
        (
            "INSERT INTO tokens VALUES (zeroblob(16), 9, zeroblob(32), NULL, 0, 0, 0, 0, 'all', NULL)",
            "rows of tokens have an owner that does not exist"
        ),
        (
            "UPDATE items SET description = CAST(x'6d69ff' AS TEXT)",
            "violated: every text is UTF-8: 1 time, first items, row 4294967298, description"
        ),
        (
            "UPDATE log SET title = CAST(x'ff' AS TEXT) WHERE entry = 3",
            "violated: every text is UTF-8: 1 time, first log, row 3, title"
        ),
        ("INSERT INTO migrations VALUES (9999, 'future', '', 0)", "was written by a newer toodoo"),
    ])
    func `finds`(damage: String, finding: String) throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"[{"title":"a"}]"#)
        _ = try server.send("POST", "/items", json: #"[{"title":"b"}]"#)
        let first = try #require(
            try server.send("GET", "/items").text.firstMatch(of: /"id":"([^"]*)"/)
        ).output.1
        _ = try server.send("DELETE", "/items/\(first)")
        try server.stop()
        try world.alter(
            "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(damage)")

        let ending = try world.run("check")

        #expect(ending.code == 1)
        #expect(ending.output.contains(finding), "\(ending.output)")
        #expect(ending.error.hasPrefix("toodoo: \(world.database) is not sound: "))
        #expect(!ending.output.contains("could not be checked"))
    }

    @Test func `reports a file with flipped bytes, at each position`() throws {
        let world = try CommandWorld()
        let lines = (0..<300).map { #"{"title":"an item with number \#($0)"}"# }
        _ = try world.run("import", "-", input: lines.joined(separator: "\n"))
        let sound = try world.folder.read("items.sqlite")
        var random = SplitMix64(seed: 7)

        for _ in 0..<24 {
            var bytes = sound
            let start = Int.random(in: 0..<bytes.count - 64, using: &random)
            for index in start..<start + 64 { bytes[index] ^= 0xFF }
            try world.folder.write(bytes, to: "items.sqlite")

            let ending = try world.run("check")

            // Free space in a page may have any content; the program must not trap.
            #expect([0, 1].contains(ending.code), "\(start): \(ending)")
            #expect(ending.code == 0 || !ending.error.isEmpty)
        }
    }

    @Test func `finds overwritten pages of a table`() throws {
        let world = try CommandWorld()
        let lines = (0..<300).map { #"{"title":"an item with number \#($0)"}"# }
        _ = try world.run("import", "-", input: lines.joined(separator: "\n"))
        try world.damage()

        let ending = try world.run("check")

        #expect(ending.code == 1)
        #expect(ending.error.contains("damaged") || ending.error.contains("not sound"))
    }

    @Test func `prints once what keeps several checks from running`() throws {
        let world = try CommandWorld()
        let lines = (0..<300).map { #"{"title":"an item with number \#($0)"}"# }
        _ = try world.run("import", "-", input: lines.joined(separator: "\n"))
        let page = try world.number("SELECT rootpage FROM sqlite_schema WHERE name = 'items'")
        var bytes = try world.folder.read("items.sqlite")
        for index in (page - 1) * 4_096..<page * 4_096 { bytes[index] = 0 }
        try world.folder.write(bytes, to: "items.sqlite")

        let output = try world.run("check").output

        let reasons = output.matches(of: /" and \d+ more checks could not be checked: (.*)\n/)
        #expect(reasons.map { String($0.output.1) } == ["database disk image is malformed"])
        #expect(output.matches(of: /malformed/).count == 1, "\(output)")
    }

    @Test func `refuses a database of another program`() throws {
        let world = try CommandWorld()
        try SQLiteConnection.open(world.database, .readWriteCreate).execute(
            "CREATE TABLE diary (page)")

        let ending = try world.run("check")

        #expect(ending.code == 1)
        #expect(ending.error.contains("is a database of another program"))
    }
}

extension Program.Ending {
    /// The same with `TIME` instead of each time.
    fileprivate var withoutTimes: Program.Ending {
        let times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/
        return Program.Ending(
            code: code, output: output.replacing(times, with: "TIME"), error: error)
    }
}
