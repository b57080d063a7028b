import APITestSupport
import CommandLine
import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `A server with an inherited socket` {
    // proves: operation-4
    @Test func `serves it and leaves it open for the next server, with its waiting connections`()
        throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        let socket = try ListeningSocket()
        let first = try serve(socket, database: path)
        let line = try first.line()
        let early = try WireClient(port: socket.port)
        try early.send(request("POST", "/items", json: #"[{"title":"Buy milk"}]"#))
        let stored = try early.answer()

        first.send(SIGTERM)
        let ending = try first.ending()
        let between = try WireClient(port: socket.port)
        try between.send(request("GET", "/items"))
        let second = try serve(socket, database: path)
        let answer = try between.answer()
        second.send(SIGTERM)

        #expect(line == "toodoo listens on http://127.0.0.1:\(socket.port)")
        #expect(ending.code == 0)
        #expect(stored.status == 201)
        #expect(answer.status == 200)
        #expect(answer.text == stored.text)
        #expect(try second.ending().code == 0)
    }

    @Test func `ignores host and port`() throws {
        let folder = try TemporaryFolder()
        let socket = try ListeningSocket()

        let program = try serve(
            socket, database: folder.file("items.sqlite"),
            arguments: ["--host", "0.0.0.0", "--port", "1"])

        #expect(try program.line() == "toodoo listens on http://127.0.0.1:\(socket.port)")
    }

    // proves: separation-10
    @Test(arguments: [([], 401), (["--auth", "off"], 200)])
    func `requires tokens if the socket is not on loopback, except with --auth off`(
        arguments: [String], status: Int
    ) throws {
        let folder = try TemporaryFolder()
        let socket = try ListeningSocket(host: "0.0.0.0")

        let program = try serve(
            socket, database: folder.file("items.sqlite"), arguments: arguments)

        #expect(try program.line().hasSuffix(":\(socket.port)"))
        let answer = try WireClient(port: socket.port).exchange(
            "GET /items HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.status == status)
    }

    @Test(arguments: [ListeningSocket.Kind.notListening, .datagrams, .local])
    func `refuses an unsuitable socket`(kind: ListeningSocket.Kind) throws {
        let folder = try TemporaryFolder()
        let socket = try ListeningSocket(kind)

        let ending = try serve(socket, database: folder.file("items.sqlite")).refusal()

        #expect(
            ending
                == .failure(
                    64,
                    "descriptor 3 from LISTEN_FDS must be a listening TCP socket on an IPv4 or IPv6 "
                        + "address"))
    }

    @Test func `refuses two sockets`() throws {
        let folder = try TemporaryFolder()
        let socket = try ListeningSocket()

        let ending = try serve(
            socket, database: folder.file("items.sqlite"), environment: ["LISTEN_FDS": "2"]
        ).refusal()

        #expect(
            ending
                == .failure(
                    64, "only one socket can be inherited, but LISTEN_FDS is \"2\""))
    }

    @Test func `ignores a socket for another process`() throws {
        let folder = try TemporaryFolder()

        let server = try RunningServer(
            database: folder.file("items.sqlite"),
            environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"])

        #expect(try server.send("GET", "/healthz").status == 200)
    }

    /// Starts the program like systemd: the socket is descriptor 3, and LISTEN_PID is the number of
    /// the process.
    private func serve(
        _ socket: ListeningSocket, database: String, arguments: [String] = [],
        environment: [String: String] = ["LISTEN_FDS": "1"]
    ) throws -> Program {
        try Program(
            ["serve", "--db", database] + arguments, environment: environment,
            prelude: "export LISTEN_PID=$$;", redirection: "3<&0 0</dev/null",
            input: FileHandle(fileDescriptor: socket.number, closeOnDealloc: false))
    }
}

@Suite struct `The variables for an inherited socket` {
    @Test(arguments: [
        (["LISTEN_PID": "7", "LISTEN_FDS": "1"], Int32(3)),
        (["LISTEN_PID": "7", "LISTEN_FDS": "0"], nil),
        (["LISTEN_PID": "7", "LISTEN_FDS": ""], nil),
        (["LISTEN_PID": "7"], nil),
        (["LISTEN_PID": "8", "LISTEN_FDS": "1"], nil),
        (["LISTEN_PID": "8", "LISTEN_FDS": "2"], nil),
        (["LISTEN_PID": "", "LISTEN_FDS": "1"], nil),
        (["LISTEN_PID": "seven", "LISTEN_FDS": "1"], nil),
        (["LISTEN_FDS": "1"], nil),
        ([:], nil),
    ])
    func `contain the first descriptor, for this process alone`(
        variables: [String: String], descriptor: Int32?
    ) throws {
        #expect(try InheritedSocket.descriptor({ variables[$0] }, process: 7) == descriptor)
    }

    @Test(arguments: ["2", "-1", "one", "1 ", "99999999999999999999"])
    func `are refused unless there is one socket`(count: String) {
        let variables = ["LISTEN_PID": "7", "LISTEN_FDS": count]

        #expect(throws: UsageFailure.tooManySockets(count)) {
            try InheritedSocket.descriptor({ variables[$0] }, process: 7)
        }
    }

    @Test func `allow a host that is not an address of this machine`() throws {
        let variables = ["HOME": "/me", "LISTEN_PID": "7", "LISTEN_FDS": "1"]

        let options = try ServeOptions(
            ServeOptions.parse(["--host", "0.0.0.0"]), environment: { variables[$0] }, process: 7)

        #expect(options.inherited == 3)
    }

    @Test func `reserve their descriptor`() {
        let variables = ["HOME": "/me", "LISTEN_PID": "7", "LISTEN_FDS": "1"]
        let failure = UsageFailure.badValue(
            option: "--ready-fd", value: "3",
            expected: "a descriptor other than that of the socket from LISTEN_FDS")

        #expect(throws: failure) {
            try ServeOptions(
                ServeOptions.parse(["--ready-fd=3"]), environment: { variables[$0] }, process: 7)
        }
    }
}
