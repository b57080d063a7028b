public import Foundation

extension DayDate {
    /// The date in a time zone at an instant; nil outside of the years 1 to 9999.
    public init?(_ instant: Date, in timeZone: TimeZone = .current) {
        // Foundation's calendars are not used, because they have Julian dates before 1582.
        let seconds = instant.timeIntervalSince1970
        guard ToDoItem.times.contains(seconds) else { return nil }
        let local = seconds + Double(timeZone.secondsFromGMT(for: instant))
        self.init(days: Int((local / 86_400).rounded(.down)))
    }

    /// The beginning of the day in a time zone: its midnight, or the first instant after a gap.
    public func start(in timeZone: TimeZone = .current) -> Date {
        instant(0, in: timeZone).date
    }

    /// The first instant at which the clocks of a time zone show this date and time, in seconds after
    /// midnight; if they skip it, the first instant after the gap.
    package func instant(
        _ seconds: Int, in timeZone: TimeZone
    ) -> (date: Date, isInGap: Bool) {
        let local = 86_400 * days + seconds
        func offset(_ instant: Int) -> Int {
            timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
        }
        // No zone is further than a day from UTC; the greater offset is reached first.
        let before = offset(local - 86_400)
        let after = offset(local + 86_400)
        for offsetThen in [max(before, after), min(before, after)]
        where offset(local - offsetThen) == offsetThen {
            return (Date(timeIntervalSince1970: Double(local - offsetThen)), false)
        }
        var (last, first) = (local - max(before, after), local - min(before, after))
        while first - last > 1 {
            let middle = last + (first - last) / 2
            if offset(middle) == before { last = middle } else { first = middle }
        }
        return (Date(timeIntervalSince1970: Double(first)), true)
    }

    /// The instants, in seconds since 1970, at which the day begins in some time zone: midnight
    /// UTC, up to 14 hours before it and up to 12 hours after it.
    package var starts: ClosedRange<Double> {
        let midnight = Double(86_400 * days)
        return midnight - 14 * 3_600...midnight + 12 * 3_600
    }
}

extension ToDoItem {
    /// Makes the item due on a day without a time; nil removes the due date and the rule.
    ///
    /// Sets `day`, and `timestamp` to the day's beginning in the time zone.
    public mutating func setDay(_ day: DayDate?, in timeZone: TimeZone = .current) {
        timestamp = day?.start(in: timeZone).timeIntervalSince1970
        self.day = day
    }

    /// The day on which the item is due without a time; nil if it has a time, or no due date.
    ///
    /// A timestamp at a local midnight counts as a day, because apps that do not know `day` write
    /// it.
    public func dueDay(in timeZone: TimeZone = .current) -> DayDate? {
        if let day { return day }
        guard let timestamp,
            let day = DayDate(Date(timeIntervalSince1970: timestamp), in: timeZone),
            day.start(in: timeZone).timeIntervalSince1970 == timestamp
        else { return nil }
        return day
    }

    /// Whether the item is open and its due date is over: its day when the viewer's day is later.
    public func isOverdue(at now: Date = Date(), in timeZone: TimeZone = .current) -> Bool {
        guard !done, let timestamp else { return false }
        guard let day = dueDay(in: timeZone) else { return timestamp < now.timeIntervalSince1970 }
        return DayDate(now, in: timeZone).map { $0 > day } ?? false
    }
}
