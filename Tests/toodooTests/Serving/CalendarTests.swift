import APITestSupport
import Foundation
import TestSupport
import Testing

@Suite struct `The calendar of a running server` {
    // proves: separation-6
    @Test(arguments: ["text", "json"])
    func `is in no log by its address, also with paths`(format: String) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"),
            arguments: ["--log", format, "--log-paths", "on"])
        _ = try server.send("POST", "/items", json: #"{"title":"Milk","day":"2026-12-04"}"#)

        let found = try server.send("GET", "/calendar/local.ics")
        let others = try [
            "/calendar/sesame.ics", "/calendar/sesame.ics/", "/%63alendar/sesame", "/items/sesame",
        ].map { try server.send("GET", $0) }
        let log = try server.stop().error

        #expect(found.status == 200)
        #expect(found.text.contains("DTSTART;VALUE=DATE:20261204\r\n"))
        #expect(others.map(\.status) == [404, 404, 404, 404])
        for answer in others.dropLast() { #expect(!answer.text.contains("sesame")) }
        #expect(log.contains("/calendar/{token}.ics"))
        #expect(log.contains("/items/sesame"))
        #expect(log.matches(of: /sesame/).count == 1)
        #expect(!log.contains("local.ics"))
    }

    @Test func `is not there where others reach a server without accounts`() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("items.sqlite")
        let open = try Program([
            "serve", "--auth", "off", "--host", "0.0.0.0", "--port", "0", "--db", database,
        ])
        var port: UInt16?
        while port == nil {
            port = try open.line().firstMatch(of: /:([0-9]+)$/).flatMap { UInt16($0.output.1) }
        }

        let answer = try TestClient(port: try #require(port)).exchange(
            "GET", "/calendar/local.ics", json: nil)
        open.send(SIGTERM)

        #expect(answer.status == 404)
        _ = try open.ending()
    }
}
