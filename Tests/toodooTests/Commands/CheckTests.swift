import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct `toodoo check` {
    @Test func `finds nothing in what a server leaves, and counts it`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"[{"title":"a"},{"title":"b"}]"#)
        _ = try server.send("DELETE", "/items")
        _ = try server.send("POST", "/items", json: #"{"title":"c"}"#)

        let ending = try world.run("check")

        #expect(
            ending
                == .success(
                    "owners 1, items 1, tombstones 2, changes in the log 5, from revision 1 on",
                    "\(world.database) is sound"))
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
    func `waits for no pipe, nor does another command`(command: String) throws {
        let world = try CommandWorld()
        unsafe try #require(mkfifo(world.database, 0o600) == 0)
        let operand = ["backup", "restore"].contains(command) ? [world.folder.file("copy")] : []
        if command == "restore" { try world.folder.write([], to: "copy") }

        let ending = try Program([command] + operand + ["--db", world.database]).ending()

        #expect(ending == .failure(1, "\(world.database) is not a file"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can be somebody else"))
    func `says so where it cannot look at all`() throws {
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
            ending
                == .success(
                    "owners 1, items 1, tombstones 0, changes in the log 1, from revision 1 on",
                    "\(world.database) cannot be written to, so its rows were not held against the "
                        + "limits in its schema (CHECK)",
                    "\(world.database) is sound"))
    }

    @Test func `rolls nothing back`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        // Whatever it says, SQLite takes it for work that was broken off, and mends that.
        let journal = [UInt8](repeating: 7, count: 512)
        try world.folder.write(journal, to: "items.sqlite-journal")
        let bytes = try world.folder.read("items.sqlite")

        let ending = try world.run("check")

        #expect(ending.code == 1)
        #expect(try world.folder.read("items.sqlite-journal") == journal)
        #expect(try world.folder.read("items.sqlite") == bytes)
    }

    @Test(arguments: [
        ("UPDATE owners SET revision = 0", "nothing in items is ahead of its owner's clock"),
        ("UPDATE tombstones SET revision = 9", "nothing in tombstones is ahead of"),
        ("UPDATE changes SET revision = 9 WHERE revision = 2", "nothing in changes is ahead of"),
        ("UPDATE owners SET revision = 9", "the log has every revision after its horizon"),
        (
            "INSERT INTO tombstones SELECT 900, owner, id, revision, 0 FROM items",
            "an id is in items or in tombstones, not in both"
        ),
        (
            "UPDATE tombstones SET place = (SELECT max(place) FROM items)",
            "a place is an item's or a tombstone's, not both"
        ),
        (
            "UPDATE items SET title = 'milk'; "
                + "UPDATE owners SET searchable_to = (SELECT max(place) FROM items)",
            "a search finds every item"
        ),
        ("UPDATE items SET title = 'milk'", "every item's card says what its columns say"),
        (
            "INSERT INTO trigrams VALUES (1, 1, 0, x'01')",
            "no trigrams are of a run beyond the last one: 1 times, first owner 1, run 1, last run 0"
        ),
        (
            "INSERT INTO renewals VALUES (1, 1, 0, 0)",
            "no runs of trigrams are to go that are not there yet: 1 times, "
                + "first owner 1, old runs 1, last run 0"
        ),
        ("UPDATE places SET last = 0", "no place is beyond the last one that was given out"),
        ("DELETE FROM places", "no place is beyond the last one that was given out"),
        (
            "UPDATE changes SET place = (SELECT max(place) FROM items) WHERE place IS NOT NULL",
            "a place in the log belongs to the same id as today"
        ),
        (
            "UPDATE changes SET done_at = 7 WHERE place IS NOT NULL",
            "an item of the log is done since some time, or it is open"
        ),
        (
            "DELETE FROM changes WHERE revision = 2",
            "the log has the last write to everything in items"
        ),
        (
            "DELETE FROM changes WHERE revision = 3",
            "the log has the last write to everything in tombstones"
        ),
        (
            "DELETE FROM changes WHERE revision = 1",
            "every change leads to an earlier one of the same id"
        ),
        (
            "UPDATE changes SET was_revision = revision WHERE place IS NOT NULL",
            "every change leads to an earlier one of the same id"
        ),
        (
            "UPDATE changes SET was_revision = NULL WHERE revision = 3 AND place IS NULL; "
                + "UPDATE changes SET was_revision = 0 WHERE revision = 3",
            "every change leads to the one before it"
        ),
        (
            "UPDATE owners SET answer_bytes = 7",
            "what the kept answers come to is counted: 1 times, first owner 1, 7 bytes, 0 found"
        ),
        ("DELETE FROM tombstones", "what the log says of an id ends where the id is now"),
        ("DELETE FROM owners", "rows of items have an owner that is not there"),
        (
            "INSERT INTO owners (owner, epoch) VALUES (2, 'abcd')",
            "every owner has an account, is leaving, or is the local one"
        ),
        (
            "INSERT INTO accounts VALUES (1, 'a', 'a@b', x'614062', 'x', 0); "
                + "UPDATE owners SET leaving = 1",
            "nobody who is leaving has an account"
        ),
        ("DELETE FROM access", "no owner has a key that was not given out"),
        (
            "INSERT INTO trigrams (owner, run, trigram, places) VALUES (1, 1, -1, x'01')",
            "CHECK constraint failed in trigrams"
        ),
        ("UPDATE owners SET epoch = 'A!'", "CHECK constraint failed in owners"),
        ("UPDATE owners SET leaving = 2", "CHECK constraint failed in owners"),
        ("UPDATE owners SET last_run = -1", "CHECK constraint failed in owners"),
        ("UPDATE tombstones SET id = x'0102'", "CHECK constraint failed in tombstones"),
        (
            "INSERT INTO accounts VALUES (1, 'a', 'a@B', x'614042', 'x', 0)",
            "an account is found by its email"
        ),
        (
            "INSERT INTO accounts VALUES (1, 'a', 'a@b', x'614062', 'x', 0); "
                + "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 101) "
                + "INSERT INTO tokens SELECT randomblob(16), 1, randomblob(32), NULL, 0, 0, 0 FROM n",
            "no account has more than 100 tokens"
        ),
        (
            "INSERT INTO tokens VALUES (zeroblob(16), 9, zeroblob(32), NULL, 0, 0, 0)",
            "rows of tokens have an owner that is not there"
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
        #expect(!ending.output.contains("could not be looked into"))
    }

    @Test func `reports a file whose bytes were flipped, wherever that is`() throws {
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

            // Free space in a page may say anything; what must not happen is a trap.
            #expect([0, 1].contains(ending.code), "\(start): \(ending)")
            #expect(ending.code == 0 || !ending.error.isEmpty)
        }
    }

    @Test func `finds the pages of a table overwritten`() throws {
        let world = try CommandWorld()
        let lines = (0..<300).map { #"{"title":"an item with number \#($0)"}"# }
        _ = try world.run("import", "-", input: lines.joined(separator: "\n"))
        try world.damage()

        let ending = try world.run("check")

        #expect(ending.code == 1)
        #expect(ending.error.contains("damaged") || ending.error.contains("not sound"))
    }

    @Test func `refuses a database of another program`() throws {
        let world = try CommandWorld()
        try Connection.open(world.database, .readWriteCreate).execute("CREATE TABLE diary (page)")

        let ending = try world.run("check")

        #expect(ending.code == 1)
        #expect(ending.error.contains("is a database of another program"))
    }
}
