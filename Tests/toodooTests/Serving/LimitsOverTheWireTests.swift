import Foundation
import TestSupport
import Testing

@Suite struct `A limit of serve` {
    @Test(arguments: [(1_024, 201), (1_025, 413)])
    func `is exact to the byte`(length: Int, status: Int) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--max-body=1KiB"])
        let json = #"{"title":"Buy milk"}"#
        let spaces = String(repeating: " ", count: length - json.utf8.count)

        let answer = try server.send("POST", "/items", json: json + spaces)

        #expect(answer.status == status)
        #expect(try server.stop().code == 0)
    }

    @Test func `refuses one connection too many`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--max-connections=1"])
        let first = try WireClient(port: server.port)
        try first.send(request("GET", "/healthz"))

        let answer = try first.answer()
        let second = try WireClient(port: server.port)

        #expect(answer.status == 200)
        #expect(try second.answer().status == 503)
    }

    // The client waits for a minute. By default the server waits longer. A request could come too
    // late.
    @Test func `ends an idle connection`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), environment: ["TOODOO_IDLE_TIMEOUT": "1s"])
        let client = try WireClient(port: server.port)

        #expect(try client.ending() == WireClient.Ending())
    }
}
