import Foundation
import Testing
import ToDoClient

@Suite struct `A rule of repetition` {
    private static let full =
        #"{"frequency":"weekly","interval":2,"byDay":["mo","th"],"until":"2027-06-30","timeZone":"Europe/Berlin"}"#

    private func decode(_ json: String) throws -> Repetition {
        try JSONDecoder().decode(Repetition.self, from: Data(json.utf8))
    }

    /// The JSON with its members in order.
    private func sorted(_ json: Data) throws -> Data {
        try JSONSerialization.data(
            withJSONObject: try JSONSerialization.jsonObject(with: json), options: .sortedKeys)
    }

    @Test func `has the members of its JSON`() throws {
        let rule = try decode(Self.full)

        #expect(
            rule
                == Repetition(
                    .weekly, interval: 2, byDay: [.init(.thursday), .init(.monday)],
                    until: DayDate("2027-06-30"), timeZone: "Europe/Berlin"))
        #expect(try decode(#"{"frequency":"daily"}"#) == Repetition(.daily, timeZone: "UTC"))
        #expect(
            try decode(#"{"frequency":"weekly","byDay":["su","mo"]}"#)
                == Repetition(
                    .weekly, byDay: [.init(.monday), .init(.sunday)], timeZone: "UTC"))
        #expect(
            try decode(#"{"frequency":"monthly","byDay":["-1fr"]}"#).byDay
                == [.init(.friday, ordinal: -1)])
    }

    @Test func `without a zone takes the one of the device, and of JSON UTC`() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))

        #expect(Repetition(.daily).timeZone == Repetition.name(of: .current))
        #expect(Repetition.name(of: berlin) == "Europe/Berlin")
        #expect(Repetition.name(of: .gmt) == "UTC")
        #expect(Repetition.name(of: try #require(TimeZone(secondsFromGMT: 3_600))) == "UTC")
        #expect(try decode(#"{"frequency":"daily"}"#).timeZone == "UTC")
    }

    @Test(arguments: [
        full, #"{"frequency":"daily"}"#, #"{"frequency":"monthly","byMonthDay":31}"#,
        #"{"frequency":"monthly","byDay":["2tu"]}"#, #"{"frequency":"daily","time":"02:30"}"#,
        #"{"frequency":"yearly","interval":3,"from":"done"}"#,
        // Of a later server.
        #"{"frequency":"hourly","byHour":[1,2.5,null,{"a":"\"\u0001/"}],"color":true}"#,
        #"{"frequency":"weekly","byDay":["5mo"],"interval":"two","from":"start","until":7}"#,
    ])
    func `is sent back as it came, in each form of JSON`(json: String) throws {
        let rule = try decode(json)
        let item = ToDoItem(title: "a", timestamp: 1, repetition: rule)
        let store = ToDoItemStore(.inMemory())

        let encoded = try JSONEncoder().encode(rule)
        try store.importItems(try JSONEncoder().encode([ToDoItem(title: "b")]))

        #expect(try sorted(encoded) == sorted(Data(json.utf8)))
        #expect(try decode(String(decoding: encoded, as: UTF8.self)) == rule)
        let saved = try JSONDecoder().decode(
            ToDoItem.self, from: try JSONEncoder().encode(item))
        #expect(saved == item)
    }

    @Test(arguments: ["[]", "7", "{}", #"{"frequency":1}"#, #"{"interval":2}"#])
    func `without a frequency is none`(json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }

    @Test func `replaces what it could not read by what is set`() throws {
        var rule = try decode(#"{"frequency":"weekly","interval":"two","byDay":["5mo"]}"#)

        rule.interval = 3
        rule.byDay = [.init(.sunday), .init(.monday)]

        let json = try sorted(try JSONEncoder().encode(rule))
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"byDay":["mo","su"],"frequency":"weekly","interval":3}"#)
    }

    @Test(arguments: [
        (Repetition(.daily, interval: 0), [ItemFault.intervalIsOutOfRange]),
        (Repetition(.daily, interval: 1_000), [.intervalIsOutOfRange]),
        (Repetition(.daily, byDay: [.init(.monday)]), [.weekdaysDoNotFit]),
        (Repetition(.yearly, byDay: [.init(.monday)]), [.weekdaysDoNotFit]),
        (Repetition(.weekly, byDay: []), [.weekdaysDoNotFit]),
        (Repetition(.weekly, byDay: [.init(.monday, ordinal: 1)]), [.weekdaysDoNotFit]),
        (Repetition(.weekly, byDay: [.init(.monday), .init(.monday)]), [.weekdaysDoNotFit]),
        (Repetition(.monthly, byDay: [.init(.monday)]), [.weekdaysDoNotFit]),
        (Repetition(.monthly, byDay: [.init(.monday, ordinal: 5)]), [.weekdaysDoNotFit]),
        (Repetition(.weekly, byMonthDay: 1), [.monthDayDoesNotFit]),
        (Repetition(.monthly, byMonthDay: 32), [.monthDayDoesNotFit]),
        (
            Repetition(.monthly, byDay: [.init(.monday, ordinal: 1)], byMonthDay: 1),
            [.monthDayDoesNotFit]
        ),
        (Repetition(.daily, time: "24:00"), [.repetitionTimeDoesNotFit]),
        (Repetition(.daily, time: "9:00"), [.repetitionTimeDoesNotFit]),
        (
            Repetition(.weekly, byDay: [.init(.monday)], from: .done),
            [.repetitionOriginDoesNotFit]
        ),
        (Repetition(.monthly, byMonthDay: 1, from: .done), [.repetitionOriginDoesNotFit]),
        (Repetition(.daily, timeZone: "Not a zone"), [.timeZoneIsUnknown]),
        (Repetition(.daily, timeZone: ""), [.timeZoneIsUnknown]),
    ])
    func `that the server would refuse is a fault`(rule: Repetition, faults: [ItemFault]) {
        #expect(ToDoItem(title: "a", timestamp: 1, repetition: rule).faults == faults)
    }

    @Test(arguments: [
        Repetition(.weekly, interval: 999, byDay: [.init(.monday), .init(.sunday)]),
        Repetition(.monthly, byDay: [.init(.friday, ordinal: -1)], until: DayDate("2030-01-01")),
        Repetition(.yearly, byMonthDay: 29), Repetition(.daily, time: "23:59:59"),
        Repetition(.daily, from: .done, timeZone: "America/Argentina/Buenos_Aires"),
        Repetition(.init(rawValue: "hourly"), byDay: [.init(.monday)]),
    ])
    func `that the server would take, or a later one, is none`(rule: Repetition) {
        #expect(ToDoItem(title: "a", timestamp: 1, repetition: rule).faults.isEmpty)
    }

    @Test func `needs a due date, an open item, and a day that fits its timestamp`() throws {
        let rule = Repetition(.daily)
        let day = try #require(DayDate("2026-12-04"))
        let midnight = 1_796_342_400.0
        func faults(_ timestamp: Double) -> [ItemFault] {
            ToDoItem(title: "a", timestamp: timestamp, day: day).faults
        }

        #expect(ToDoItem(title: "a", repetition: rule).faults == [.repetitionNeedsDueDate])
        #expect(
            ToDoItem(title: "a", timestamp: 1, repetition: rule, done: true).faults
                == [.doneItemRepeats])
        #expect(faults(midnight - 14 * 3_600).isEmpty)
        #expect(faults(midnight + 12 * 3_600).isEmpty)
        #expect(faults(midnight - 14 * 3_600 - 1) == [.dayIsOfAnotherTime])
        #expect(faults(midnight + 12 * 3_600 + 1) == [.dayIsOfAnotherTime])
    }
}
