import Foundation
import TestSupport
import Testing

/// In a new namespace a process has the number 1, as in a container. Not every machine allows new
/// namespaces.
///
/// It also has a new /proc, because Dispatch looks up its threads there, and ends a process without
/// an entry.
private let namespace = [
    "unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc",
]

private func canBeFirst() -> Bool {
    (try? shell("\(namespace.joined(separator: " ")) sh -c 'echo $$' 2>&1")) == "1\n"
        && FileManager.default.fileExists(atPath: "/proc/self/task/\(getpid())/children")
}

@Suite(.enabled("needs user and process namespaces (unshare)", canBeFirst))
struct `A server that is the first process` {
    @Test(arguments: [SIGTERM, SIGINT])
    func `ends at a signal`(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let server = try start(folder)

        kill(server.first, signal)
        let ending = try server.program.ending()

        #expect(ending.code == 0)
    }

    @Test func `ends at once at a second signal`() throws {
        let folder = try TemporaryFolder()
        let server = try start(folder, ["--drain-delay", "3600"])

        kill(server.first, SIGINT)
        while try server.status("/readyz") == 200 {}
        kill(server.first, SIGINT)
        let ending = try server.program.ending()

        #expect(ending.code == 130)
    }

    // This child is the server's own from the beginning. Orphans become its children later.
    @Test func `reaps children that end`() throws {
        let folder = try TemporaryFolder()
        let fifo = folder.file("fifo")
        try #require(unsafe mkfifo(fifo, 0o600) == 0)
        let server = try start(
            folder, before: #"read word <"\#(fifo)" & exec "$0" "$@""#)
        let before = try children(of: server.first)

        try Data("\n".utf8).write(to: URL(filePath: fifo))
        // A zombie would stay in the list.
        for _ in 0..<10_000 where try !children(of: server.first).isEmpty {
            _ = try server.status("/healthz")
        }

        #expect(before.count == 1)
        #expect(try children(of: server.first) == [])
        kill(server.first, SIGTERM)
        #expect(try server.program.ending().code == 0)
    }

    private struct FirstServer {
        let program: Program
        let port: UInt16
        /// The process's number outside the namespace.
        let first: Int32

        func status(_ path: String) throws -> Int {
            let client = try WireClient(port: port)
            try client.send(request("GET", path))
            return try client.answer().status
        }
    }

    private func start(
        _ folder: TemporaryFolder, _ options: [String] = [],
        before: String = #"exec "$0" "$@""#
    ) throws -> FirstServer {
        let program = try Program(
            ["serve", "--port", "0", "--db", folder.file("items.sqlite")] + options,
            launcher: namespace + ["sh", "-c", before])
        let line = try program.line()
        let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) }, "\(line)")
        let first = try #require(try children(of: program.number).first)
        return FirstServer(program: program, port: port, first: first)
    }

    /// The children of a process, with zombies (proc(5)).
    private func children(of process: Int32) throws -> [Int32] {
        try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
            .split(separator: " ").compactMap { Int32($0) }
    }
}
