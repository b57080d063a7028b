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
        let new = try CommandWorld()
        _ = try new.run("import", "-", input: "[]")
        let without = try new.run("check")

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

    /// One violation of each kind. SQLiteStorageTests plants one of each invariant.
    // proves: durable-5
    @Test(arguments: [
        (
            "UPDATE owners SET item_bytes = 7",
            "what the items of an owner take is counted: 1 time, first owner 1, 7 bytes, 129 found"
        ),
        (
            "DELETE FROM log",
            "what the history of an owner takes is counted: 1 time, first owner 1, 64 bytes, 0 found"
        ),
        ("UPDATE owners SET leaving = 2", "CHECK constraint failed in owners"),
        (
            "INSERT INTO tokens VALUES (zeroblob(16), 9, zeroblob(32), NULL, 0, 0, 0, 0, 'all', NULL)",
            "rows of tokens have an owner that does not exist"
        ),
        (
            "UPDATE items SET description = CAST(x'6d69ff' AS TEXT)",
            "violated: every text is UTF-8: 1 time, first items, row 4294967297, description"
        ),
        (
            "UPDATE log SET title = CAST(x'ff' AS TEXT)",
            "violated: every text is UTF-8: 1 time, first log, row 1, title"
        ),
        ("INSERT INTO migrations VALUES (9999, 'future', '', 0)", "was written by a newer toodoo"),
    ])
    func `finds`(damage: String, finding: String) throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
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
