import Exchange
import Items
import Testing

@Suite struct `A rule of iCalendar` {
    /// The file of a VTODO with this rule that is due then.
    private static func file(
        _ rule: String, due: String = "DUE:20261204T170000"
    ) throws
        -> ImportedFile
    {
        try imported(
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:a\n\(due)\nRRULE:\(rule)\nEND:VTODO\n")
    }

    /// The due date is a Friday.
    @Test(arguments: [
        ("FREQ=DAILY", "\"daily\""),
        ("freq=daily;interval=3", "\"daily\",\"interval\":3"),
        ("FREQ=WEEKLY;BYDAY=MO,TH", "\"weekly\",\"byDay\":[\"mo\",\"th\"]"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;WKST=SU", "\"weekly\",\"interval\":2,\"byDay\":[\"fr\"]"),
        ("FREQ=WEEKLY;BYDAY=MO,FR;WKST=SU", "\"weekly\",\"byDay\":[\"mo\",\"fr\"]"),
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=MO",
            "\"weekly\",\"interval\":2,\"byDay\":[\"mo\",\"fr\"]"
        ),
        ("FREQ=MONTHLY", "\"monthly\""),
        ("FREQ=MONTHLY;BYDAY=1FR", "\"monthly\",\"byDay\":[\"1fr\"]"),
        ("FREQ=MONTHLY;BYDAY=+1FR", "\"monthly\",\"byDay\":[\"1fr\"]"),
        ("FREQ=MONTHLY;BYDAY=-1MO", "\"monthly\",\"byDay\":[\"-1mo\"]"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1", "\"monthly\",\"byDay\":[\"-1mo\"]"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "\"monthly\",\"byMonthDay\":15"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "\"monthly\",\"byMonthDay\":31"),
        ("FREQ=YEARLY;BYMONTH=12", "\"yearly\""),
        ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "\"yearly\",\"byMonthDay\":24"),
        ("FREQ=DAILY;UNTIL=20270630", "\"daily\",\"until\":\"2027-06-30\""),
        ("FREQ=DAILY;UNTIL=20270629T220000Z", "\"daily\",\"until\":\"2027-06-30\""),
        ("FREQ=DAILY;UNTIL=20270630T235959", "\"daily\",\"until\":\"2027-06-30\""),
    ])
    func `is taken`(rule: String, members: String) throws {
        let file = try Self.file(rule)

        #expect(
            file.items.first?.content.repetition?.text
                == "{\"frequency\":\(members),\"timeZone\":\"Europe/Berlin\"}")
        #expect(file.lostCount == 0)
    }

    @Test(arguments: [
        "FREQ=HOURLY", "INTERVAL=2", "FREQ=DAILY;COUNT=3", "FREQ=DAILY;BYHOUR=9",
        "FREQ=DAILY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=MO",
        "FREQ=MONTHLY;BYDAY=5MO", "FREQ=MONTHLY;BYDAY=-2MO", "FREQ=MONTHLY;BYDAY=1MO,2MO",
        "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=5",
        "FREQ=MONTHLY;BYMONTHDAY=1,15", "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=MONTHLY;BYMONTH=12",
        "FREQ=YEARLY;BYMONTH=1", "FREQ=YEARLY;BYMONTHDAY=24", "FREQ=YEARLY;BYDAY=1MO;BYMONTH=12",
        "FREQ=WEEKLY;BYSETPOS=1;BYDAY=MO", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=1000",
        "FREQ=DAILY;UNTIL=soon", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;X", "FREQ",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU",
        "FREQ=DAILY;WKST=1MO", "FREQ=MONTHLY;BYMONTHDAY=15;BYDAY=1MO", "FREQ=DAILY;RSCALE=HEBREW",
    ])
    func `with another part or value is kept whole`(rule: String) throws {
        let file = try Self.file(rule)

        #expect(file.items.first?.content.repetition == nil)
        #expect(file.items.first?.content.itemDescription == "RRULE: \(rule)")
        #expect(file.lost.map(\.isKept) == [true])
    }

    @Test(arguments: [
        ("FREQ=MONTHLY;BYMONTHDAY=29", "DUE:20261204T170000", 1),
        ("FREQ=MONTHLY", "DUE:20261230", 1),
        ("FREQ=MONTHLY", "DUE:20261228", 0),
        ("FREQ=YEARLY", "DUE:20280229", 1),
        ("FREQ=YEARLY", "DUE:20261231", 0),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "DUE:20261231", 0),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "DUE:20280229", 0),
    ])
    func `at the end of months is taken, and told where it differs`(
        rule: String, due: String, lost: Int
    ) throws {
        let file = try Self.file(rule, due: due)

        #expect(file.items.first?.content.repetition != nil)
        #expect(
            file.lost.map { "\($0.field) \($0.value) \($0.isKept)" }
                == Array(repeating: "RRULE \(rule) false", count: lost))
    }

    @Test(arguments: [
        ("DUE:20261204T170000Z", "{\"frequency\":\"daily\"}"),
        ("DUE;TZID=UTC:20261204T170000", "{\"frequency\":\"daily\"}"),
        ("DUE;VALUE=DATE:20261204", "{\"frequency\":\"daily\",\"timeZone\":\"Europe/Berlin\"}"),
    ])
    func `has the zone of the due date`(due: String, text: String) throws {
        #expect(
            try Self.file("FREQ=DAILY", due: due).items.first?.content.repetition?.text == text)
    }

    @Test(arguments: [
        ("DUE:20261204\nRRULE:FREQ=WEEKLY", "RRULE: FREQ=WEEKLY\nRRULE: FREQ=DAILY"),
        ("DUE:20261204\nSTATUS:COMPLETED", "RRULE: FREQ=DAILY"),
        ("X-NO:due", "RRULE: FREQ=DAILY"),
    ])
    func `is kept beside another one, of done items, and without a due date`(
        due: String, description: String
    ) throws {
        let content = try #require(try Self.file("FREQ=DAILY", due: due).items.first?.content)

        #expect(content.repetition == nil)
        #expect(content.itemDescription == description)
    }

    @Test func `that counts from a start on another day is taken if it only moves along`() throws {
        let dates = "DTSTART:20261203T170000\nDUE:20261204T170000"
        let daily = try Self.file("FREQ=DAILY", due: dates)
        let weekly = try Self.file("FREQ=WEEKLY;BYDAY=TH", due: dates)

        #expect(daily.items.first?.content.repetition != nil)
        #expect(daily.lost.map(\.field) == ["DTSTART"])
        #expect(weekly.items.first?.content.repetition == nil)
        #expect(weekly.lost.map(\.field) == ["DTSTART", "RRULE"])
    }
}
