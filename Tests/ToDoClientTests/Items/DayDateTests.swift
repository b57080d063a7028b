import Foundation
import Testing
import ToDoClient

@Suite struct `A day` {
    private static func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    @Test(arguments: [
        "0001-01-01", "1582-10-10", "1899-12-31", "1970-01-01", "2000-02-29", "2026-12-31",
        "9999-12-31",
    ])
    func `has the parts that its text has`(text: String) throws {
        let day = try #require(DayDate(text))

        #expect(day.description == text)
        #expect(DayDate(year: day.year, month: day.month, day: day.day) == day)
        let json = try JSONEncoder().encode([day])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONDecoder().decode([DayDate].self, from: json) == [day])
    }

    @Test(arguments: [
        "0000-12-31", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-04-31",
        "2026-12-00", "10000-01-01", "2026-1-01", "26-01-01", "2026-12-04 ", "+026-12-04",
        "2026-12-04T00", "٢٠٢٦-12-04", "",
    ])
    func `that does not exist, or in another form, is none`(text: String) {
        #expect(DayDate(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DayDate].self, from: try JSONEncoder().encode([text]))
        }
    }

    @Test func `follows the one before it, in each month of 400 years`() throws {
        var day = try #require(DayDate("1899-12-31"))

        for year in 1900..<2300 {
            for month in 1...12 {
                let first = try #require(DayDate(year: year, month: month, day: 1))
                #expect(first.days == day.days + 1)
                #expect(first > day)
                day = try #require(
                    (28...31).compactMap {
                        DayDate(year: year, month: month, day: $0)
                    }.last)
            }
        }
    }

    @Test(arguments: [
        ("2026-12-04", "Europe/Berlin", 1_796_338_800.0),
        ("2026-12-04", "UTC", 1_796_342_400),
        ("2026-12-04", "Pacific/Kiritimati", 1_796_292_000),
        // Midnight is skipped: the day begins at one o'clock.
        ("2019-09-08", "America/Santiago", 1_567_915_200),
        // An hour comes twice around midnight: the first one counts.
        ("2026-11-01", "America/Havana", 1_793_505_600),
    ])
    func `begins at the local midnight, or after its gap`(
        text: String, zone: String, start: Double
    ) throws {
        let day = try #require(DayDate(text))
        let zone = try Self.zone(zone)

        let date = day.start(in: zone)

        #expect(date.timeIntervalSince1970 == start)
        #expect(DayDate(date, in: zone) == day)
        #expect(DayDate(date.addingTimeInterval(-1), in: zone)?.days == day.days - 1)
    }

    @Test func `of an instant is the one of the time zone`() throws {
        let instant = Date(timeIntervalSince1970: 1_796_338_800)

        #expect(try DayDate(instant, in: Self.zone("Europe/Berlin"))?.description == "2026-12-04")
        #expect(try DayDate(instant, in: Self.zone("UTC"))?.description == "2026-12-03")
        #expect(DayDate(Date(timeIntervalSince1970: 1e300)) == nil)
        #expect(DayDate(Date(timeIntervalSince1970: -.infinity)) == nil)
    }
}

@Suite struct `An item that is due on a day` {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    private let honolulu = TimeZone(identifier: "Pacific/Honolulu") ?? .gmt

    @Test func `has the local midnight as its timestamp`() throws {
        var item = ToDoItem(title: "a")

        item.setDay(DayDate("2026-12-04"), in: berlin)

        #expect(item.timestamp == 1_796_338_800)
        #expect(item.day?.description == "2026-12-04")
        #expect(item.dueDay(in: honolulu) == item.day)
        #expect(item.faults.isEmpty)
    }

    @Test func `has none after another time was set, as on the server`() throws {
        var item = ToDoItem(title: "a", repetition: Repetition(.daily))
        item.setDay(DayDate("2026-12-04"), in: berlin)

        item.timestamp = 1_796_338_800
        #expect(item.day != nil)
        item.timestamp = 1_796_338_801
        #expect(item.day == nil)
        #expect(item.repetition != nil)
        item.setDay(nil)

        #expect(item.timestamp == nil)
        #expect(item.repetition == nil)
    }

    @Test func `is overdue when the viewer's day is later`() throws {
        var item = ToDoItem(title: "a")
        item.setDay(DayDate("2026-12-04"), in: berlin)
        // 5 December, one o'clock in Berlin; 4 December in Honolulu.
        let now = Date(timeIntervalSince1970: 1_796_338_800 + 25 * 3_600)

        #expect(item.isOverdue(at: now, in: berlin))
        #expect(!item.isOverdue(at: now, in: honolulu))
        #expect(!item.isOverdue(at: now.addingTimeInterval(-7_200), in: berlin))
        item.done = true
        #expect(!item.isOverdue(at: now, in: berlin))
    }

    @Test func `was written by an app without days if its time is a local midnight`() {
        let item = ToDoItem(title: "a", timestamp: 1_796_338_800)

        #expect(item.dueDay(in: berlin)?.description == "2026-12-04")
        #expect(item.dueDay(in: .gmt) == nil)
        #expect(item.isOverdue(at: Date(timeIntervalSince1970: 1_796_338_801), in: .gmt))
        #expect(!item.isOverdue(at: Date(timeIntervalSince1970: 1_796_338_801), in: berlin))
    }
}
