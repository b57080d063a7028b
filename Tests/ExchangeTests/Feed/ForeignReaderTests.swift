import Exchange
import Foundation
import Items
import TestSupport
import Testing

/// The calendar as an independent reader sees it: PyPI's `icalendar` and `recurring-ical-events`.
@Suite struct `Another program's reader of the calendar` {
    private static var hasPackages: Bool {
        PythonProgram.has("icalendar, recurring_ical_events")
    }

    @Test(
        .enabled(
            if: hasPackages, "PYTHON has no packages icalendar and recurring-ical-events (PyPI)"))
    func `has the dates that completing one after the other gives`() throws {
        let items = try Self.items()
        var feed = CalendarFeed(now: `The calendar of items`.now, zones: TestZones())
        for item in items { feed.add(item) }
        let file = FileManager.default.temporaryDirectory.appending(
            path: "\(UUID().uuidString).ics")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(feed.text).write(to: file)

        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "read_feed.py")
        let result = try PythonProgram.run([script.path, file.path])

        let rows = result.output.split(separator: "\n").map(String.init)
        #expect(result.status == 0)
        #expect(rows == items.flatMap(Self.rows).sorted { $0.uid < $1.uid }.map(\.json))
        #expect(rows.count > 300)
    }

    /// Items of every kind of rule, with days and with times.
    private static func items() throws -> [ToDoItem] {
        let recurrences = [
            "", "FREQ=DAILY", "FREQ=DAILY;INTERVAL=10", "FREQ=WEEKLY;BYDAY=MO,TH,SU",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=-1",
            "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU", "FREQ=YEARLY",
            "FREQ=DAILY;UNTIL=20261210",
        ]
        let dues = [
            "VALUE=DATE:20261204", "VALUE=DATE:20250131", "TZID=Europe/Berlin:20261204T173000",
            "TZID=Europe/Berlin:20261101T023000", "TZID=UTC:20261031T235959",
        ]
        var text = "BEGIN:VCALENDAR\n"
        for recurrence in recurrences {
            for due in dues {
                text += "BEGIN:VTODO\nSUMMARY:\(recurrence)\\, \(due) ä\nDUE;\(due)\n"
                text += recurrence.isEmpty ? "END:VTODO\n" : "RRULE:\(recurrence)\nEND:VTODO\n"
            }
        }
        return try imported(text).items.enumerated().map {
            var content = $0.element.content
            (content.tags, content.remind) = (Tags("a;b home"), 15)
            return `The calendar of items`.item(UInt64($0.offset), content)
        }
    }

    private struct Row {
        let uid: String
        let json: String
    }

    /// The rows that the script has to print for an item: it is completed again and again at one
    /// moment, as the server completes it.
    private static func rows(of item: ToDoItem) -> [Row] {
        let now = `The calendar of items`.now
        let today = CivilDate(days: Int(now) / 86_400)
        let zones = TestZones()
        let uid = uuid(of: item.id)
        var content = item.content
        var rows: [Row] = []
        var id = uid
        for _ in 0...60 {
            guard let timestamp = content.timestamp else { break }
            rows.append(row(id, content))
            guard let rule = content.repetition?.rule,
                let next = rule.next(
                    after: timestamp, day: content.day, now: now, in: zones.zone(of: rule))
            else { break }
            content.timestamp = next.timestamp
            content.day = next.day
            content.repetition = RepetitionText(next.rule)
            let date =
                next.day ?? zones.zone(of: next.rule).local(Int(next.timestamp)).date
            guard Int(date.days) <= Int(today.days) + 180 else { break }
            id = "\(uid)-\(date.description.split(separator: "-").joined())"
        }
        return rows
    }

    private static func row(_ uid: String, _ content: ItemContent) -> Row {
        let start = content.day.map { "\($0)" } ?? utc(content.timestamp ?? 0)
        let title = content.title.replacing("ä", with: "\\u00e4")
        return Row(
            uid: uid,
            json: """
                {"categories": ["a;b", "home"], "description": "", "minutes": [15.0], \
                "start": "\(start)", "title": "\(title)", "uid": "\(uid)"}
                """)
    }
}

/// The text of an id.
private func uuid(of id: ItemID) -> String {
    let digits = [id.high, id.low].map { word in
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
        digits.dropFirst(range.lowerBound).prefix(range.count)
    }
    return groups.joined(separator: "-")
}
