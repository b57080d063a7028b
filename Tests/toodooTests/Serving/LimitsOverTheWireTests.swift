import Foundation
import TestSupport
import Testing

/// A request that is exactly at a limit or one byte beyond it; the name states which.
struct Probe: CustomTestStringConvertible, Sendable {
    let option: String
    let what: String
    let request: String
    let status: Int

    var testDescription: String { "\(option): \(what) → \(status)" }
}

@Suite struct `A limit of serve` {
    static let probes =
        [(64, 404), (65, 414)].map { length, status in
            Probe(
                option: "--max-request-line=64", what: "\(length) bytes",
                request: line(of: length) + "Host: localhost\r\n\r\n", status: status)
        }
        + [(64, 200), (65, 431)].map { length, status in
            Probe(
                option: "--max-header-bytes=64", what: "\(length) bytes",
                request: "GET /healthz HTTP/1.1\r\n" + fields(of: length), status: status)
        }
        + [(3, 200), (4, 431)].map { count, status in
            let more = String(repeating: "A: b\r\n", count: count - 1)
            return Probe(
                option: "--max-headers=3", what: "\(count) fields",
                request: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n", status: status)
        }
        + [(1_024, 201), (1_025, 413)].map { length, status in
            Probe(
                option: "--max-body=1KiB", what: "\(length) bytes",
                request: request("POST", "/items", json: item(of: length)), status: status)
        }

    @Test(arguments: probes)
    func `is exact to the byte`(probe: Probe) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: [probe.option])
        let client = try WireClient(port: server.port)

        try client.send(probe.request)

        #expect(try client.answer().status == probe.status)
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

    // The client waits a minute, and the server by default for longer.
    @Test func `ends an idle connection`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), environment: ["TOODOO_IDLE_TIMEOUT": "1s"])
        let client = try WireClient(port: server.port)

        try client.send(request("GET", "/healthz"))

        #expect(try client.answer().status == 200)
        #expect(try client.ending() == WireClient.Ending())
    }

    /// A request line of a number of bytes.
    private static func line(of length: Int) -> String {
        let rest = length - "GET / HTTP/1.1\r\n".utf8.count
        return "GET /\(String(repeating: "a", count: rest)) HTTP/1.1\r\n"
    }

    /// Field lines of a number of bytes, with the empty line after them.
    private static func fields(of length: Int) -> String {
        let rest = length - "Host: localhost\r\nA: \r\n\r\n".utf8.count
        return "Host: localhost\r\nA: \(String(repeating: "b", count: rest))\r\n\r\n"
    }

    /// An item as JSON of a number of bytes.
    private static func item(of length: Int) -> String {
        let json = #"{"title":"Buy milk"}"#
        return json + String(repeating: " ", count: length - json.utf8.count)
    }
}
