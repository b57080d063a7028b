import Foundation
import Glibc
import TestSupport
import Testing

/// Another user can put links, pipes and journals into a folder at any moment. So root opens
/// nothing there.
@Suite(.enabled(if: geteuid() == 0, "only root makes files for another user"))
struct `Root in the folder of another user` {
    /// A file that the other user may have put there.
    enum Trap: CaseIterable {
        case none, journal, link, secondName, pipe
    }

    // proves: operation-8
    @Test(
        arguments: [
            "import -", "user add --email ann@example.org", "token create --user a@b.example",
            "user list", "check", "migrate", "migrate --status", "migrate --new-epoch",
            "export", "backup ../new", "restore ../own.sqlite",
            "copy --to ../new --from svc/items.sqlite", "serve --port 0",
        ], Trap.allCases)
    func `is told what to type instead of a command, which opens nothing`(
        command: String, trap: Trap
    ) throws {
        let service = try ServiceFolder()
        try service.plant(trap)
        let before = try service.names()

        let ending = try service.run(command)

        #expect(ending == service.refusal(of: service.database, command))
        #expect(try service.names() == before)
        #expect(try service.root.read("shadow") == Array("secret".utf8))
    }

    // proves: operation-8
    @Test(arguments: [
        "export svc/new", "backup svc/new", "copy --to svc/new --from ../own.sqlite",
        "import svc/new", "restore svc/items.sqlite",
    ])
    func `reads and makes no file there from elsewhere`(command: String) throws {
        let service = try ServiceFolder()
        if command == "import svc/new" { try service.plantLink("svc/new", to: "../items.json") }
        let before = try service.names()
        let path = service.root.file(command.hasPrefix("restore") ? "svc/items.sqlite" : "svc/new")

        let ending = try service.run(command, on: service.ownDatabase)

        #expect(ending == service.refusal(of: path, command, on: service.ownDatabase))
        #expect(try service.names().subtracting(before).allSatisfy { $0.contains("own.sqlite-") })
    }

    // proves: operation-8
    @Test(arguments: ["svc/data/own.sqlite", "link/items.sqlite", "data/own.sqlite"])
    func `follows no link into it, and none that leads out of it`(name: String) throws {
        let service = try ServiceFolder()
        try service.plantLink("svc/data", to: "..")
        try service.plantLink("data", to: ".")
        try FileManager.default.createSymbolicLink(
            atPath: service.root.file("link"), withDestinationPath: "svc")

        let ending = try service.run("check", on: service.root.file(name))

        #expect(
            ending
                == service.refusal(
                    of: service.root.file(name), "check", on: service.root.file(name)))
    }

    @Test func `makes no folder there`() throws {
        let service = try ServiceFolder()
        let database = service.root.file("svc/new/items.sqlite")

        let ending = try service.run("import -", on: database)

        #expect(ending == service.refusal(of: database, "import -", on: database))
        #expect(!service.root.holds("svc/new"))
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal", ".lock"])
    func `counts as there where a file in a folder for all belongs to that user`(
        suffix: String
    ) throws {
        let service = try ServiceFolder()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o1777], ofItemAtPath: service.root.path)
        try? FileManager.default.removeItem(atPath: service.ownDatabase + suffix)
        try service.root.write([1], to: "own.sqlite" + suffix)
        try service.give("own.sqlite" + suffix)

        let ending = try service.run("check", on: service.ownDatabase)

        #expect(
            ending
                == service.refusal(
                    of: service.ownDatabase + suffix, "check", on: service.ownDatabase))
    }

    @Test(arguments: [
        (["sudo"], "sudo -u nobody --preserve-env=TOODOO_DB toodoo"),
        ([], "runuser -u nobody -- toodoo"),
    ])
    func `is told the user's name, quoted arguments and the variables`(
        programs: [String], line: String
    ) throws {
        let service = try ServiceFolder()
        for program in programs { try service.root.write([], to: program) }
        try FileManager.default.setAttributes(
            [.ownerAccountID: 65_534], ofItemAtPath: service.path)
        try FileManager.default.setAttributes(
            [.ownerAccountID: 65_534], ofItemAtPath: service.database)

        let ending = try Program(
            ["export", "my items.json"],
            environment: ["TOODOO_DB": service.database, "PATH": service.root.path]
        ).ending()

        #expect(
            ending.error.hasSuffix("type \(line) export 'my items.json'\n"), "\(ending)")
    }

    @Test func `is not needed: the user works there`() throws {
        let service = try ServiceFolder()

        let ending = try Program(
            ["check", "--db", service.database],
            launcher: ["setpriv", "--reuid=\(ServiceFolder.user)", "--clear-groups"]
        ).ending()

        #expect(ending.code == 0, "\(ending)")
    }
}

extension ServiceFolder {
    fileprivate func plant(_ trap: `Root in the folder of another user`.Trap) throws {
        switch trap {
        case .none: break
        case .journal: try plantJournal()
        case .link:
            try FileManager.default.removeItem(atPath: database)
            try plantLink("svc/items.sqlite", to: "../own.sqlite")
        case .secondName:
            try FileManager.default.linkItem(
                atPath: root.file("shadow"), toPath: database + "-shm")
        case .pipe:
            unsafe try #require(mkfifo(database + "-journal", 0o600) == 0)
        }
    }
}
