import Foundation
import Testing

@testable import todo

@Suite struct `Dates in plain words` {
    /// Wednesday, 25 November 2026, 10:00 in Berlin.
    private static func words(_ text: String, zone: String = "Europe/Berlin") -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        let now = Date(timeIntervalSince1970: 1_795_597_200)
        let format = Date.ISO8601FormatStyle(timeZone: .gmt)
        return DateWords(now: now, calendar: calendar).date(text).map { $0.formatted(format) }
    }

    @Test(arguments: [
        ("today", "2026-11-24T23:00:00Z"),
        ("Tomorrow", "2026-11-25T23:00:00Z"),
        ("yesterday", "2026-11-23T23:00:00Z"),
        ("thursday", "2026-11-25T23:00:00Z"),
        ("wednesday", "2026-12-01T23:00:00Z"),
        ("wed", "2026-12-01T23:00:00Z"),
        ("tues", "2026-11-30T23:00:00Z"),
        ("in 3 days", "2026-11-27T23:00:00Z"),
        ("in a week", "2026-12-01T23:00:00Z"),
        ("in 1 month", "2026-12-24T23:00:00Z"),
        ("in 2 years", "2028-11-24T23:00:00Z"),
        ("in 2 hours", "2026-11-25T11:00:00Z"),
        ("in 90 minutes", "2026-11-25T10:30:00Z"),
        ("2026-12-24", "2026-12-23T23:00:00Z"),
        ("2028-02-29", "2028-02-28T23:00:00Z"),
    ])
    func `are days at their beginning, or times from now`(text: String, expected: String) {
        #expect(Self.words(text) == expected)
    }

    @Test(arguments: [
        ("18:30", "2026-11-25T17:30:00Z"),
        ("today 6pm", "2026-11-25T17:00:00Z"),
        ("tomorrow at 12am", "2026-11-25T23:00:00Z"),
        ("tomorrow noon", "2026-11-26T11:00:00Z"),
        ("friday 6:05pm", "2026-11-27T17:05:00Z"),
        ("2026-12-24T18:30", "2026-12-24T17:30:00Z"),
        ("2026-12-24 18:30:15", "2026-12-24T17:30:15Z"),
        ("2026-12-24T18:30Z", "2026-12-24T18:30:00Z"),
        ("2026-12-24T18:30:00+05:30", "2026-12-24T13:00:00Z"),
        ("2026-12-24T23:30-08:00", "2026-12-25T07:30:00Z"),
        ("2026-07-01 18:00", "2026-07-01T16:00:00Z"),
    ])
    func `take a time of day`(text: String, expected: String) {
        #expect(Self.words(text) == expected)
    }

    @Test(arguments: [
        "", " ", "soon", "day", "t", "mo", "next friday", "in", "in days", "in -3 days",
        "in 3 fortnights", "in 3.5 days", "in 99999999999999999999 days", "2026-02-30",
        "2026-13-01", "2026-1-1", "0000-01-01", "26-11-25", "2026-11-25T", "2026-11-25T25:00",
        "tomorrow 24:00", "tomorrow 18:60", "tomorrow 18", "tomorrow 13pm", "tomorrow 0am",
        "tomorrow at", "at 18:30 tomorrow", "18:30 tomorrow", "tomorrow 18:30+99:00",
        "tomorrow 18:30+2", "tomorrow tomorrow", "２０２６-11-25", "t18:30",
    ])
    func `that are malformed are refused`(text: String) {
        #expect(Self.words(text) == nil)
    }

    @Test func `are counted in days also where a day has 23 hours`() {
        // Summer time begins on 29 March 2026.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        let saturday = Date(timeIntervalSince1970: 1_774_710_000)

        let date = DateWords(now: saturday, calendar: calendar).date("in 2 days")

        #expect(date?.timeIntervalSince1970 == 1_774_821_600)
    }
}
