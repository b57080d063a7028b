import Exchange
import Items
import Testing

@Suite struct `A calendar` {
    private static func file(
        _ lines: String, timeZone: String = "Europe/Berlin"
    ) throws
        -> ImportedFile
    {
        try imported(
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n",
            timeZone: timeZone)
    }

    @Test(arguments: [
        ("DUE:20261204", "2026-12-03T23:00:00Z", true),
        ("DUE;VALUE=DATE:20261204", "2026-12-03T23:00:00Z", true),
        ("DUE:20261204T170000", "2026-12-04T16:00:00Z", false),
        ("DUE:20261204T170000Z", "2026-12-04T17:00:00Z", false),
        ("DUE;TZID=UTC:20261204T170000", "2026-12-04T17:00:00Z", false),
        ("due;x=\"a:;b\";tzid=\"UTC\":20261204T170000", "2026-12-04T17:00:00Z", false),
        (
            "DUE;TZID=/mozilla.org/20050126_1/Europe/Berlin:20261204T170000",
            "2026-12-04T16:00:00Z", false
        ),
        ("DTSTART;TZID=UTC:20261203T170000\nDURATION:P1DT1H", "2026-12-04T18:00:00Z", false),
        ("DTSTART:20261203\nDURATION:P1W", "2026-12-09T23:00:00Z", true),
        // A day that is 23 hours long, and a time in the gap (RFC 5545 §3.3.5).
        ("DTSTART:20270327T120000\nDURATION:P1D", "2027-03-28T10:00:00Z", false),
        ("DUE:20270328T023000", "2027-03-28T01:30:00Z", false),
        ("DTSTART:20261204T170000\nRRULE:FREQ=DAILY", "2026-12-04T16:00:00Z", false),
    ])
    func `has this due date`(lines: String, moment: String, isDay: Bool) throws {
        let content = try #require(try Self.file(lines).items.first?.content)

        #expect(content.timestamp.map(utc) == moment)
        #expect((content.day != nil) == isDay)
    }

    @Test(arguments: [
        ("DUE:20260230", "DUE: 20260230"),
        ("DUE;TZID=UTC:tomorrow", "DUE: tomorrow (UTC)"),
        ("DUE:20261204T250000", "DUE: 20261204T250000"),
        ("DTSTART:20261204", "DTSTART: 20261204"),
        ("DURATION:P1D", "DURATION: P1D"),
        ("DTSTART:20261204\nDURATION:PT1H", "DTSTART: 20261204\nDURATION: PT1H"),
        ("DUE:20261204\nDURATION:P1D", "DURATION: P1D"),
        ("URL:https://a.example/?b\\,c", "URL: https://a.example/?b\\,c"),
        ("ATTACH:https://a.example/", "ATTACH: https://a.example/"),
        ("DESCRIPTION:b\\nc\nRDATE:20261204", "b\nc\n\nRDATE: 20261204"),
    ])
    func `keeps dates and links that are not the due date`(
        lines: String, description: String
    ) throws {
        #expect(try Self.file(lines).items.first?.content.itemDescription == description)
    }

    @Test(arguments: [
        ("STATUS:COMPLETED", true, ""), ("STATUS:NEEDS-ACTION", false, ""),
        ("STATUS:CANCELLED", true, "STATUS=CANCELLED"),
        ("STATUS:IN-PROCESS", false, "STATUS=IN-PROCESS"), ("COMPLETED:20261120T100000Z", true, ""),
        ("PERCENT-COMPLETE:100", false, ""), ("PERCENT-COMPLETE:1", false, "PERCENT-COMPLETE=1"),
        ("PRIORITY:0", false, ""), ("PRIORITY:9", false, "PRIORITY=9"),
        ("CLASS:PRIVATE\nCREATED:1\nDTSTAMP:1\nLAST-MODIFIED:1\nSEQUENCE:3\nX-A:b", false, ""),
        ("Comment:b", false, "Comment=b"),
        (
            "ORGANIZER:mailto:a@b.example", false,
            "ORGANIZER=mailto:a@b.example"
        ),
        ("SUMMARY:b", false, "SUMMARY=b"), ("no property", false, "no property=no property"),
        ("GEO:91;0", false, "GEO=91;0"), ("GEO:1", false, "GEO=1"),
        ("ATTACH;VALUE=BINARY:AAAA", false, "ATTACH=AAAA"),
        ("DUE;TZID=Mars/Olympus:20261204T170000", false, "TZID=Mars/Olympus"),
        ("BEGIN:VLOCATION\nNAME:b\nEND:VLOCATION", false, "BEGIN=VLOCATION"),
    ])
    func `tells what an item does not have`(lines: String, done: Bool, lost: String) throws {
        let file = try Self.file(lines)

        #expect(file.items.map(\.content.done) == [done])
        #expect(file.lost.map { "\($0.field)=\($0.value)" }.joined(separator: " ") == lost)
    }

    @Test(arguments: [
        ("LOCATION:Market\\, hall", Location(name: "Market, hall")),
        (
            "GEO:52.5;-13.25",
            Location(
                name: "", coordinate: Coordinate(latitude: 52.5, longitude: -13.25))
        ),
        (
            "GEO:1;2\nLOCATION:b",
            Location(
                name: "b", coordinate: Coordinate(latitude: 1, longitude: 2))
        ),
    ])
    func `has places`(lines: String, location: Location) throws {
        #expect(try Self.file(lines).items.first?.content.location == location)
    }

    @Test func `with a line of more parameters than are read tells the line`() throws {
        let parameters = String(repeating: ";a=b", count: 1_025)
        let file = try Self.file("DUE\(parameters):20261204\nDUE\(parameters.dropLast(4)):20261204")

        #expect(file.items.first?.content.day == CivilDate("2026-12-04"))
        #expect(file.lost.map(\.field) == ["DUE"])
    }

    @Test func `may fold lines within a character`() throws {
        let bytes = Array(
            "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:K\u{E4}se\r\nEND:VTODO\r\n".utf8)
        let place = try #require(bytes.firstIndex(of: 0xA4))
        let file = try imported(bytes[..<place] + Array("\r\n ".utf8) + bytes[place...])

        #expect(file.items.map(\.content.title) == ["Käse"])
    }

    @Test func `skips other components, and a VTODO without its end`() throws {
        let file = try imported(
            """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            SUMMARY:a
            BEGIN:VALARM
            END:VALARM
            BEGIN:VTODO
            SUMMARY:b
            BEGIN:VTODO
            SUMMARY:c
            END:VTODO
            BEGIN:VJOURNAL
            END:VJOURNAL
            BEGIN:X-NOTE
            BEGIN:X-PART
            END:X-PART
            END:X-NOTE
            END:VCALENDAR
            BEGIN:VCALENDAR
            BEGIN:VTODO
            END:VTODO
            BEGIN:VTODO
            END:VCALENDAR
            """)

        #expect(file.items.map(\.content.title) == ["c"])
        #expect(
            file.skipped.map { "\($0.line) \($0.reason.sentence)" } == [
                "2 is a VEVENT", "6 has no end", "11 is a VJOURNAL", "13 is a X-NOTE",
                "19 has no title", "21 has no end",
            ])
    }
}
