import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `While a database is being restored` {
    @Test(arguments: [
        ["serve", "--port", "0"], ["import", "-"], ["export"], ["backup", "/dev/null/copy"],
        ["check"], ["migrate"],
    ])
    func `no other process can open it`(words: [String]) throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let restore = try DatabaseLock(replacing: world.database)

        let ending = try Program(words + ["--db", world.database]).refusal()
        restore.release()

        #expect(
            ending
                == .failure(
                    1, "\(world.database) is being restored; try again when that is done"))
        #expect(try world.run("check").code == 0)
    }

    @Test func `a second restore is refused`() throws {
        let world = try CommandWorld()
        let copy = world.folder.file("copy.sqlite")
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        _ = try world.run("backup", copy)
        let restore = try DatabaseLock(replacing: world.database)

        let ending = try world.run("restore", copy)
        restore.release()

        #expect(ending.code == 1)
        #expect(ending.error.contains("is in use"))
    }
}

@Suite struct `The lock of a database` {
    @Test func `is named if it cannot be taken`() throws {
        let world = try CommandWorld()
        try FileManager.default.createDirectory(
            atPath: world.database + ".lock", withIntermediateDirectories: false)

        let ending = try world.run("import", "-", input: "[]")

        #expect(
            ending
                == .failure(
                    1,
                    "\(world.database).lock cannot be opened or created; "
                        + "check its folder and permissions"))
    }
}

@Suite struct `A shared lock on a database` {
    @Test func `can be held by several processes, and blocks a restore until all have ended`()
        throws
    {
        let world = try CommandWorld()
        let locks = [
            try DatabaseLock(writing: world.database),
            try DatabaseLock(writing: world.database),
        ]

        locks[0].release()
        let early = #expect(throws: CommandFailure.inUse(world.database)) {
            try DatabaseLock(replacing: world.database)
        }
        locks[1].release()
        let late = try DatabaseLock(replacing: world.database)
        late.release()

        #expect(early != nil)
    }

    @Test func `of a link is that of its target`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        let link = world.folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: world.database)

        let lock = try DatabaseLock(writing: link)
        let refusal = #expect(throws: CommandFailure.inUse(world.database)) {
            try DatabaseLock(replacing: world.database)
        }
        lock.release()

        #expect(refusal != nil)
        #expect(lock.path == resolved(world.database))
    }

    @Test(arguments: ["data/real.sqlite", "$/data/real.sqlite", "other.sqlite"])
    func `of a link to a missing file is that of the file`(target: String) throws {
        let world = try CommandWorld()
        try FileManager.default.createDirectory(
            atPath: world.folder.file("data"), withIntermediateDirectories: false)
        try world.link("other.sqlite", to: "data/real.sqlite")
        try world.link("items.sqlite", to: target.replacing("$", with: world.folder.path))

        let server = try RunningServer(database: world.database)

        #expect(world.folder.holds("data/real.sqlite"))
        for path in [world.database, world.folder.file("data/real.sqlite")] {
            #expect(throws: CommandFailure.inUse(path)) { try DatabaseLock(replacing: path) }
        }
        #expect(try server.stop().code == 0)
    }

    @Test func `is refused for a link to itself`() throws {
        let world = try CommandWorld()
        try world.link("items.sqlite", to: "items.sqlite")

        let ending = try world.run("import", "-", input: "[]")

        #expect(ending == .failure(1, "\(world.database) is not a file"))
    }
}

extension CommandWorld {
    /// Makes a symbolic link in the folder.
    fileprivate func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(name), withDestinationPath: target)
    }
}
