import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `A restored database` {
    // proves: operation-8
    @Test(arguments: [0o640, 0o600])
    func `has the mode of the replaced database`(mode: Int) throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: world.database)

        let ending = try world.run("restore", copy)

        #expect(ending.code == 0)
        #expect(
            try FileManager.default.attributesOfItem(atPath: world.database)[.posixPermissions]
                as? Int == mode)
    }

    @Test func `may be the target of links of the restoring user`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try FileManager.default.createDirectory(
            atPath: world.folder.file("disk"), withIntermediateDirectories: false)
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

@Suite struct `A file beside a database` {
    @Test func `is refused without waiting if it is a pipe`() throws {
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

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func `is refused if it is a link`(suffix: String) throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.folder.write([1], to: "other")
        try? FileManager.default.removeItem(atPath: world.database + suffix)
        try FileManager.default.createSymbolicLink(
            atPath: world.database + suffix, withDestinationPath: "other")

        let ending = try world.run("restore", copy)

        #expect(ending == .failure(1, "\(world.database)\(suffix) is not a file"))
        #expect(try world.folder.read("other") == [1])
    }

    @Test func `is no lock file if it is a link`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try FileManager.default.removeItem(atPath: world.database + ".lock")
        try FileManager.default.createSymbolicLink(
            atPath: world.database + ".lock", withDestinationPath: "other")

        let ending = try world.run("restore", copy)

        #expect(ending.code == 1)
        #expect(ending.error.contains("\(world.database).lock cannot be opened or created"))
        #expect(!world.folder.holds("other"))
    }
}
