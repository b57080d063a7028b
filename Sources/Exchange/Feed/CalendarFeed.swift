package import Items

/// The open items with a due date as a calendar (RFC 5545), which other programs subscribe to.
///
/// Each date is a VEVENT, since Google and Outlook show no VTODO. An item that repeats from its due
/// date has also the dates that completing one after the other would give: no RRULE says them, and
/// they come from the same code.
package struct CalendarFeed {
    /// The most events; those nearest to now.
    package static let maximumEvents = 10_000
    /// The next dates of an item are up to this many days after today.
    private static let daysAhead = 180
    /// The most next dates of an item.
    private static let maximumNextDates = 60

    private struct Event {
        let item: ToDoItem
        let tags: Tags?
        let remind: Int?
        var start: Double
        var day: CivilDate?
        /// The date of one that is not in the list yet.
        var next: CivilDate?
    }

    private let now: Double
    private let zones: any TimeZoneDatabase
    private var events: [Event] = []

    package init(now: Double, zones: any TimeZoneDatabase) {
        self.now = now
        self.zones = zones
    }

    /// Adds an item, unless it is done or has no due date.
    package mutating func add(_ item: ToDoItem, tags: Tags? = nil, remind: Int? = nil) {
        guard !item.content.done, let timestamp = item.content.timestamp else { return }
        let event = Event(
            item: item, tags: tags, remind: remind, start: timestamp, day: item.content.day,
            next: nil)
        events.append(event)
        addNextDates(of: event)
        // Of many more than are shown, those that are far away go now and then.
        if events.count > 2 * Self.maximumEvents { dropFarEvents() }
    }

    private mutating func addNextDates(of first: Event) {
        guard var rule = first.item.content.repetition?.rule, rule.from == .due else { return }
        let zone = NamedZone(name: rule.timeZone, rules: zones.zone(of: rule))
        let last = zone.date(at: now).adding(days: Self.daysAhead)
        var event = first
        for _ in 0..<Self.maximumNextDates {
            guard let next = rule.next(after: event.start, day: event.day, now: now, in: zone.rules)
            else { return }
            let date = next.day ?? zone.date(at: next.timestamp)
            guard date <= last else { return }
            rule = next.rule
            event.start = next.timestamp
            event.day = next.day
            event.next = date
            events.append(event)
        }
    }

    private mutating func dropFarEvents() {
        guard events.count > Self.maximumEvents else { return }
        let now = now
        events.sort { abs($0.start - now) < abs($1.start - now) }
        events.removeSubrange(Self.maximumEvents...)
    }

    /// The calendar of the items that were added, by their dates.
    package consuming func text() -> [UInt8] {
        dropFarEvents()
        events.sort { ($0.start, $0.item.sequence) < ($1.start, $1.item.sequence) }
        var lines = ContentLineWriter()
        lines.append("BEGIN", "VCALENDAR")
        lines.append("VERSION", "2.0")
        lines.append("PRODID", "-//toodoo//toodoo//EN")
        lines.append("NAME", "To-dos")
        lines.append("X-WR-CALNAME", "To-dos")
        lines.append("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
        lines.append("X-PUBLISHED-TTL", "PT1H")
        for event in events { Self.append(event, to: &lines) }
        lines.append("END", "VCALENDAR")
        return lines.bytes
    }

    private static func append(_ event: Event, to lines: inout ContentLineWriter) {
        let item = event.item
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
        if let location = content.location { append(location, to: &lines) }
        if let tags = event.tags {
            let words = tags.text.split(separator: " ").map { ICalendarText.escaped(String($0)) }
            lines.append("CATEGORIES", words.joined(separator: ","))
        }
        lines.append("TRANSP", "TRANSPARENT")
        if let remind = event.remind { append(remind, of: content.title, to: &lines) }
        lines.append("END", "VEVENT")
    }

    private static func append(_ location: Location, to lines: inout ContentLineWriter) {
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
    private static func append(
        _ remind: Int, of title: String, to lines: inout ContentLineWriter
    ) {
        lines.append("BEGIN", "VALARM")
        lines.append("ACTION", "DISPLAY")
        lines.append("DESCRIPTION", ICalendarText.escaped(title))
        lines.append("TRIGGER", remind > 0 ? "-PT\(remind)M" : "PT\(-remind)M")
        lines.append("END", "VALARM")
    }

    private static func uid(of event: Event) -> String {
        let id = event.item.id.text
        return event.next.map { "\(id)-\(ICalendarText.date($0))" } ?? id
    }
}
