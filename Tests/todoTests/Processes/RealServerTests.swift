import Foundation
import ToDoClient
import Testing

@testable import todo

/// `toodoo serve` with accounts, on a free port.
private final class ServerProcess: Sendable {
    private let process = Process()
    let address: String

    init(folder: URL) throws {
        let output = Pipe()
        process.executableURL = Bundle.main.bundleURL.appending(path: "toodoo")
        process.arguments = [
            "serve", "--port", "0", "--db", folder.appending(path: "items.sqlite").path, "--auth",
            "on", "--sign-up", "open", "--log", "off",
        ]
        process.environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("TOODOO_") }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = ""
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(Character(Unicode.Scalar(byte)))
        }
        let match = try #require(line.firstMatch(of: /http:\/\/\S+/), "\(line)")
        address = String(match.output)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}

@Suite struct `The program with the real server` {
    private let machine = TestMachine()

    @Test func `signs up at a terminal, and syncs two machines live`() async throws {
        let folder = machine.folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = try ServerProcess(folder: folder)
        let (one, other) = (folder.appending(path: "one"), folder.appending(path: "other"))

        let endings = try await blocking {
            _ = try runTodo("add", "Before", folder: one)
            let terminal = try PseudoTerminal(["signup", "--server", server.address], folder: one)
            for (prompt, answer) in [
                ("Name: ", "Ada"), ("Email: ", "ada@example.org"),
                ("Password for ada@example.org: ", "a crumbling lighthouse"),
                ("Password again: ", "a crumbling lighthouse"),
            ] {
                terminal.output(until: prompt)
                try terminal.type(answer + "\n")
            }
            let signUp = terminal.ending()
            let logIn = try runTodo(
                "login", "--server", server.address, "--email", "ada@example.org", folder: other,
                input: "a crumbling lighthouse\n")
            let watch = try PseudoTerminal(["watch"], folder: other)
            watch.output(until: "Before")
            let added = try runTodo("add", "Behind", folder: one)
            watch.output(until: "Behind")
            try watch.type("\u{3}")
            let watched = watch.ending()
            let sync = try runTodo("sync", folder: one)
            let logOut = try runTodo("logout", folder: one)
            return (signUp, logIn, added, watched, sync, logOut)
        }

        #expect(endings.0.code == 0)
        #expect(endings.0.output.hasSuffix("Signed in as ada@example.org.\nMoved 1 local item.\n"))
        #expect(!endings.0.output.contains("lighthouse"))
        #expect(endings.1.output == "Signed in as ada@example.org.\n")
        #expect(endings.1.code == 0)
        #expect(endings.2.code == 0)
        #expect(endings.3.code == 0)
        #expect(endings.4.code == 0)
        #expect(endings.5.output == "ada@example.org is signed out on this machine.\n")
        withExtendedLifetime(server) {}
    }
}
