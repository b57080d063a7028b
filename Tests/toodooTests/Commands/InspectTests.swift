import Foundation
import SQLite
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `toodoo inspect` {
    // proves: command-line-28
    @Test func `prints one line per item, without characters that control a terminal`() throws {
        let world = try InspectedWorld()

        let lines = try world.lines("inspect", "items")

        #expect(
            lines == [
                "sequence 2|open|slot 4294967298|id B|revision 2|created T|changed T"
                    + #"|title "\u{1b}[2J\u{202e}\""|description 5000 bytes, in a separate row"#,
                "sequence 3|open|slot 4294967299|id C|revision 1|created T|unchanged"
                    + #"|title "\#(String(repeating: "é", count: 60))"…|description 4 bytes"#
                    + #"|timestamp 2026-11-21T10:00:00.500Z|location "Berlin" (52.5, 13.4)"#,
                "sequence 1|done since T|slot 6442450945|id A|revision 3|created T|changed T"
                    + #"|title "tea"|no description"#,
            ])
    }

    // proves: command-line-28
    @Test func `prints ids and their states`() throws {
        let world = try InspectedWorld()

        let lines = try world.lines("inspect", "ids")

        #expect(
            lines == [
                "id A|sequence 1", "id B|sequence 2", "id C|sequence 3",
                "id D|sequence 4|deleted by entry 7 (revision 4, T)",
            ])
    }

    // proves: command-line-28
    @Test func `prints the log in words, the newest entry first`() throws {
        let world = try InspectedWorld()

        let lines = try world.lines("inspect", "log")

        #expect(
            lines == [
                "entry 7|revision 4|T|sequence 4|deleted; first of its write|before: id D, created T, "
                    + #"title "gone", no description, no timestamp, no location, open|previous 6"#,
                "entry 6|revision 3|T|sequence 1|changed title, done; first of its write"
                    + #"|before: title "milk", open|previous 5"#,
                "entry 5|revision 2|T|sequence 2|changed description; first of its write"
                    + #"|before: description "short" (5 bytes)|previous 4"#,
                "entry 4|revision 1|T|sequence 4|created|no earlier values|previous 3",
                "entry 3|revision 1|T|sequence 3|created|no earlier values|previous 2",
                "entry 2|revision 1|T|sequence 2|created|no earlier values|previous 1",
                "entry 1|revision 1|T|sequence 1|created; first of its write|no earlier values|the first",
            ])
    }

    // proves: command-line-28
    @Test func `prints marks, the newest first`() throws {
        let world = try CommandWorld()
        let lines = (0..<600).map { #"{"title":"an item with number \#($0)"}"# }
        _ = try world.run("import", "-", input: lines.joined(separator: "\n"))

        let ending = try world.run("inspect", "marks")

        #expect(ending == .success("revision 1\tentry 512", "revision 1\tentry 256"))
        #expect(try world.run("inspect", "log").output.contains("\tcreated; marked\t"))
    }

    // proves: command-line-28
    @Test func `prints the owner's row with sums and counts`() throws {
        let world = try InspectedWorld()

        let lines = try world.lines("inspect", "owner")

        #expect(
            lines == [
                "owner 1, of a server without accounts",
                "epoch            E",
                "revision         4",
                "last sequence    4",
                "items            2 open, 1 done",
                "item bytes       5545, of 256MiB by default",
                "descriptions     1 in a separate row, 5000 bytes",
                "ids              3 of items, 1 of a deleted one",
                "log              7 entries",
                "newest entry     7, revision 4, T",
                "oldest entry     1, revision 1, T",
                "history bytes    461, of 256MiB by default",
                "marks            none, and 461 bytes of history since",
                "stored responses 0 bytes",
            ])
    }

    @Test func `without a part prints some rows of each part`() throws {
        let world = try InspectedWorld()

        let lines = try world.lines("inspect", "--limit", "2")

        #expect(lines.first == "owner 1, of a server without accounts")
        let rest = lines.drop { $0 != "" }.map { $0.prefix { $0 != "|" } }
        #expect(
            rest == [
                "", "items, the first 2 of 3:", "  sequence 2", "  sequence 3",
                "", "ids, the first 2 of 4:", "  id A", "  id B",
                "", "log, the newest 2 of 7:", "  entry 7", "  entry 6",
                "", "marks: none",
            ])
    }

    @Test func `reports trimmed history`() throws {
        let world = try InspectedWorld()
        try world.commands.alter("DELETE FROM log WHERE entry <= 5")

        let log = try world.lines("inspect", "log")
        let owner = try world.lines("inspect", "owner")

        #expect(log.last == "entry 5|trimmed, with all before it")
        #expect(log.count == 3)
        #expect(owner.contains("log              2 entries, trimmed up to entry 5"))
        #expect(owner.contains("oldest entry     6, revision 3, T"))
    }

    // proves: command-line-29
    @Test func `prints no secret`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        let token = try world.run("token", "create", "--user", "ann@example.org").output
        try world.alter(
            """
            INSERT INTO answers VALUES \
            (2, 'key-of-hers', 'POST', '/items', x'01', 0, 201, x'61', CAST('content' AS BLOB))
            """)

        let ending = try world.run("inspect", "--user", "ann@example.org")

        #expect(ending.code == 0)
        #expect(ending.output.hasPrefix("owner 2, ann@example.org\n"))
        for secret in ["key-of-hers", "content", "$y$", String(token.prefix(24))] {
            #expect(!ending.output.contains(secret), "\(secret)")
        }
    }

    @Test func `prints a hint to the owners of accounts, and finds them by key`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        let silent = try world.run("inspect", "owner")
        let byKey = try world.run("inspect", "owner", "--owner", "2")
        let hers = try world.run("inspect", "owner", "--user", "ANN@example.org")

        #expect(
            silent.error
                == "toodoo: this is the owner of a server without accounts; --user EMAIL shows the "
                + "owner of an account\n")
        #expect(byKey == hers)
        #expect(byKey.error == "")
    }

    // proves: command-line-29
    @Test func `changes nothing while a server runs`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"{"title":"a"}"#)
        let (bytes, names) = (try world.folder.read("items.sqlite"), try world.names())

        let ending = try world.run("inspect")

        #expect(ending.code == 0)
        #expect(try world.folder.read("items.sqlite") == bytes)
        #expect(try world.names() == names)
        #expect(try server.send("POST", "/items", json: #"{"title":"b"}"#).status == 201)
    }

    @Test func `stops if its output is closed`() throws {
        let world = try CommandWorld()
        let lines = (0..<3_000).map { #"{"title":"an item with number \#($0)"}"# }
        _ = try world.run("import", "-", input: lines.joined(separator: "\n"))

        let ending = try Program(
            ["inspect", "log", "--db", world.database], prelude: "trap '' PIPE;",
            redirection: "| head -n 1"
        ).ending()

        #expect(ending.code == 0)
        #expect(ending.error == "")
        #expect(ending.output.hasPrefix("entry 3000\t"))
    }

    @Test func `fails on a full disk`() throws {
        let world = try InspectedWorld()

        let ending = try Program(
            ["inspect", "--db", world.commands.database], redirection: ">/dev/full"
        ).ending()

        #expect(ending == .failure(1, "standard output: No space left on device"))
    }

    @Test(arguments: [
        (["tags"], 64, "the part must be owner, items, ids, log or marks, not \"tags\""),
        (["--limit", "0"], 64, "--limit must be a number of at least 1, not \"0\""),
        (["--limit", "some"], 64, "--limit must be a number of at least 1, not \"some\""),
        (["--owner", "0"], 64, "--owner must be an owner's key, such as 2, not \"0\""),
        (["--user", "ann"], 64, "--user must be an email address"),
        (["--user", "a@b", "--owner", "1"], 64, "--user and --owner cannot both be given"),
        (["--user", "a@b"], 1, "there is no account with the email a@b"),
        (["--owner", "7"], 1, "there is no owner 7 in "),
    ])
    func `refuses`(words: [String], code: Int32, sentence: String) throws {
        let world = try InspectedWorld()

        let ending = try Program(["inspect"] + words + ["--db", world.commands.database]).ending()

        #expect(ending.code == code)
        #expect(ending.output == "")
        #expect(ending.error.hasPrefix("toodoo: \(sentence)"), "\(ending.error)")
    }

    // proves: command-line-29
    @Test func `ends with a sentence if bytes of the database were flipped`() throws {
        let world = try CommandWorld()
        let lines = (0..<300).map { #"{"title":"an item with number \#($0)"}"# }
        _ = try world.run("import", "-", input: lines.joined(separator: "\n"))
        let sound = try world.folder.read("items.sqlite")
        var random = SplitMix64(seed: 11)

        for part in ["owner", "items", "ids", "log", "marks"] {
            for _ in 0..<8 {
                var bytes = sound
                let start = Int.random(in: 0..<bytes.count - 64, using: &random)
                for index in start..<start + 64 { bytes[index] ^= 0xFF }
                try world.folder.write(bytes, to: "items.sqlite")

                let ending = try world.run("inspect", part)

                // Free space in a page may have any content; the program must not trap.
                #expect([0, 1].contains(ending.code), "\(part), \(start): \(ending)")
                let sentences = ending.error.split(separator: "\n").count
                #expect(sentences == (ending.code == 0 ? 0 : 1), "\(ending.error)")
            }
        }
    }
}

/// A database with four revisions: items are created, one gets a long description, one is done, one
/// is deleted.
private struct InspectedWorld {
    let commands: CommandWorld
    /// The ids in their order.
    private let ids: [String]

    init() throws {
        commands = try CommandWorld()
        let server = try RunningServer(database: commands.database)
        let made = try server.send(
            "POST", "/items",
            json: #"""
                [{"title":"milk"},{"title":"\u001b[2J\u202e\"","itemDescription":"short"},
                {"title":"\#(String(repeating: "é", count: 70))","itemDescription":"text",
                "timestamp":1795255200.5,
                "location":{"name":"Berlin","coordinate":{"latitude":52.5,"longitude":13.4}}},
                {"title":"gone"}]
                """#)
        ids = made.text.matches(of: /"id":"([^"]*)"/).map { String($0.output.1) }
        try #require(ids.count == 4, "\(made.text)")
        _ = try server.send(
            "PATCH", "/items/\(ids[1])",
            json: #"{"itemDescription":"\#(String(repeating: "d", count: 5_000))"}"#)
        _ = try server.send("PATCH", "/items/\(ids[0])", json: #"{"title":"tea","done":true}"#)
        _ = try server.send("DELETE", "/items/\(ids[3])")
        try server.stop()
    }

    /// The output of a command, with ids A, B, …, without times and epochs, and with | for a tab.
    func lines(_ words: String...) throws -> [String] {
        let ending = try Program(words + ["--db", commands.database]).ending()
        #expect(ending.code == 0, "\(ending.error)")
        var text = ending.output.replacing("\t", with: "|")
        for (id, name) in zip(ids, ["A", "B", "C", "D"]) { text.replace(id, with: name) }
        let settled =
            text
            .replacing(/(timestamp )?20[0-9-]+T[0-9:]+\.[0-9]{3}Z/) {
                $0.output.1 == nil ? "T" : String($0.output.0)
            }
            .replacing(/(?m)^(epoch +)[a-z0-9]+$/) { "\($0.output.1)E" }
        return settled.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }
}
