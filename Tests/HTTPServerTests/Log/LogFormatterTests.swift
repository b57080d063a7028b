import HTTP
import Testing

@testable import HTTPServer

@Suite struct `A log line` {
    @Test(arguments: [
        (
            entry(), "",
            "2026-11-21T17:52:45.123Z GET /items/{id} 200 532B 41us id=00000000000000ab\n",
            #"{"time":"2026-11-21T17:52:45.123Z","level":"info","method":"GET","route":"/items/{id}","#
                + #""status":200,"bytes":532,"microseconds":41,"id":"00000000000000ab"}"# + "\n"
        ),
        (
            entry {
                $0.owner = 7
                $0.trace = trace
                $0.status = .internalServerError
            }, "",
            "2026-11-21T17:52:45.123Z GET /items/{id} 500 532B 41us id=00000000000000ab owner=7 "
                + "trace=4bf92f3577b34da6a3ce929d0e0e4736\n",
            #"{"time":"2026-11-21T17:52:45.123Z","level":"error","method":"GET","#
                + #""route":"/items/{id}","status":500,"bytes":532,"microseconds":41,"#
                + #""id":"00000000000000ab","owner":7,"#
                + #""trace":"4bf92f3577b34da6a3ce929d0e0e4736"}"# + "\n"
        ),
        (
            entry {
                $0.method = nil
                $0.route = 0
                $0.status = .badRequest
            }, "",
            "2026-11-21T17:52:45.123Z - - 400 532B 41us id=00000000000000ab\n",
            #"{"time":"2026-11-21T17:52:45.123Z","level":"info","status":400,"bytes":532,"#
                + #""microseconds":41,"id":"00000000000000ab"}"# + "\n"
        ),
        (
            entry {
                $0.isCut = true
                $0.status = nil
            }, "",
            "2026-11-21T17:52:45.123Z GET /items/{id} cut 532B 41us id=00000000000000ab\n",
            #"{"time":"2026-11-21T17:52:45.123Z","level":"info","method":"GET","route":"/items/{id}","#
                + #""cut":true,"bytes":532,"microseconds":41,"id":"00000000000000ab"}"# + "\n"
        ),
        (
            entry { $0.isCut = true }, "",
            "2026-11-21T17:52:45.123Z GET /items/{id} 200/cut 532B 41us id=00000000000000ab\n",
            #"{"time":"2026-11-21T17:52:45.123Z","level":"info","method":"GET","route":"/items/{id}","#
                + #""status":200,"cut":true,"bytes":532,"microseconds":41,"#
                + #""id":"00000000000000ab"}"# + "\n"
        ),
    ])
    func `has the outcome of a request`(
        entry: LogLine, path: String, text: String, json: String
    ) {
        #expect(line(entry, path, .text(isColored: false)) == text)
        #expect(line(entry, path, .json) == json)
    }

    // proves: operation-5
    @Test(arguments: [
        ("/items/a%20b", "/items/a%20b"), ("/a\"b\\c", "/a%22b%5cc"),
        ("/a\r\nb c", "/a%0d%0ab%20c"),
        ("/ä\u{7F}", "/%c3%a4%7f"), ("/\u{1B}[31m", "/%1b[31m"),
        (
            "/" + String(repeating: "x", count: 2_000),
            "/" + String(repeating: "x", count: 1_023) + "..."
        ),
    ])
    func `escapes any path into one line and one string`(path: String, shown: String) {
        let text = line(Self.entry(), path, .text(isColored: false), hasPaths: true)
        let json = line(Self.entry(), path, .json, hasPaths: true)

        #expect(text.hasSuffix("id=00000000000000ab path=\(shown)\n"))
        #expect(json.hasSuffix("\"id\":\"00000000000000ab\",\"path\":\"\(shown)\"}\n"))
        #expect(line(Self.entry(), path, .json).contains("path") == false)
    }

    // proves: operation-5
    @Test func `escapes any client's id into one string`() {
        let entry = Self.entry { $0.id = .sent(#"a"b\c,{}=x"#) }

        #expect(line(entry, "", .text(isColored: false)).hasSuffix(" id=a%22b%5cc,{}=x\n"))
        #expect(line(entry, "", .json).hasSuffix(#","id":"a%22b%5cc,{}=x"}"# + "\n"))
    }

    @Test(arguments: [
        (Status.ok, "32"), (.notModified, "36"), (.notFound, "33"), (.internalServerError, "31"),
    ])
    func `has a status in colour for a terminal`(status: Status, color: String) {
        let entry = Self.entry { $0.status = status }

        let text = line(entry, "", .text(isColored: true))

        #expect(text.contains(" \u{1B}[\(color)m\(status.rawValue)\u{1B}[0m "))
    }

    private static let trace: TraceParent? = {
        let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        return TraceParent(Array(text.utf8).span)
    }()

    private static func entry(_ adjust: (inout LogLine) -> Void = { _ in }) -> LogLine {
        var entry = LogLine()
        entry.time = 1_795_283_565_123
        entry.method = .get
        entry.route = 2
        entry.status = .ok
        entry.bytes = 532
        entry.microseconds = 41
        entry.id = .made(0xAB)
        adjust(&entry)
        return entry
    }

    private func line(
        _ entry: LogLine, _ path: String, _ style: LogFormatter.Style, hasPaths: Bool = false
    ) -> String {
        let formatter = LogFormatter(style, hasPaths: hasPaths, routes: ["/items", "/items/{id}"])
        var timestamp = Timestamp()
        var line = ByteWriter()
        let path = Array(path.utf8)
        formatter.write(entry, path: path.span, &timestamp, to: &line)
        return String(copying: line)
    }
}
