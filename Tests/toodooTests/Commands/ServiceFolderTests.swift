import Foundation
import Glibc
import SQLite
import TestSupport
import Testing

@testable import toodoo

/// The service's user can put anything into its folder, at any moment. So what root does there has
/// no more rights than that user.
@Suite(.enabled(if: geteuid() == 0, "only root makes files for another user"))
struct `A command of root in the folder of a service` {
    // proves: machine-fails-16
    @Test(arguments: [
        "import -", "user add --email ann@example.org", "token create --user a@b.example",
        "user list", "check", "migrate", "migrate --new-epoch", "export ../new",
        "backup ../new", "restore ../copy",
    ])
    func `removes no file that a journal names`(command: String) throws {
        let service = try ServiceFolder()
        try #require(try service.run("backup", service.root.file("copy")).code == 0)
        try service.plantJournal(beside: "items.sqlite")

        _ = try service.run(service.words(command), input: "[]")

        #expect(try service.isSecretUntouched)
    }

    // proves: machine-fails-16
    @Test(
        arguments: ["-shm", "-wal", "-journal", ".lock", ""],
        ["import -", "check", "user list", "restore ../copy"])
    func `changes no file that has a second name there`(suffix: String, command: String) throws {
        let service = try ServiceFolder()
        try #require(try service.run("backup", service.root.file("copy")).code == 0)
        let name = service.database + suffix
        try? FileManager.default.removeItem(atPath: name)
        try FileManager.default.linkItem(atPath: service.root.file("shadow"), toPath: name)

        _ = try service.run(service.words(command), input: "[]")

        #expect(try service.isSecretUntouched)
    }

    // proves: machine-fails-14
    @Test(arguments: [
        "import -", "user add --email ann@example.org", "token create --user a@b.example",
        "user list", "check", "migrate", "migrate --status", "export ../new",
        "backup ../new", "restore ../copy", "copy --to ../new --from svc",
    ])
    func `follows no link to a database`(command: String) throws {
        let service = try ServiceFolder()
        try #require(try service.run("backup", service.root.file("copy")).code == 0)
        let before = try service.root.read("copy")
        try FileManager.default.removeItem(atPath: service.database)
        try service.plantLink("items.sqlite", to: "../copy")

        let ending = try service.run(service.words(command), input: "[]")

        #expect(ending == .failure(1, service.refusal(of: "items.sqlite")))
        #expect(try service.root.read("copy") == before)
    }

    @Test(arguments: [
        "import -", "user add --email ann@example.org", "user list", "check", "migrate",
        "migrate --new-epoch", "export ../new", "backup ../new", "restore ../copy",
    ])
    func `waits for no pipe beside the database`(command: String) throws {
        let service = try ServiceFolder()
        try #require(try service.run("backup", service.root.file("copy")).code == 0)
        unsafe try #require(mkfifo(service.database + "-journal", 0o600) == 0)

        let ending = try service.run(service.words(command), input: "[]")

        #expect(ending == .failure(1, "\(service.database)-journal is not a file"))
    }

    @Test(arguments: ["import -", "user add --email ann@example.org", "migrate", "restore ../copy"])
    func `makes only files of its user there`(command: String) throws {
        let service = try ServiceFolder(items: command == "migrate" ? ["Milk"] : nil)
        let other = try ServiceFolder()
        let copy = service.root.file("copy")
        try #require(try other.run("backup", copy).code == 0)

        let ending = try service.run(
            service.words(command), input: command == "import -" ? "[]" : "correct horse battery")

        #expect(ending.code == 0, "\(ending)")
        // A reader leaves the log beside the database.
        _ = try service.run("export")
        let names = try FileManager.default.contentsOfDirectory(atPath: service.path)
        #expect(names.contains("items.sqlite"))
        for name in names {
            #expect(
                try service.owner(of: "svc/\(name)")
                    == [ServiceFolder.user, ServiceFolder.group, 0o600], "\(name)")
        }
    }

    @Test func `restores with the group and the mode of the former database`() throws {
        let service = try ServiceFolder()
        try #require(try service.run("backup", service.root.file("copy")).code == 0)
        try service.setMode(0o644, group: 4_712, of: "svc/items.sqlite")

        let ending = try service.run("restore", service.root.file("copy"))

        #expect(ending.code == 0, "\(ending)")
        let former = try #require(try service.names().first { $0.contains(".before-") })
        for name in ["items.sqlite", former] {
            #expect(try service.owner(of: "svc/\(name)") == [ServiceFolder.user, 4_712, 0o640])
        }
        #expect(try service.run("export").output.contains("Milk"))
    }

    @Test(arguments: ["backup", "export", "copy --to"])
    func `makes root's file where that is root's folder`(command: String) throws {
        let service = try ServiceFolder()

        let ending = try service.run(
            service.words("\(command) ../new" + (command.hasPrefix("copy") ? " --from svc" : "")))

        #expect(ending.code == 0, "\(ending)")
        #expect(try service.owner(of: "new") == [0, 0, 0o600])
        #expect(try service.names() == ["items.sqlite", "items.sqlite.lock"])
        if command != "export" {
            let items = try Program(["export", "--db", service.root.file("new")]).ending()
            #expect(items.output.contains("Milk"))
        }
    }

    @Test(arguments: ["backup", "export", "copy --to"])
    func `makes the service's file in the service's folder`(command: String) throws {
        let service = try ServiceFolder()

        let ending = try service.run(
            service.words("\(command) new" + (command.hasPrefix("copy") ? " --from svc" : "")))

        #expect(ending.code == 0, "\(ending)")
        #expect(
            try service.owner(of: "svc/new") == [ServiceFolder.user, ServiceFolder.group, 0o600])
    }

    @Test func `restores what the service has backed up`() throws {
        let (service, world) = (try ServiceFolder(), try CommandWorld())
        try #require(try service.run("backup", service.path + "/copy").code == 0)

        let same = try service.run("restore", service.path + "/copy")
        let other = try world.run("restore", service.path + "/copy")

        #expect(same.code == 0, "\(same)")
        #expect(other.code == 0, "\(other)")
        #expect(try world.exported().contains("Milk"))
    }

    @Test func `leaves nothing of a backup that fails`() throws {
        let service = try ServiceFolder()
        try service.damage()

        let ending = try service.run("backup", service.root.file("new"))

        #expect(ending.code == 1)
        #expect(!service.root.holds("new"))
        #expect(try service.names() == ["items.sqlite", "items.sqlite.lock"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: service.root.path)
                .allSatisfy { !$0.contains("partial") })
    }

    @Test(arguments: ["check", "restore ../copy", "restore root"])
    func `says whose a file is that the user cannot read`(command: String) throws {
        let service = try ServiceFolder()
        try #require(try service.run("backup", service.root.file("copy")).code == 0)
        let name = command == "restore root" ? "root" : "items.sqlite"
        if name == "root" {
            try FileManager.default.copyItem(
                atPath: service.root.file("copy"), toPath: service.path + "/root")
        }
        try service.setOwner(0, of: "svc/\(name)")

        let ending = try service.run(service.words(command))

        #expect(
            ending
                == .failure(
                    1,
                    "\(service.path)/\(name) cannot be read by user \(ServiceFolder.user), whose "
                        + "folder it is in, and as whom toodoo works there; give it to that user"))
    }

    @Test(arguments: ["check", "user list", "export"])
    func `says that a write was broken off`(command: String) throws {
        let service = try ServiceFolder()
        try service.plantJournal(beside: "items.sqlite")

        let ending = try service.run(service.words(command))

        #expect(
            ending
                == .failure(
                    1,
                    "\(service.database) has a journal of a write that was broken off, which this "
                        + "command must not roll back; toodoo migrate does, and so does a start"))
    }
}

extension ServiceFolder {
    /// The words of a command; `../x` is a file of root's, and `new` one of the service's.
    fileprivate func words(_ command: String) -> [String] {
        command.split(separator: " ").map { word in
            switch word {
            case "svc": database
            case "new", "root": path + "/" + word
            case _ where word.hasPrefix("../"): root.file(String(word.dropFirst(3)))
            default: String(word)
            }
        }
    }

    func refusal(of name: String) -> String {
        "\(path)/\(name) is a symbolic link that another user made; give the path of the file itself"
    }

    fileprivate func setMode(_ mode: Int, group: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode, .groupOwnerAccountID: group], ofItemAtPath: root.file(name))
    }

    fileprivate func setOwner(_ user: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.ownerAccountID: user], ofItemAtPath: root.file(name))
    }

    /// Overwrites every page of the database but the first.
    fileprivate func damage() throws {
        let bytes = try root.read("svc/items.sqlite")
        let noise = [UInt8](repeating: 0xA5, count: bytes.count - 4_096)
        let file = try #require(FileHandle(forWritingAtPath: database))
        try file.write(contentsOf: bytes.prefix(4_096) + noise)
        try file.close()
    }
}
