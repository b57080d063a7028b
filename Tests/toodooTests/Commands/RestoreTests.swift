import APITestSupport
import Foundation
import HTTPServer
import SQLite
import StorageTestSupport
import TestSupport
import Testing

@testable import toodoo

@Suite struct `toodoo restore` {
    // proves: durable-6
    @Test func `restores the backup's items, and keeps the replaced database`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        _ = try world.run("import", "-", input: #"[{"title":"New"}]"#)
        let new = try world.exported()

        let ending = try world.run("restore", copy)

        let former = try #require(ending.output.firstMatch(of: /kept as (.*)\n/)).output.1
        #expect(ending.code == 0)
        #expect(ending.output.hasPrefix("\(world.database) is restored from \(copy)\n"))
        let date = try #require(ending.output.firstMatch(of: /until (2\S+Z), is kept/)).output.1
        let number = try #require(former.firstMatch(of: /before-(\d+)$/)?.output.1)
        let seconds = try Date(String(date), strategy: .iso8601).timeIntervalSince1970
        #expect(Int(number).map { $0 / 1_000 } == Int(seconds))
        #expect(try world.exported().contains("Old"))
        #expect(try !world.exported().contains("New"))
        #expect(try Program(["export", "--db", String(former)]).ending().output == new)
        #expect(try world.run("check").code == 0)
    }

    // proves: durable-7
    @Test func `gives the owner a new epoch`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        let before = try epoch(world.database)

        _ = try world.run("restore", copy)

        #expect(try epoch(world.database) != before)
        #expect(try epoch(copy) == before)
    }

    /// For `/undo` and in a batch, only the revision identifies a write, and not the epoch.
    // proves: durable-7
    @Test func `does not assign a revision twice`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        var revisions = [try world.number("SELECT revision FROM owners")]
        for _ in 1...2 {
            _ = try world.run("restore", copy)
            revisions.append(try world.number("SELECT revision FROM owners"))
        }

        #expect(revisions[0] == 1)
        #expect(revisions[1...].allSatisfy { (1 << 32...1 << 40).contains($0) }, "\(revisions)")
        #expect(Set(revisions).count == 3)
        #expect(try world.number("SELECT revision FROM items") == 1)
        #expect(try world.run("check").code == 0)
    }

    // proves: durable-7
    @Test func `invalidates undo links and conditions from before the restore`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        let id = try #require(try world.exported().firstMatch(of: /[0-9a-f-]{36}/)).output
        let path = "/items/\(id)"
        let change = { (server: RunningServer, title: String) in
            try server.send("PUT", path, json: #"{"title":"\#(title)"}"#)
        }
        let lost = try RunningServer(database: world.database)
        let answer = try change(lost, "Lost")
        let undo = try #require(answer["Link"]?.firstMatch(of: /<(.*)>/)).output.1
        _ = try lost.stop()
        _ = try world.run("restore", copy)

        let server = try RunningServer(database: world.database)
        #expect(try change(server, "Mine").status == 200)
        let batch = try server.send(
            "POST", "/items/batch",
            json: #"[{"op":"delete","id":"\#(id)","ifRevision":2}]"#)
        let undone = try server.send("POST", String(undo))

        #expect(undo == "/undo/2")
        #expect(undone.status == 410)
        #expect(batch.status == 412)
        #expect(try server.send("GET", path).text.contains("Mine"))
    }

    // proves: durable-7
    @Test func `keeps the history, and what it has can be undone`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        _ = try world.run("restore", copy)
        let checked = try world.run("check")

        let server = try RunningServer(database: world.database)
        let history = try server.send("GET", "/history")
        let undone = try server.send("POST", "/undo/1")
        let trash = try server.send("GET", "/trash")
        _ = try server.stop()

        #expect(checked.code == 0)
        #expect(history.text.hasPrefix(#"[{"revision":1,"#))
        #expect(undone.status == 200)
        #expect(trash.text.contains(#""title":"Old""#))
        #expect(try world.run("check").code == 0)
    }

    @Test func `takes the permissions of other users away from the former database, too`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o646], ofItemAtPath: world.database)

        let ending = try world.run("restore", copy)

        let former = try #require(ending.output.firstMatch(of: /kept as (.*)\n/)).output.1
        for path in [world.database, String(former)] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o640, "\(path)")
        }
    }

    @Test func `replaces a damaged database`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.folder.write(Array("no database".utf8), to: "items.sqlite")

        let ending = try world.run("restore", copy)

        let former = try #require(ending.output.firstMatch(of: /kept as (.*)\n/)).output.1
        #expect(ending.code == 0)
        #expect(try world.exported().contains("Old"))
        #expect(try String(contentsOfFile: String(former), encoding: .utf8) == "no database")
    }

    @Test func `does not change a database whose WAL cannot be emptied`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        let server = try RunningServer(database: world.database)
        let text = String(repeating: "x", count: 30_000)
        for _ in 0..<40 {
            let answer = try server.send(
                "POST", "/items", json: #"{"title":"Answered","itemDescription":"\#(text)"}"#)
            try #require(answer.status == 201)
        }
        server.program.send(SIGKILL)
        _ = try server.program.ending()
        let before = try world.names()

        let ending = try world.runWhereFilesStayBelow(kibibytes: 512, "restore", copy)

        #expect(
            ending
                == .failure(1, "\(world.database) could not be read or written: disk I/O error"))
        #expect(try world.names() == before)
        #expect(try world.exported().contains("Answered"))
        #expect(try world.run("check").code == 0)
    }

    @Test func `reverts all steps if the last one fails`() throws {
        let world = try CommandWorld()
        for suffix in ["", "-wal", "-journal"] {
            try world.folder.write(Array(suffix.utf8), to: "items.sqlite\(suffix)")
        }
        let copy = try AtomicFile(replacing: world.database)
        try FileManager.default.removeItem(atPath: copy.path)

        let failure = #expect(throws: CommandFailure.self) {
            _ = try ReplacedDatabase.replace(world.database, by: copy)
        }

        #expect(failure == .file(world.database, Errno(code: ENOENT)))
        for suffix in ["", "-wal", "-journal"] {
            #expect(try world.text("items.sqlite\(suffix)") == suffix)
        }
        #expect(try world.names() == ["items.sqlite", "items.sqlite-journal"])
    }

    @Test func `names the database that cannot be written`() throws {
        let (world, other) = (try CommandWorld(), try CommandWorld())
        let copy = try world.backup(of: "Old")

        let ending = try other.runWhereFilesStayBelow(kibibytes: 32, "restore", copy)

        #expect(
            ending
                == .failure(1, "\(other.database) could not be read or written: disk I/O error"))
        #expect(try other.names() == ["items.sqlite.lock"])
    }

    @Test func `creates a missing database`() throws {
        let (world, other) = (try CommandWorld(), try CommandWorld())
        let copy = try world.backup(of: "Old")

        let ending = try other.run("restore", copy)

        #expect(ending == .success("\(other.database) is restored from \(copy)"))
        #expect(try other.exported().contains("Old"))
    }

    @Test func `refuses a damaged backup, and changes nothing`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try SQLiteConnection.open(copy, .readWrite).execute("UPDATE owners SET revision = 0")
        let before = try world.folder.read("items.sqlite")

        let ending = try world.run("restore", copy)

        #expect(ending.code == 1)
        #expect(ending.error.contains("\(copy) is not sound"))
        #expect(try world.folder.read("items.sqlite") == before)
    }

    @Test(arguments: ["none", "text", "pipe"])
    func `refuses other files than backups`(name: String) throws {
        let world = try CommandWorld()
        unsafe try #require(mkfifo(world.folder.file("pipe"), 0o600) == 0)
        try world.folder.write(Array("Dear diary, there is a lot to do.".utf8), to: "text")
        _ = try world.run("import", "-", input: #"[{"title":"Here"}]"#)

        let ending = try world.run("restore", world.folder.file(name))

        #expect(ending.code == 1)
        #expect(ending.output == "")
        #expect(try world.exported().contains("Here"))
        #expect(try world.names().allSatisfy { !$0.contains("partial") })
    }

    private func epoch(_ path: String) throws -> String {
        var statement = try SQLiteConnection.open(path, .readOnly).prepare(
            "SELECT epoch FROM owners")
        _ = try statement.step()
        return statement.string(at: 0)
    }
}

extension CommandWorld {
    /// Adds an item to the database and backs it up.
    func backup(of title: String) throws -> String {
        let copy = folder.file("copy.sqlite")
        _ = try run("import", "-", input: #"[{"title":"\#(title)"}]"#)
        try #require(try run("backup", copy).code == 0)
        return copy
    }
}
