import Exchange
import Items
import Testing

/// It is noon of Sunday, 29 November 2026.
@Suite struct `A date of Todoist` {
    private static func file(_ date: String, language: String = "en") throws -> ImportedFile {
        try imported("TYPE,CONTENT,DATE,DATE_LANG\ntask,a,\"\(date)\",\(language)\n")
    }

    @Test(arguments: [
        ("2026-12-04", "day 2026-12-04"),
        ("4 Dec 2026", "day 2026-12-04"),
        ("Dec 4 2026", "day 2026-12-04"),
        ("december 4th, 2026", "day 2026-12-04"),
        ("1st May 2027", "day 2027-05-01"),
        ("2026-12-04 17:00", "2026-12-04T16:00:00Z"),
        ("2026-12-04T17:00", "2026-12-04T16:00:00Z"),
        ("Dec 4 2026 at 5pm", "2026-12-04T16:00:00Z"),
        ("4 Dec 2026 5:30 PM", "2026-12-04T16:30:00Z"),
        ("4 Dec 2026 12am", "2026-12-03T23:00:00Z"),
        ("4 Dec 2026 12:15pm", "2026-12-04T11:15:00Z"),
        ("daily", "day 2026-11-29 {\"frequency\":\"daily\""),
        ("every day at 9am", "2026-11-29T08:00:00Z {\"frequency\":\"daily\""),
        ("Every 3 weeks", "day 2026-11-29 {\"frequency\":\"weekly\",\"interval\":3"),
        ("every other month", "day 2026-11-29 {\"frequency\":\"monthly\",\"interval\":2"),
        (
            "every! 2 years",
            "day 2026-11-29 {\"frequency\":\"yearly\",\"interval\":2,\"from\":\"done\""
        ),
        ("every mon", "day 2026-11-30 {\"frequency\":\"weekly\",\"byDay\":[\"mo\"]"),
        (
            "every other sunday",
            "day 2026-11-29 {\"frequency\":\"weekly\",\"interval\":2,\"byDay\":[\"su\"]"
        ),
        (
            "every mon, wed and Fri 18:00",
            "2026-11-30T17:00:00Z {\"frequency\":\"weekly\",\"byDay\":[\"mo\",\"we\",\"fr\"]"
        ),
        (
            "every weekday",
            "day 2026-11-30 {\"frequency\":\"weekly\",\"byDay\":[\"mo\",\"tu\",\"we\",\"th\",\"fr\"]"
        ),
        ("every 15th", "day 2026-12-15 {\"frequency\":\"monthly\",\"byMonthDay\":15"),
        ("every last day", "day 2026-11-30 {\"frequency\":\"monthly\",\"byMonthDay\":31"),
    ])
    func `is understood`(text: String, meaning: String) throws {
        let content = try #require(try Self.file(text).items.first?.content)

        let rule = content.repetition?.text
        let due = content.day.map { "day \($0)" } ?? content.timestamp.map(utc) ?? "none"
        let end = meaning.contains("{") ? ",\"timeZone\":\"Europe/Berlin\"}" : ""
        #expect(due + (rule.map { " " + $0 } ?? "") == meaning + end)
        #expect(content.itemDescription == nil)
    }

    @Test(arguments: [
        "tomorrow", "next full moon", "4 Dec", "every 2 mon", "every! mon", "every other weekday",
        "every 32nd", "every 0 days", "every 1000 days", "every", "every other", "every mon,",
        "Dec 4 26", "31 Feb 2027", "2026-12-04 25:00", "2026-12-04 13pm", "2026-12-04 0am",
        "every day starting tomorrow", "2026-12-04 tomorrow", "4 4 2026", "may may 2026",
        "every +2 days", "every last monday", "at 5pm",
    ])
    func `that is not certain is kept`(text: String) throws {
        let file = try Self.file(text)

        #expect(file.items.first?.content.timestamp == nil)
        #expect(file.items.first?.content.itemDescription == "DATE: \(text)")
        #expect(file.lost.map(\.isKept) == [true])
    }

    @Test(arguments: [
        ("2026-12-04", true), ("2026-12-04 17:00", true), ("every day", false),
        ("4 Dec 2026", false), ("2026-12-04 5pm", false),
    ])
    func `in another language is understood where it has no words`(
        text: String, isRead: Bool
    ) throws {
        let content = try #require(try Self.file(text, language: "de").items.first?.content)

        #expect((content.timestamp != nil) == isRead)
    }

    @Test(arguments: [("every 29th", 1), ("every 28th", 0), ("every last day", 0)])
    func `at the end of months is told, as short months differ`(text: String, lost: Int) throws {
        let file = try Self.file(text)

        #expect(file.lostCount == lost)
        #expect(file.items.first?.content.repetition != nil)
    }
}
