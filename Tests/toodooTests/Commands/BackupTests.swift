import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct `toodoo backup` {
    @Test func `copies the database while a server runs`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"[{"title":"a"},{"title":"b"}]"#)
        let copy = world.folder.file("copy.sqlite")

        let ending = try world.run("backup", copy)

        #expect(ending == .success("\(world.database) is backed up to \(copy)"))
        let exported = try Program(["export", "--db", copy]).ending()
        #expect(exported.output == (try server.send("GET", "/items").text))
        #expect(try Program(["check", "--db", copy]).ending().code == 0)
    }

    // proves: durable-6
    @Test func `is a snapshot during concurrent writes`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        let client = try WireClient(port: server.port)
        let copy = world.folder.file("copy.sqlite")

        let backup = try Program(["backup", copy, "--db", world.database])
        var answered = 0
        for number in 0..<200 {
            try client.send(
                request("POST", "/items", json: #"[{"title":"\#(number)"},{"title":"x"}]"#))
            answered += try client.answer().status == 201 ? 1 : 0
        }
        let ending = try backup.ending()

        #expect(answered == 200)
        #expect(ending.code == 0)
        let check = try Program(["check", "--db", copy]).ending()
        #expect(check.code == 0, "\(check.output)\(check.error)")
    }

    @Test func `creates one file that only its user can read`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        let before = try world.names()
        let copy = world.folder.file("copy.sqlite")

        _ = try world.run("backup", copy)

        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try world.names() == before.union(["copy.sqlite"]))
    }

    // proves: durable-6
    @Test func `refuses an existing file`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        try world.folder.write([1, 2], to: "copy.sqlite")
        let copy = world.folder.file("copy.sqlite")

        let ending = try world.run("backup", copy)

        #expect(ending == .failure(1, "\(copy) exists already; choose another name"))
        #expect(try world.folder.read("copy.sqlite") == [1, 2])
    }

    @Test func `of a damaged database fails without leaving a file`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        try world.damage()
        let before = try world.names()

        let ending = try world.run("backup", world.folder.file("copy.sqlite"))

        #expect(
            ending
                == .failure(
                    1,
                    "\(world.database) is not a database, or it is damaged; restore a backup"))
        #expect(try world.names() == before)
    }

    @Test func `names the copy that cannot be written`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let copy = world.folder.file("copy.sqlite")

        let ending = try world.runWhereFilesStayBelow(kibibytes: 32, "backup", copy)

        #expect(ending == .failure(1, "\(copy) could not be read or written: disk I/O error"))
        #expect(!world.folder.holds("copy.sqlite"))
    }

    @Test func `requires a regular file`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")

        let ending = try Program(
            ["backup", "-", "--db", world.database], prelude: "cd '\(world.folder.path)';",
            redirection: ""
        ).ending()

        #expect(!world.folder.holds("-"))
        #expect(ending == .failure(64, "there is no option -; try toodoo backup --help"))
    }

    @Test func `refuses a missing folder`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")

        let ending = try world.run("backup", world.folder.file("none/copy.sqlite"))

        #expect(
            ending
                == .failure(1, "there is no folder for \(world.folder.file("none/copy.sqlite"))"))
    }
}

extension CommandWorld {
    /// Overwrites every page of the database except the first, so that it opens but cannot be read.
    func damage() throws {
        let bytes = try folder.read("items.sqlite")
        let noise = [UInt8](repeating: 0xA5, count: bytes.count - 4_096)
        try folder.write(bytes.prefix(4_096) + noise, to: "items.sqlite")
    }
}
