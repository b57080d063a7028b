import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `A file that a killed command has left` {
    @Test(arguments: ["backup", "export"])
    func `is removed by the next command for the same file`(command: String) throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let others = [
            "copy", "copy.toodoo-partial-", "copy.toodoo-partial-1x", "copy.toodoo-partial-+1",
            "copy.partial-1", "a.copy.toodoo-partial-1",
        ]
        for name in others.dropFirst() { try world.folder.write([1], to: name) }
        let before = try world.names()
        // A process with the first of these numbers always exists.
        for name in [
            "copy.toodoo-partial-1", "copy.toodoo-partial-999999999",
            "copy.toodoo-partial-1-journal",
        ] {
            try world.folder.write([1], to: name)
        }

        let ending = try world.run(command, world.folder.file("copy"))

        #expect(ending.code == 0)
        #expect(try world.names() == before.union(["copy"]))
    }

    @Test func `has no log after a command has ended`() throws {
        let world = try CommandWorld()

        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)

        let names = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
        #expect(Set(names) == ["input", "items.sqlite", "items.sqlite.lock"])
    }

    @Test func `is removed by a restore`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        _ = try world.run("backup", world.folder.file("copy"))
        let before = try world.names()
        try world.folder.write([1], to: "items.sqlite.toodoo-partial-4711")
        try world.folder.write([1], to: "items.sqlite.toodoo-partial-4711-journal")

        let ending = try world.run("restore", world.folder.file("copy"))

        let new = try world.names().subtracting(before)
        #expect(ending.code == 0)
        #expect(new.count == 1 && new.first?.contains(".before-") == true, "\(new)")
    }

    @Test(arguments: ["backup", "export"])
    func `is not a pipe or a link with such a name`(command: String) throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let pipe = world.folder.file("copy.toodoo-partial-4711")
        unsafe try #require(mkfifo(pipe, 0o600) == 0)
        try world.folder.write([1], to: "mine")
        try FileManager.default.createSymbolicLink(
            atPath: world.folder.file("copy.toodoo-partial-4712"), withDestinationPath: "mine")
        let before = try world.names()

        let ending = try Program(
            [command, world.folder.file("copy"), "--db", world.database],
            launcher: ["--default-signal", "timeout", "10"]
        ).ending()

        #expect(ending.code == 0)
        #expect(try world.names() == before.union(["copy"]))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
    func `is not removed if it belongs to another user`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        try world.folder.write([1], to: "copy.toodoo-partial-4711")
        try FileManager.default.setAttributes(
            [.ownerAccountID: 65_534], ofItemAtPath: world.folder.file("copy.toodoo-partial-4711"))

        let ending = try world.run("export", world.folder.file("copy"))

        #expect(ending.code == 0)
        #expect(world.folder.holds("copy.toodoo-partial-4711"))
    }

    @Test func `is not removed while its command runs`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let unfinished = try AtomicFile(world.folder.file("copy"))

        let ending = try world.run("export", world.folder.file("copy"))

        #expect(ending.code == 0)
        #expect(fileExists(unfinished.path))
        #expect(throws: CommandFailure.exists(world.folder.file("copy"))) {
            try unfinished.publish()
        }
    }
}
