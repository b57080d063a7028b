import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `A database that other users may read` {
    // proves: operation-8
    @Test(arguments: [(0o644, 0o640), (0o666, 0o660), (0o604, 0o600), (0o601, 0o600)])
    func `is made private at the start, with a warning`(before: Int, after: Int) throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        try world.setMode(before, of: "items.sqlite")

        let server = try RunningServer(database: world.database)
        let warning = try server.program.errorLine()
        let answer = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)

        #expect(
            warning.hasSuffix(
                "warning: \(world.database) could be used by other users (mode "
                    + "\(String(before, radix: 8))); its mode is \(String(after, radix: 8)) now"),
            "\(warning)")
        #expect(answer.status == 201)
        for name in ["items.sqlite", "items.sqlite-wal", "items.sqlite-shm"] {
            #expect(try world.mode(of: name) == after, "\(name)")
        }
        #expect(try server.stop().code == 0)
    }

    // proves: operation-8
    @Test func `has a WAL that is made private, too`() throws {
        let world = try CommandWorld()
        let killed = try RunningServer(database: world.database)
        _ = try killed.send("POST", "/items", json: #"{"title":"Milk"}"#)
        killed.program.send(SIGKILL)
        _ = try killed.program.ending()
        try world.setMode(0o644, of: "items.sqlite-wal")

        let server = try RunningServer(database: world.database)
        let warning = try server.program.errorLine()

        #expect(warning.contains("items.sqlite-wal could be used by other users"))
        #expect(try world.mode(of: "items.sqlite-wal").map { $0 & 0o007 } == 0)
        #expect(try server.send("GET", "/items").text.contains("Milk"))
        #expect(try server.stop().code == 0)
    }

    @Test func `has its lock file made private, too`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        try world.setMode(0o666, of: "items.sqlite.lock")

        let server = try RunningServer(database: world.database)
        let warning = try server.program.errorLine()

        #expect(warning.contains("items.sqlite.lock could be used by other users"))
        #expect(try world.mode(of: "items.sqlite.lock") == 0o660)
        #expect(try server.stop().code == 0)
    }

    @Test func `keeps the permissions of its group`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        try world.setMode(0o640, of: "items.sqlite")

        let server = try RunningServer(database: world.database)
        let first = try server.program.errorLine()

        #expect(first.contains(" info: try: curl"))
        #expect(try world.mode(of: "items.sqlite") == 0o640)
        #expect(try server.stop().code == 0)
    }

    // proves: operation-8
    @Test(.enabled(if: geteuid() == 0, "only root creates files for another user"))
    func `is not served if it belongs to another user`() throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "items.sqlite")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777, .ownerAccountID: 65_534], ofItemAtPath: folder.path)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666], ofItemAtPath: folder.file("items.sqlite"))
        let database = folder.file("items.sqlite")

        let ending = try Program(
            ["serve", "--port", "0", "--db", database],
            launcher: ["setpriv", "--reuid=65534", "--clear-groups"]
        ).refusal()

        #expect(
            ending
                == .failure(
                    1,
                    "\(database) can be read by other users, and only its owner can change that: "
                        + "chmod o= \(database)"))
    }
}

extension CommandWorld {
    fileprivate func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.file(name))
    }

    fileprivate func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions]
            as? Int
    }
}
