import Foundation
import Glibc
import HTTPServer
import SQLite
import TestSupport
import Testing

@testable import toodoo

/// Root restores and backs up in the folder of a service, whose user can create links there.
@Suite(.enabled(if: geteuid() == 0, "only root makes links for another user"))
struct `A symbolic link of another user` {
    // proves: machine-fails-14
    @Test func `is not followed by a restore, which changes neither the link nor its target`()
        throws
    {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.folder.write(Array("secret".utf8), to: "shadow")
        try FileManager.default.removeItem(atPath: world.database)
        try world.plant("items.sqlite", to: "shadow")

        let ending = try world.run("restore", copy)

        #expect(ending == .failure(1, refusal(of: world.database)))
        #expect(try world.text("shadow") == "secret")
        #expect(try world.names().allSatisfy { !$0.contains("before-") })
    }

    @Test(arguments: ["restore", "backup", "export"])
    func `is refused in the path of the database`(command: String) throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.plant("data", to: ".")
        let database = world.folder.file("data/items.sqlite")
        let file = command == "restore" ? copy : world.folder.file("new")

        let ending = try Program([command, file, "--db", database]).ending()

        #expect(ending == .failure(1, refusal(of: world.folder.file("data"))))
        #expect(!world.folder.holds("new"))
    }

    @Test(arguments: ["backup", "export"])
    func `is refused in the path of a new file`(command: String) throws {
        let world = try CommandWorld()
        _ = try world.backup(of: "Old")
        try world.makeFolder("other")
        try world.plant("data", to: "other")

        let ending = try world.run(command, world.folder.file("data/new"))

        #expect(ending == .failure(1, refusal(of: world.folder.file("data"))))
        #expect(!world.folder.holds("other/new"))
    }

    @Test func `is refused in the path of the backup`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.plant("link", to: copy)

        let ending = try world.run("restore", world.folder.file("link"))

        #expect(ending == .failure(1, refusal(of: world.folder.file("link"))))
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func `beside a database is not used as a file of it`(suffix: String) throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.folder.write([1], to: "shadow")
        try? FileManager.default.removeItem(atPath: world.database + suffix)
        try world.plant("items.sqlite\(suffix)", to: "shadow")

        let ending = try world.run("restore", copy)

        #expect(ending == .failure(1, "\(world.database)\(suffix) is not a file"))
        #expect(try world.folder.read("shadow") == [1])
    }

    @Test func `is not used as a lock file`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try FileManager.default.removeItem(atPath: world.database + ".lock")
        try world.plant("items.sqlite.lock", to: "made by root")

        let ending = try world.run("restore", copy)

        #expect(ending.code == 1)
        #expect(ending.error.contains("\(world.database).lock cannot be opened or created"))
        #expect(!world.folder.holds("made by root"))
    }

    private func refusal(of path: String) -> String {
        "\(path) is a symbolic link that another user made; give the path of the file itself"
    }
}

@Suite struct `A restored database` {
    // proves: machine-fails-14
    @Test(.enabled(if: geteuid() == 0, "only root creates files for another user"))
    func `has the owner and the mode of the replaced database`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.give("items.sqlite", to: 65_534, 65_533, mode: 0o640)

        let ending = try world.run("restore", copy)

        #expect(ending.code == 0)
        #expect(try world.owner(of: "items.sqlite") == [65_534, 65_533, 0o640])
    }

    @Test(.enabled(if: geteuid() == 0, "only root creates files for another user"))
    func `has the owner of its folder if there was none before`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.makeFolder("state")
        try world.give("state", to: 47_110, 47_111, mode: 0o700)

        let ending = try Program(
            ["restore", copy, "--db", world.folder.file("state/new.sqlite")]
        ).ending()

        #expect(ending.code == 0)
        #expect(try world.owner(of: "state/new.sqlite") == [47_110, 47_111, 0o600])
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root creates files for another user"),
        arguments: [["import", "-"], ["user", "add", "--email", "ann@example.org"]])
    func `has the owner of its folder if root creates it`(words: [String]) throws {
        let world = try CommandWorld()
        try world.give(".", to: 47_110, 47_111, mode: 0o700)

        let ending = try world.run(
            words, input: Array((words[0] == "import" ? "[]" : "correct horse battery").utf8))

        #expect(ending.code == 0)
        for name in ["items.sqlite", "items.sqlite.lock"] {
            #expect(try world.owner(of: name) == [47_110, 47_111, 0o600], "\(name)")
        }
    }

    @Test func `may be the target of links of the restoring user`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.makeFolder("disk")
        try FileManager.default.moveItem(
            atPath: world.database, toPath: world.folder.file("disk/real.sqlite"))
        try FileManager.default.createSymbolicLink(
            atPath: world.folder.file("data"), withDestinationPath: "disk/../disk")
        try FileManager.default.createSymbolicLink(
            atPath: world.database, withDestinationPath: "data/real.sqlite")

        let ending = try world.run("restore", copy)

        let former = try #require(ending.output.firstMatch(of: /kept as (.*)\n/)).output.1
        #expect(former.hasPrefix(world.folder.file("disk/real.sqlite.before-")))
        #expect(try world.exported().contains("Old"))
    }
}

@Suite struct `The location of a file` {
    @Test func `is refused if a link in its path belongs to another user than root and this one`()
        throws
    {
        let world = try CommandWorld()
        try FileManager.default.createSymbolicLink(
            atPath: world.folder.file("link"), withDestinationPath: "file")
        let link = world.folder.file("link")
        if geteuid() == 0 { try #require(unsafe lchown(link, 4_711, 4_711) == 0) }
        let owner: UInt32 = geteuid() == 0 ? 4_711 : geteuid()

        let own = try FileLocation(link, user: owner)

        #expect(own.name == "file")
        #expect(throws: CommandFailure.foreignLink(link)) {
            try FileLocation(link, user: owner + 1)
        }
    }

    @Test func `is refused without waiting if a file beside it is a pipe`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try? FileManager.default.removeItem(atPath: world.database + "-journal")
        unsafe try #require(mkfifo(world.database + "-journal", 0o600) == 0)

        for command in ["restore", "backup", "export"] {
            let file = command == "restore" ? copy : world.folder.file("new")
            let ending = try Program(
                [command, file, "--db", world.database],
                launcher: ["--default-signal", "timeout", "10"]
            ).ending()

            #expect(ending == .failure(1, "\(world.database)-journal is not a file"))
        }
    }

    @Test func `is refused for circular links`() throws {
        let world = try CommandWorld()
        try FileManager.default.createSymbolicLink(
            atPath: world.database, withDestinationPath: "items.sqlite")

        #expect(throws: CommandFailure.file(world.database, Errno(code: ELOOP))) {
            try FileLocation(world.database)
        }
    }
}

extension CommandWorld {
    /// Creates a link that belongs to another user.
    fileprivate func plant(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(name), withDestinationPath: target)
        try #require(unsafe lchown(folder.file(name), 65_534, 65_534) == 0)
    }

    fileprivate func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file(name), withIntermediateDirectories: false)
    }

    fileprivate func give(_ name: String, to user: Int, _ group: Int, mode: Int) throws {
        try FileManager.default.setAttributes(
            [
                .ownerAccountID: user, .groupOwnerAccountID: group, .posixPermissions: mode,
            ], ofItemAtPath: folder.file(name))
    }

    /// User, group and mode of a file.
    fileprivate func owner(of name: String) throws -> [Int?] {
        let all = try FileManager.default.attributesOfItem(atPath: folder.file(name))
        return [.ownerAccountID, .groupOwnerAccountID, .posixPermissions].map { all[$0] as? Int }
    }
}
