import Items

/// Writes a calendar in parts, since one of many long items takes megabytes.
package struct CalendarWriter {
    private let events: [CalendarEvent]
    private var index = 0
    private var hasHead = false
    /// Whether the calendar is written to its end.
    package private(set) var isAtEnd = false
    private var lines = ContentLineWriter()

    init(_ events: [CalendarEvent]) {
        self.events = events
    }

    /// The next lines: so many that they take this many bytes, or the last ones.
    package mutating func next(_ count: Int) -> [UInt8] {
        precondition(!isAtEnd, "a calendar that goes on after its end")
        lines.removeAll()
        if !hasHead { appendHead() }
        while index < events.count, lines.bytes.count < count {
            append(events[index])
            index += 1
        }
        if index == events.count {
            lines.append("END", "VCALENDAR")
            isAtEnd = true
        }
        return lines.bytes
    }

    private mutating func appendHead() {
        hasHead = true
        lines.append("BEGIN", "VCALENDAR")
        lines.append("VERSION", "2.0")
        lines.append("PRODID", "-//toodoo//toodoo//EN")
        lines.append("NAME", "To-dos")
        lines.append("X-WR-CALNAME", "To-dos")
        lines.append("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
        lines.append("X-PUBLISHED-TTL", "PT1H")
    }

    private mutating func append(_ event: CalendarEvent) {
        let item = event.entry.item
        let content = item.content
        let updated = ICalendarText.time(item.updatedAt)
        lines.append("BEGIN", "VEVENT")
        lines.append("UID", uid(of: event))
        lines.append("DTSTAMP", updated)
        lines.append("LAST-MODIFIED", updated)
        lines.append("SEQUENCE", "\(item.revision & 0x7FFF_FFFF)")
        if let day = event.day {
            lines.append("DTSTART;VALUE=DATE", ICalendarText.date(day))
        } else {
            lines.append("DTSTART", ICalendarText.time(event.start))
            lines.append("DURATION", "PT30M")
        }
        lines.append("SUMMARY", ICalendarText.escaped(content.title))
        if let description = content.itemDescription, !description.isEmpty {
            lines.append("DESCRIPTION", ICalendarText.escaped(description))
        }
        if let location = content.location { append(location) }
        if let tags = content.tags {
            let words = tags.text.split(separator: " ").map { ICalendarText.escaped(String($0)) }
            lines.append("CATEGORIES", words.joined(separator: ","))
        }
        lines.append("TRANSP", "TRANSPARENT")
        if let remind = content.remind { append(remind, of: content.title) }
        lines.append("END", "VEVENT")
    }

    private mutating func append(_ location: Location) {
        if !location.name.isEmpty {
            lines.append("LOCATION", ICalendarText.escaped(location.name))
        }
        if let point = location.coordinate {
            lines.append(
                "GEO",
                ICalendarText.degrees(point.latitude) + ";" + ICalendarText.degrees(point.longitude)
            )
        }
    }

    /// Appends an alarm some minutes before the start; behind it, if they are negative.
    private mutating func append(_ remind: Int, of title: String) {
        lines.append("BEGIN", "VALARM")
        lines.append("ACTION", "DISPLAY")
        lines.append("DESCRIPTION", ICalendarText.escaped(title))
        lines.append("TRIGGER", remind > 0 ? "-PT\(remind)M" : "PT\(-remind)M")
        lines.append("END", "VALARM")
    }

    private func uid(of event: CalendarEvent) -> String {
        let id = event.entry.item.id.text
        return event.next.map { "\(id)-\(ICalendarText.date($0))" } ?? id
    }
}
