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

    /// The longest description in bytes; the rest of one stays in the app. Each date of an item that
    /// repeats has it again.
    static let maximumDescription = 4_096

    private let now: Double
    private let zones: any TimeZoneDatabase
    private var events: [CalendarEvent] = []

    package init(now: Double, zones: any TimeZoneDatabase) {
        self.now = now
        self.zones = zones
    }

    /// Adds an item, unless it is done or has no due date; returns the number of its dates.
    @discardableResult
    package mutating func add(_ item: ToDoItem) -> Int {
        guard !item.content.done, let timestamp = item.content.timestamp else { return 0 }
        let before = events.count
        let event = CalendarEvent(
            entry: CalendarEvent.Entry(item), start: timestamp,
            day: item.content.day, next: nil)
        events.append(event)
        addNextDates(of: event)
        let added = events.count - before
        // Of many more than are shown, those that are far away go now and then.
        if events.count > 2 * Self.maximumEvents { dropFarEvents() }
        return added
    }

    private mutating func addNextDates(of first: CalendarEvent) {
        guard var rule = first.entry.item.content.repetition?.rule, rule.from == .due else {
            return
        }
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
    package consuming func writer() -> CalendarWriter {
        dropFarEvents()
        events.sort { ($0.start, $0.entry.item.sequence) < ($1.start, $1.entry.item.sequence) }
        return CalendarWriter(events)
    }
}
