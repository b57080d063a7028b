import Foundation
import Testing
import ToDoClient

@Suite struct `A due date in words` {
    /// A day, or a time in UTC; now is Wednesday, 25 November 2026, 10:00 in Berlin.
    private static func words(_ text: String, zone: String = "Europe/Berlin") -> String? {
        let now = Date(timeIntervalSince1970: 1_795_597_200)
        return due(text, at: now, in: TimeZone(identifier: zone) ?? .gmt)
    }

    private static func due(
        _ text: String, at now: Date, in zone: TimeZone, _ language: WordLanguage = .english
    ) -> String? {
        switch Due(text, words: language, now: now, in: zone) {
        case .day(let day): return day.description
        case .time(let time): return time.formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
        case nil: return nil
        }
    }

    @Test(arguments: [
        ("today", "2026-11-25"),
        ("Tomorrow", "2026-11-26"),
        ("yesterday", "2026-11-24"),
        ("thursday", "2026-11-26"),
        ("wednesday", "2026-12-02"),
        ("wed", "2026-12-02"),
        ("tues", "2026-12-01"),
        ("in 3 days", "2026-11-28"),
        ("in a week", "2026-12-02"),
        ("in 1 month", "2026-12-25"),
        ("in 2 years", "2028-11-25"),
        ("in 2 hours", "2026-11-25T11:00:00Z"),
        ("in 90 minutes", "2026-11-25T10:30:00Z"),
        ("2026-12-24", "2026-12-24"),
        ("2028-02-29", "2028-02-29"),
        ("next friday", "2026-11-27"), ("24 dec", "2026-12-24"), ("Dec 24th, 2027", "2027-12-24"),
        ("24 nov", "2027-11-24"), ("eom", "2026-11-30"), ("3d", "2026-11-28"),
        ("2w", "2026-12-09"), ("3mo", "2027-02-25"), ("1y", "2027-11-25"),
    ])
    func `is a day, or a time from now`(text: String, expected: String) {
        #expect(Self.words(text) == expected)
    }

    @Test(arguments: [
        ("18:30", "2026-11-25T17:30:00Z"),
        ("18:30:05", "2026-11-25T17:30:05Z"), ("9:30:05", "2026-11-26T08:30:05Z"),
        ("at 9:30:05", "2026-11-26T08:30:05Z"), ("noon", "2026-11-25T11:00:00Z"),
        ("8:30Z", "2026-11-26T08:30:00Z"), ("9:30Z", "2026-11-25T09:30:00Z"),
        ("23:30-11:00", "2026-11-25T10:30:00Z"), ("00:30+14:00", "2026-11-25T10:30:00Z"),
        ("today 9:30:05", "2026-11-25T08:30:05Z"),
        ("9am", "2026-11-26T08:00:00Z"),
        ("18:30 tomorrow", "2026-11-26T17:30:00Z"),
        ("eom at 5pm", "2026-11-30T16:00:00Z"),
        ("yesterday 18:30:05", "2026-11-24T17:30:05Z"),
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
    func `takes a time of day`(text: String, expected: String) {
        #expect(Self.words(text) == expected)
    }

    @Test(arguments: [
        "", " ", "soon", "day", "t", "mo", "d", "3", "3x", "12345d", "in", "in days", "in -3 days",
        "in 3 fortnights", "in 3.5 days", "in 99999999999999999999 days", "2026-02-30",
        "2026-13-01", "2026-1-1", "0000-01-01", "26-11-25", "2026-11-25T", "2026-11-25T25:00",
        "tomorrow 24:00", "tomorrow 18:60", "tomorrow 18", "from friday to monday", "tomorrow 13pm",
        "tomorrow 0am",
        "tomorrow at", "tomorrow 18:30+99:00",
        "tomorrow 18:30+2", "tomorrow tomorrow", "２０２６-11-25", "t18:30",
    ])
    func `that is malformed is refused`(text: String) {
        #expect(Self.words(text) == nil)
    }

    @Test(arguments: [
        ("heute", "2026-11-25"), ("gestern", "2026-11-24"), ("in 2 Jahren", "2028-11-25"),
        ("Freitag 18:30", "2026-11-27T17:30:00Z"), ("bis Monatsende", "2026-11-30"),
        ("um 18:30:05", "2026-11-25T17:30:05Z"), ("24.12.", "2026-12-24"),
        ("tomorrow", "2026-11-26"), ("3d", "2026-11-28"), ("eom", "2026-11-30"),
    ])
    func `takes German words, and English ones too`(text: String, expected: String) {
        let now = Date(timeIntervalSince1970: 1_795_597_200)
        let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

        #expect(Self.due(text, at: now, in: berlin, .german) == expected)
        #expect(Self.due("übermorgen", at: now, in: berlin) == nil)
    }

    @Test func `is counted in days also where a day has 23 hours`() {
        // Summer time begins on 29 March 2026.
        let saturday = Date(timeIntervalSince1970: 1_774_710_000)
        let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

        let date = Self.due("in 2 days 0:00", at: saturday, in: berlin)

        #expect(date == "2026-03-29T22:00:00Z")
    }
}
