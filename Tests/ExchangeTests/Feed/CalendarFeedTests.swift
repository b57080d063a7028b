import Exchange
import Items
import TestSupport
import Testing

/// It is noon of 29 November 2026 in Berlin.
@Suite struct `The calendar of items` {
    static let now = 1_795_950_000.0

    static func item(_ number: UInt64, _ content: ItemContent, revision: Int = 7) -> ToDoItem {
        ToDoItem(
            id: ItemID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | number),
            sequence: Int(number), content: content, now: now + 0.75, revision: revision)
    }

    static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    private static func lines(_ items: [ToDoItem]) -> [String] {
        var feed = CalendarFeed(now: now, zones: TestZones())
        for item in items { feed.add(item) }
        return String(decoding: feed.text, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    /// The lines between the head of the calendar and its end.
    private static func events(_ items: [ToDoItem]) -> [String] {
        Array(lines(items).dropFirst(7).dropLast(2))
    }

    @Test func `without items has its head and its end`() {
        #expect(
            Self.lines([]) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//toodoo//toodoo//EN", "NAME:To-dos",
                "X-WR-CALNAME:To-dos", "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
                "X-PUBLISHED-TTL:PT1H", "END:VCALENDAR", "",
            ])
    }

    @Test func `has an event for an open item with a time`() throws {
        let content = ItemContent(
            title: "Milk, bread; \\o/", itemDescription: "a\r\nb\tc\u{7}\u{85}",
            timestamp: 1_796_400_000.5,
            location: Location(
                name: "Market", coordinate: Coordinate(latitude: 52.52, longitude: -0.000_01)),
            tags: Tags("a;b home"), remind: 10)

        let events = Self.events(
            [Self.item(1, content, revision: 1 << 31 | 5)])

        #expect(
            events == [
                "BEGIN:VEVENT", "UID:01920000-0000-7000-8000-000000000001",
                "DTSTAMP:20261129T110000Z", "LAST-MODIFIED:20261129T110000Z", "SEQUENCE:5",
                "DTSTART:20261204T160000Z", "DURATION:PT30M", #"SUMMARY:Milk\, bread\; \\o/"#,
                #"DESCRIPTION:a\nb"# + "\tc", "LOCATION:Market", "GEO:52.520000;-0.000010",
                #"CATEGORIES:a\;b,home"#, "TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY",
                #"DESCRIPTION:Milk\, bread\; \\o/"#, "TRIGGER:-PT10M", "END:VALARM", "END:VEVENT",
            ])
    }

    @Test func `has a day as a date, and a reminder after its start`() throws {
        let content = ItemContent(
            title: "a", timestamp: 1_796_338_800, day: try Self.day("2026-12-04"), remind: -540)

        let events = Self.events([Self.item(1, content)])

        #expect(events.contains("DTSTART;VALUE=DATE:20261204"))
        #expect(!events.contains { $0.hasPrefix("DURATION") })
        #expect(events.contains("TRIGGER:PT540M"))
    }

    @Test func `has neither done items nor those without a due date`() {
        let items = [
            Self.item(1, ItemContent(title: "a")),
            Self.item(2, ItemContent(title: "a", timestamp: Self.now, done: true)),
        ]

        #expect(Self.events(items).isEmpty)
    }

    @Test func `has the dates of an item that repeats, half a year ahead`() throws {
        var rule = Repetition(.monthly)
        rule.timeZone = "Europe/Berlin"
        let content = ItemContent(
            title: "a", timestamp: 1_793_401_200, day: try Self.day("2026-10-31"),
            repetition: RepetitionText(rule))

        let events = Self.events([Self.item(1, content)])

        #expect(
            events.filter { $0.hasPrefix("DTSTART") }.map { $0.suffix(8) } == [
                "20261031", "20261130", "20261231", "20270131", "20270228", "20270331", "20270430",
            ])
        #expect(
            events.filter { $0.hasPrefix("UID") }.prefix(2) == [
                "UID:01920000-0000-7000-8000-000000000001",
                "UID:01920000-0000-7000-8000-000000000001-20261130",
            ])
    }

    @Test func `has sixty next dates at most, and one of a rule that counts from done`() {
        let daily = ItemContent(
            title: "a", timestamp: Self.now, repetition: RepetitionText(Repetition(.daily)))
        var rule = Repetition(.daily)
        rule.from = .done
        let done = ItemContent(title: "a", timestamp: Self.now, repetition: RepetitionText(rule))

        #expect(Self.events([Self.item(1, daily)]).count { $0 == "BEGIN:VEVENT" } == 61)
        #expect(Self.events([Self.item(1, done)]).count { $0 == "BEGIN:VEVENT" } == 1)
    }

    @Test func `is ordered by time, and then by creation`() {
        let items = [(1, 5.0), (2, -5), (3, 5), (4, 0)].map {
            Self.item($0.0, ItemContent(title: "\($0.0)", timestamp: Self.now + $0.1))
        }

        #expect(
            Self.events(items).filter { $0.hasPrefix("SUMMARY") } == [
                "SUMMARY:2", "SUMMARY:4", "SUMMARY:1", "SUMMARY:3",
            ])
    }

    @Test func `has the 10,000 events that are nearest to now`() {
        let count = 25_000
        var random = SplitMix64(seed: 1)
        let items = (0..<count).map { number in
            // Alternately before and after now, further and further away.
            let distance = Double(number) * (number % 2 == 0 ? 60 : -60)
            return Self.item(
                UInt64(number), ItemContent(title: "\(number)", timestamp: Self.now + distance))
        }.shuffled(using: &random)
        let titles = Self.events(items).filter { $0.hasPrefix("SUMMARY") }

        #expect(Set(titles) == Set((0..<10_000).map { "SUMMARY:\($0)" }))
    }

    @Test func `has the beginning of a long description`() {
        let long = String(repeating: "ä", count: 30_000)
        let item = Self.item(
            1, ItemContent(title: "a", itemDescription: long, timestamp: Self.now))

        let text = Self.lines([item]).joined(separator: "\r\n").split(separator: "\r\n ").joined()

        #expect(text.contains("DESCRIPTION:" + String(repeating: "ä", count: 2_046) + "…\r\n"))
    }

    @Test func `is written in parts that are no longer than they have to be`() {
        var feed = CalendarFeed(now: Self.now, zones: TestZones())
        for number in 0..<100 {
            feed.add(Self.item(UInt64(number), ItemContent(title: "a", timestamp: Self.now)))
        }

        var writer = feed.writer()
        let part = writer.next(1_000)

        #expect((1_000..<1_400).contains(part.count))
        #expect(!writer.isAtEnd)
    }

    @Test func `folds lines at 75 octets, and splits no character`() {
        let title = String(repeating: "aä€🥛", count: 50)
        let item = Self.item(1, ItemContent(title: title, timestamp: Self.now))
        let lines = Self.lines([item])

        let text = lines.joined(separator: "\r\n").split(separator: "\r\n ").joined()
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
        #expect(lines.contains { $0.utf8.count == 75 })
        #expect(text.contains("SUMMARY:\(title)"))
    }
}

extension CalendarFeed {
    /// The whole calendar, from parts of a kilobyte.
    var text: [UInt8] {
        var writer = writer()
        var text: [UInt8] = []
        while !writer.isAtEnd { text += writer.next(1_024) }
        return text
    }
}
