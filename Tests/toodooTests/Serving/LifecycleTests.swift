import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `A running server` {
    @Test func `prints one line with its address`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))

        _ = try server.send("POST", "/items", json: #"{"title":"Buy milk"}"#)
        let ending = try server.stop()

        #expect(ending.code == 0)
        #expect(ending.output == "")
    }

    @Test func `logs the begin and the end of its shutdown`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--drain-delay", "1s"])

        let lines = try server.stop().error.split(separator: "\n").suffix(2)

        #expect(
            lines.first?.hasSuffix(
                """
                Z info: stopping: new requests are served for 1s, then requests under way may take 10s; \
                a second signal ends the server at once
                """) == true, "\(lines)")
        #expect(lines.last?.hasSuffix("Z info: stopped") == true, "\(lines)")
    }

    // proves: operation-8
    @Test(arguments: ["items.sqlite", "items.sqlite-wal"])
    func `creates files that only its user can read`(name: String) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))

        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))

        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try server.stop().code == 0)
    }

    @Test func `logs a command to try it`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))

        let line = try server.program.errorLine()
        let command = try #require(line.wholeMatch(of: /\S+Z info: try: (curl .*)/)).output.1
        let answer = try shell("\(command) 2>&1")

        #expect(answer.contains(#""title":"Buy milk""#))
        #expect(try server.send("GET", "/items").text.contains(#""title":"Buy milk""#))
    }

    @Test func `writes to the descriptor of --ready-fd when it is ready, and closes it`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(
            ["serve", "--port", "0", "--db", folder.file("items.sqlite"), "--ready-fd", "3"],
            redirection: "3>&1 1>&2")

        let rest = try program.restOfOutput()
        let line = try program.errorLine()

        #expect(rest == "\n")
        let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
        let client = try WireClient(port: port)
        try client.send(request("GET", "/readyz"))
        #expect(try client.answer().status == 200)
    }

    // proves: operation-2
    @Test(arguments: [SIGTERM, SIGINT])
    func `ends at a signal, with all data in the database file`(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        let server = try RunningServer(database: path)
        let stored = try server.send("POST", "/items", json: #"[{"title":"Buy milk"}]"#)

        server.program.send(signal)
        let ending = try server.program.ending()
        let log = folder.holds("items.sqlite-wal") ? try folder.read("items.sqlite-wal") : []
        let restarted = try RunningServer(database: path)

        #expect(ending.code == 0)
        #expect(log.isEmpty)
        #expect(stored.status == 201)
        #expect(try restarted.send("GET", "/items").text == stored.text)
    }

    // SIGABRT, with which a service manager ends a hanging server, has no handler either. But a
    // debug build prints a slow backtrace for it.
    @Test(arguments: [SIGALRM, SIGUSR1])
    func `is ended by a signal that has no handler`(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))

        server.program.send(signal)

        #expect(try server.program.ending().code == -signal)
    }

    // proves: operation-2
    @Test func `responds to the running request before it ends`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        let server = try RunningServer(database: path, arguments: ["--lanes", "1"])
        let idle = try WireClient(port: server.port)
        try idle.send(request("GET", "/healthz"))
        _ = try idle.answer()
        let busy = try WireClient(port: server.port)
        try busy.send(
            """
            POST /items HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\
            Content-Type: application/json\r\nContent-Length: 20\r\n\r\n
            """)
        // The server has read the head: from now on the request is running.
        #expect(try busy.answer().status == 100)

        server.program.send(SIGTERM)
        // The idle connection ends: from now on the server shuts down.
        #expect(try idle.ending() == WireClient.Ending())
        try busy.send(#"{"title":"Buy milk"}"#)
        let stored = try busy.answer()
        let ending = try server.program.ending()
        let restarted = try RunningServer(database: path)

        #expect(stored.status == 201)
        #expect(stored["Connection"] == "close")
        #expect(ending.code == 0)
        #expect(try restarted.send("GET", "/items").text == "[\(stored.text)]")
    }

    @Test func `is not ready during the drain delay, and ends at once at a second signal`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--drain-delay", "3600"])

        server.program.send(SIGINT)
        var readiness = try server.send("GET", "/readyz")
        while readiness.status == 200 { readiness = try server.send("GET", "/readyz") }
        let health = try server.send("GET", "/healthz")
        server.program.send(SIGINT)
        let ending = try server.program.ending()

        #expect(readiness.status == 503)
        #expect(readiness.text.contains("/problems/draining"))
        #expect(health.status == 200)
        #expect(ending.code == 130)
    }

    // Lanes keep their threads, and Dispatch has a limited number.
    @Test func `has threads for writes and the shutdown with the maximum number of lanes`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"),
            arguments: ["--lanes", "\(ServeOptions.maxLanes)"])

        let stored = try server.send("POST", "/items", json: #"{"title":"Buy milk"}"#)
        let ending = try server.stop()

        #expect(stored.status == 201)
        #expect(ending.code == 0)
    }

    @Test func `ignores SIGHUP`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        let client = try WireClient(port: server.port)
        try client.send(request("GET", "/healthz"))
        _ = try client.answer()

        server.program.send(SIGHUP)
        try client.send(request("GET", "/healthz"))

        #expect(try client.answer().status == 200)
        #expect(try server.stop().code == 0)
    }
}
