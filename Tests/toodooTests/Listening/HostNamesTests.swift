import API
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The Host of a request` {
    @Test(arguments: [
        ([], "localhost", 200), ([], "todo.lan", 421),
        (["--hosts", "todo.lan,b"], "TODO.lan", 200),
        (["--hosts", "todo.lan,b"], "c", 421), (["--auth", "on"], "todo.lan", 401),
    ])
    func `must be the server's own if no token is required`(
        arguments: [String], host: String, status: Int
    ) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: arguments)
        let client = try WireClient(port: server.port)

        try client.send("GET /items HTTP/1.1\r\nHost: \(host)\r\n\r\n")

        #expect(try client.answer().status == status)
        #expect(try server.stop().code == 0)
    }

    @Test(
        arguments: [
            (["--auth", "off"], "127.0.0.1", true), (["--auth", "off"], "::1", true),
            (["--auth", "off"], "0.0.0.0", false), (["--auth", "on"], "127.0.0.1", nil),
            ([], "127.0.0.1", true), ([], "0.0.0.0", nil),
        ] as [([String], String, Bool?)])
    func `is checked on loopback, and origins on each address without tokens`(
        arguments: [String], address: String, looksAtNames: Bool?
    ) throws {
        let options = try serve(arguments)

        let pages = options.hostAndOriginGuard(on: address)

        #expect(pages.map { $0.names != nil } == looksAtNames)
    }
}
