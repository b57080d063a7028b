import API
import HTTP
@testable import HTTPServer
import Telemetry
import TestSupport
import Testing

// Nothing of ours asks for memory to answer the requests that are asked most,
// once a lane has warmed up: for one item, for a list that was asked for before,
// for what the client has already. What SQLite asks for is its own affair.
@Suite(.enabled(if: allocationsAreCounted))
struct `The allocation budget of GET` {
    private static let requests = [
        PreparedRequest("GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost"),
        PreparedRequest(
            "GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost:8080", "User-Agent: budget",
            "Accept: application/json", "Accept-Encoding: gzip", "If-None-Match: \"k3f9.7\""),
        PreparedRequest(
            "GET /items/\(uuid(1)) HTTP/1.1", "Host: localhost", "If-None-Match: *"),
        PreparedRequest("HEAD /items/\(uuid(1)) HTTP/1.1", "Host: localhost"),
        PreparedRequest("GET /items?limit=100 HTTP/1.1", "Host: localhost"),
        PreparedRequest("GET /items?limit=1&sort=-title HTTP/1.1", "Host: localhost"),
        PreparedRequest("GET /screens/list HTTP/1.1", "Host: localhost"),
        PreparedRequest(
            "GET /items?limit=99 HTTP/1.1", "Host: localhost", "If-None-Match: *"),
    ]
    private static let stored = [ItemWorld.Kind.sqliteInMemory, .sqliteOnDisk]

    @Test(
        .enabled(
            if: isOptimized,
            """
            Without the optimizer each step over an array asks for memory: 40 bytes for the frame \
            in which the standard library's unspecialized iterator reads an element.
            """),
        arguments: stored, requests.indices)
    func `is nothing`(kind: ItemWorld.Kind, index: Int) throws {
        let counted = try allocations(of: Self.requests[index], kind, Self.large)

        #expect(counted == 0)
    }

    @Test(arguments: stored, requests.indices)
    func `does not grow with the item`(kind: ItemWorld.Kind, index: Int) throws {
        let small = try allocations(of: Self.requests[index], kind, #"{"title":"Milk"}"#)

        let large = try allocations(of: Self.requests[index], kind, Self.large)

        #expect(large == small)
    }

    @Test(
        .enabled(
            if: isOptimized,
            "Without the optimizer each access to an unspecialized counter asks for its frame."),
        arguments: [LogForm.Style.text(isColored: true), .json])
    func `is not exceeded by the metrics and the log`(style: LogForm.Style) {
        let share = LogShare(LogBell {})
        let log = LaneLog(LogForm(style, hasPaths: true, routes: App.routes), share)
        Layouts.known
        let figures = LaneFigures()
        let path = Array("/items/\(uuid(1))".utf8)
        var spare = ByteWriter(capacity: 65_536)
        // The two buffers of the lane and of the share grow once.
        for _ in 0..<3 {
            note(100, figures, log, path)
            share.collect(&spare)
            spare.removeAll()
        }

        let counted = TestSupport.allocations { note(100, figures, log, path) }

        #expect(counted == 0)
        #expect(figures.count(3, .get, .success) == 400)
    }

    private func note(_ count: Int, _ figures: LaneFigures, _ log: LaneLog, _ path: [UInt8]) {
        var entry = LogEntry()
        (entry.method, entry.status, entry.route) = (.get, .ok, 3)
        for _ in 0..<count {
            figures.count(3, .get, .success, microseconds: 41)
            log.add(entry, path: path.span)
        }
        log.handOver()
    }

    /// An item that has everything, of texts that no `String` holds without memory.
    private static let large = """
        {"title":"A title of more than fifteen bytes","timestamp":725846400.1,\
        "itemDescription":"and a description of more than fifteen bytes, \\"quoted\\"",\
        "location":{"name":"Somewhere in the middle of it","coordinate":\
        {"latitude":52.52000659999999,"longitude":13.404954}},"done":true}
        """

    private func allocations(
        of request: PreparedRequest, _ kind: ItemWorld.Kind, _ json: String
    ) throws -> Int {
        let client = try StoredClient(kind)
        let post = client.send("POST", "/items", json: json)
        #expect(post.status == 201)
        return client.allocations(of: request)
    }
}
