import APITestSupport
import FoundationEssentials
import HTTP
import TestSupport
import Testing

@testable import API

/// Through the endpoint, the files that the readers' own tests read and damage.
@Suite struct `Imports of damaged files` {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../../ExchangeTests/Files").standardized

    private static let names = [
        "google.json", "nextcloud.ics", "semicolons.csv", "spreadsheet.csv", "ticktick.csv",
        "todoist.csv",
    ]

    private static func file(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    private static func send(_ file: [UInt8], _ query: String, to world: APIWorld) -> TestResponse {
        let head = """
            POST /imports\(query) HTTP/1.1\r\nHost: localhost\r\n\
            Content-Type: application/octet-stream\r\nContent-Length: \(file.count)\r\n\r\n
            """
        return world.client.send(Array(head.utf8), body: file)
    }

    // proves: operation-9
    /// The environment sets their number (`MUTATIONS`) and seed (`MUTATION_SEED`).
    @Test func `are whole or nothing, a sentence and never a 500, and add nothing again`() throws {
        let count = min(numberFromEnvironment("MUTATIONS") ?? 300, 20_000)
        let seed = numberFromEnvironment("MUTATION_SEED") ?? 1
        let list = Array(
            #"[{"id":"\#(uuid(1))","title":"Tea","day":"2026-12-04"},{"title":"Milk"}]"#.utf8)
        let originals = try Self.names.map(Self.file) + [list]

        var imported = 0
        for number in 0..<count {
            var mutator = Mutator(originals, Self.pieces, seed: seed &+ number)
            let file = mutator.next()
            let world = APIWorld()
            let before = world.state

            let preview = Self.send(file, "?preview=true&timeZone=Europe/Berlin", to: world)
            let isUntouched = world.state == before
            let response = Self.send(file, "?timeZone=Europe/Berlin", to: world)
            let after = world.state
            let again = Self.send(file, "?timeZone=Europe/Berlin&onConflict=replace", to: world)

            let what = "with MUTATION_SEED=\(seed &+ number): \(response)"
            guard isUntouched, preview.status == response.status, world.state == after,
                again.status == response.status, world.reports.all.isEmpty,
                response.status == 200
                    ? again.text.contains(#""new":0,"changed":0,"#)
                    : [400, 422].contains(response.status) && after == before
                        && response.problem?.detail.hasSuffix(".") == true
            else {
                Issue.record("\(what)")
                return
            }
            if response.status == 200 { imported += 1 }
        }
        // Most of a damaged file can be read.
        #expect(imported > Int(count) / 4)
    }

    private static let pieces = Mutator.Pieces(
        bytes: Array("\0\"\n\r,;\t:=[]{}\\ \u{FF}".utf8), numbers: ["0", "-1", "10001", "1e999"],
        texts: [
            "\r\n ", "BEGIN:VTODO\r\n", "END:VTODO\r\n", "RRULE:FREQ=DAILY", "\"\"", "task,",
            "\u{FEFF}", "DUE;TZID=X:20261204T170000", "every day",
        ])

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int
        let detail: String
        let file: @Sendable () -> [UInt8]

        var testDescription: String { name }
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let cases = [
        Case(
            name: "a quote that never closes", status: 422,
            detail: "The quote that opens in line 3 never closes."
        ) { text("title\nMilk\n\"Tea\n" + String(repeating: "a\n", count: 1_000)) },
        Case(name: "NUL", status: 400, detail: "Line 2 contains U+0000") { text("title\nM\0\n") },
        Case(name: "UTF-16 without its mark", status: 400, detail: "Line 1 contains U+0000") {
            "title\nMilk\n".utf16.flatMap { [UInt8($0), 0] }
        },
        Case(
            name: "one row too many", status: 422,
            detail: "The file has more than 10000 items: the one of line 10002 is too many."
        ) { text("title\n" + String(repeating: "a\n", count: 10_001)) },
        Case(
            name: "one item of a list too many", status: 422,
            detail: "The file has more than 10000 items: the one of line 10001 is too many."
        ) { text(String(repeating: "{\"title\":\"a\"}\n", count: 10_001)) },
        Case(name: "a byte too many", status: 413, detail: "The body may have at most 16777216") {
            [UInt8](repeating: 0x61, count: 16 << 20 | 1)
        },
    ]

    @Test(arguments: cases)
    func `are refused with their line, and change nothing`(damaged: Case) {
        let world = APIWorld()
        let before = world.state

        let response = Self.send(damaged.file(), "", to: world)

        #expect(response.status == damaged.status)
        #expect(response.problem?.detail.hasPrefix(damaged.detail) == true, "\(response)")
        #expect(world.state == before)
    }

    @Test func `of long columns and many folds are items of the usual size`() {
        let world = APIWorld()
        let long = String(repeating: "a", count: 4 << 20)
        let folds = String(repeating: "\r\n a", count: 200_000)

        let column = Self.send(Self.text("title,notes\n\(long),\(long)\n"), "", to: world)
        let folded = Self.send(
            Self.text(
                "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:\(folds)\r\nEND:VTODO\r\n"
                    + "END:VCALENDAR\r\n"), "", to: world)

        #expect([column.status, folded.status] == [200, 200])
        #expect(column.body.count < 80_000)
        let titles = world.client.send("GET", "/items").items?.map(\.title.count)
        #expect(titles == [500, 500])
    }
}
