import APITestSupport
import Foundation
import PostgresTestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A server on PostgreSQL` {
    // proves: visible-1
    @Test func `shares its items with a server that starts at the same time`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let programs = try (0..<2).map { _ in
            try Program(["serve", "--port", "0", "--db", url])
        }
        let lines = try programs.map { try $0.line() }
        let ports = lines.compactMap { $0.split(separator: ":").last.flatMap { UInt16($0) } }
        try #require(ports.count == 2, "\(lines)")

        let added = TestClient(port: ports[0]).send("POST", "/items", json: #"{"title":"Milk"}"#)
        let seen = TestClient(port: ports[1]).send("GET", "/items")
        for program in programs { program.send(SIGTERM) }
        let endings = try programs.map { try $0.ending() }

        #expect(added.status == 201)
        #expect(seen.text.contains("Milk"))
        #expect(endings.map(\.code) == [0, 0])
    }

    @Test func `finds its items after a restart`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let first = try RunningServer(database: url)
        let added = try first.send("POST", "/items", json: #"{"title":"Milk"}"#)
        try first.stop()

        let second = try RunningServer(database: url)
        let seen = try second.send("GET", "/items")
        try second.stop()

        #expect(added.status == 201)
        #expect(seen.text.contains("Milk"))
    }

    // proves: separation-6
    @Test func `names its database without the password`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let server = try RunningServer(
            database: url + "&password=s3cret", arguments: ["--auth", "on", "--page", "off"])

        let metrics = try server.send("GET", "/metrics").text
        let ending = try server.stop()

        #expect(ending.error.contains(" info: the database is \(url)\n"))
        #expect(ending.error.contains("toodoo user add --db '\(url)'"))
        #expect(!ending.error.contains("s3cret"))
        #expect(!metrics.contains("s3cret"))
    }

    @Test func `loads libpq, unlike a server on SQLite`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let world = try CommandWorld()
        let servers = try [url, world.database].map { try RunningServer(database: $0) }

        let maps = try servers.map { try shell("cat /proc/\($0.program.number)/maps") }
        for server in servers { try server.stop() }

        #expect(maps.map { $0.contains("/libpq.so") } == [true, false])
    }
}
