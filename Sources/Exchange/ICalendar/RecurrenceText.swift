import Items

/// A rule of iCalendar (RFC 5545 §3.3.10), as far as rules of items say the same.
enum RecurrenceText {
    /// The rule of a text such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH`, with or without `RRULE:`
    /// before it, for an item that is due then. Nil for a text with another part or value.
    static func rule(_ text: String, from due: DueMoment) -> ImportedRule? {
        guard text.utf8.count <= 1_000, let parts = parts(text.uppercased()) else { return nil }
        guard
            let frequency = parts["FREQ"].flatMap({
                Repetition.Frequency(rawValue: $0.lowercased())
            })
        else { return nil }
        var draft = RepetitionDraft()
        draft.frequency = frequency
        draft.timeZone = due.zone.name
        for (name, value) in parts {
            switch name {
            case "FREQ": break
            case "INTERVAL":
                guard let interval = Int(value), Repetition.intervals.contains(interval) else {
                    return nil
                }
                draft.interval = interval
            case "BYDAY":
                guard let days = days(value, position: parts["BYSETPOS"]) else { return nil }
                draft.byDay = days
            case "BYMONTHDAY":
                // In a yearly rule without a month, it is a day of each month.
                guard let day = monthDay(value), frequency != .yearly || parts["BYMONTH"] != nil
                else { return nil }
                draft.byMonthDay = day
            case "BYMONTH":
                guard frequency == .yearly, Int(value) == due.date.parts.month else { return nil }
            case "BYSETPOS":
                guard frequency == .monthly, parts["BYDAY"] != nil else { return nil }
            case "UNTIL":
                guard let until = until(value, in: due.zone) else { return nil }
                draft.until = until
            case "WKST":
                guard let day = Repetition.Day(value.lowercased()), day.ordinal == nil else {
                    return nil
                }
            default: return nil
            }
        }
        guard let rule = try? draft.judged(hasDay: due.day != nil).get() else { return nil }
        guard ["MO", nil].contains(parts["WKST"]) || rule.isSame(inAnyWeekFrom: due.date) else {
            return nil
        }
        return ImportedRule(rule: rule, isLastDay: parts["BYMONTHDAY"] == "-1")
    }

    /// The parts by their names; nil if one is no part, or stands twice.
    private static func parts(_ text: String) -> [String: String]? {
        var parts: [String: String] = [:]
        for part in text.droppingPrefix("RRULE:").split(separator: ";") {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2,
                parts.updateValue(String(sides[1]), forKey: String(sides[0])) == nil
            else { return nil }
        }
        return parts
    }

    /// Days such as `MO,TH` or `2MO`; `BYSETPOS` may have the ordinal of a single one.
    private static func days(_ value: String, position: String?) -> [Repetition.Day]? {
        var days: [Repetition.Day] = []
        for word in value.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            let word = word.first == "+" ? word.dropFirst() : word
            guard let day = Repetition.Day((position ?? "") + word) else { return nil }
            days.append(day)
        }
        return position == nil || days.count == 1 ? days : nil
    }

    /// One day of the month; `-1` is its last.
    private static func monthDay(_ value: String) -> Int? {
        if value == "-1" { return 31 }
        guard let day = Int(value), Repetition.monthDays.contains(day) else { return nil }
        return day
    }

    /// The date of `20261204`, `20261204T170000` or `20261204T160000Z`.
    private static func until(_ value: String, in zone: NamedZone) -> CivilDate? {
        ICalendarMoment(value)?.due(in: zone).map { zone.date(at: $0.timestamp) }
    }
}

extension Repetition {
    /// Whether the rule says the same with weeks that begin on another day.
    fileprivate func isSame(inAnyWeekFrom due: CivilDate) -> Bool {
        guard interval > 1, case .weekdays(let days) = byDay else { return true }
        return days == Weekdays(weekday: due.weekday)
    }
}

extension String {
    /// The text without a word that it may begin with.
    func droppingPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
