import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `The folder of the program` {
    private let machine = TestMachine()

    private static func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    /// The paths below the machine's folder with their modes.
    private func modes() throws -> [String: Int] {
        var modes: [String: Int] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: machine.folder.path) {
            modes[path] = try Self.mode(machine.folder.appending(path: path))
        }
        return modes
    }

    private func makeFolder(_ path: String) throws {
        let url = machine.folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }

    @Test func `and all in it are for its user alone`() async throws {
        await machine.run("use", TestMachine.address)
        machine.server.isReachable = false
        await machine.run("add", "A")
        await machine.run()

        let modes = try modes()

        #expect(try Self.mode(machine.folder) == 0o700)
        let server = "servers/https%3A%2F%2Ftodo.example.org"
        #expect(
            modes == [
                "config.json": 0o600, "numbers.json": 0o600, "servers": 0o700, server: 0o700,
                server + "/items": 0o600, server + "/pause.json": 0o600,
            ])
    }

    @Test func `takes the rights of others that it has given`() async throws {
        machine.set("TODO_DATA", "")
        machine.set("XDG_DATA_HOME", machine.folder.path)
        for path in ["", "todo", "todo/local"] { try makeFolder(path) }

        await machine.run("add", "A")

        #expect(try Self.mode(machine.folder) == 0o755)
        #expect(
            try modes().filter { !$0.key.contains(".") } == [
                "todo": 0o700, "todo/local": 0o700, "todo/local/items": 0o600,
            ])
    }

    @Test func `stays as it is if the user has chosen it`() async throws {
        for path in ["", "local"] { try makeFolder(path) }

        await machine.run("add", "A")

        #expect(try Self.mode(machine.folder) == 0o755)
        #expect(try modes()["local"] == 0o700)
    }

    @Test(arguments: ["local", "local/items"])
    func `is not left by a link in it`(path: String) async throws {
        let elsewhere = TestMachine()
        await elsewhere.run("add", "Theirs")
        let before = try FileManager.default.subpathsOfDirectory(atPath: elsewhere.folder.path)
        try makeFolder("")
        if path.contains("/") { try makeFolder("local") }
        try FileManager.default.createSymbolicLink(
            at: machine.folder.appending(path: path),
            withDestinationURL: elsewhere.folder.appending(path: path))

        let ending = await machine.run("add", "Mine")

        #expect(ending.code == .failed)
        #expect(ending.error.split(separator: "\n").count == 1)
        #expect(try await elsewhere.titles() == ["Theirs"])
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: elsewhere.folder.path) == before)
    }

    @Test func `has locks that no link leads away`() throws {
        try makeFolder("")
        let lock = machine.folder.appending(path: "waiting")
        let other = machine.folder.appending(path: "other")
        try FileManager.default.createSymbolicLink(at: lock, withDestinationURL: other)

        #expect(throws: Failure.self) { try FileLock.acquire(.shared, lock.path) }

        #expect(!FileManager.default.fileExists(atPath: other.path))
    }
}
