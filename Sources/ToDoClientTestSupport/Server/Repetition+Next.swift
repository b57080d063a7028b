import Foundation
package import ToDoClient

// The next items of those that repeat, by the rules of the server.

extension Repetition {
    /// The first date of the rule, counted from `due`, that is after both `due` and `today`, and what
    /// the rule becomes; nil when it has ended.
    package func next(after due: DayDate, today: DayDate) -> (date: DayDate, rule: Repetition)? {
        var rule = self
        let date: DayDate?
        if from == .done {
            date = adding(interval, to: today)
        } else {
            date = first(from: due, after: max(due, today))
            let isCounted = byDay == nil && byMonthDay == nil
            if isByMonth, isCounted, let date, date.day < due.day { rule.byMonthDay = due.day }
        }
        guard let date, until.map({ date <= $0 }) ?? true else { return nil }
        return (date, rule)
    }

    private var isByMonth: Bool { [.monthly, .yearly].contains(frequency) }
    private var unit: Int { [.weekly: 7, .yearly: 12][frequency] ?? 1 }

    private func adding(_ count: Int, to date: DayDate) -> DayDate? {
        guard isByMonth else { return DayDate(days: date.days + unit * count) }
        return Self.date(inMonth: date.monthNumber + unit * count, day: date.day)
    }

    private func first(from due: DayDate, after limit: DayDate) -> DayDate? {
        let step = unit * interval
        if isByMonth {
            let passed = (limit.monthNumber - due.monthNumber) / step * step
            // The month of the limit may hold a date after it, and else the next one does.
            return [passed, passed + step].lazy
                .compactMap { date(inMonth: due.monthNumber + $0, of: due) }
                .first { $0 > limit }
        }
        guard let byDay else {
            return DayDate(days: due.days + ((limit.days - due.days) / step + 1) * step)
        }
        let monday = due.days - due.weekday
        let passed = (limit.days - monday) / step * step
        return [passed, passed + step].lazy
            .flatMap { week in byDay.lazy.map { monday + week + $0.weekday.index } }
            .compactMap(DayDate.init(days:)).first { $0 > limit }
    }

    private func date(inMonth month: Int, of due: DayDate) -> DayDate? {
        guard let day = byDay?.first, let ordinal = day.ordinal else {
            return Self.date(inMonth: month, day: byMonthDay ?? due.day)
        }
        // The last date that can be this one, and back to its weekday.
        let last = Self.date(inMonth: month, day: ordinal < 0 ? 31 : 7 * ordinal)
        return last.flatMap { DayDate(days: $0.days - ($0.weekday - day.weekday.index + 7) % 7) }
    }

    /// A day in a month that is counted from the year 0, or the last one if it is shorter.
    private static func date(inMonth number: Int, day: Int) -> DayDate? {
        let (year, month) = (number / 12, number % 12 + 1)
        return DayDate(
            year: year, month: month, day: min(day, DayDate.length(ofMonth: month, in: year)))
    }
}

extension DayDate {
    fileprivate var monthNumber: Int { 12 * year + month - 1 }
    fileprivate var midnight: Double { Double(86_400 * days) }
}

extension ToDoItem {
    /// The item that follows from the completion of this one at a time, which was due at `before` before
    /// the write that completes it; nil if the series has ended.
    package func next(doneAt now: Double, dueBefore before: Double?) -> ToDoItem? {
        guard let rule = repetition, let timestamp else { return nil }
        let zone = TimeZone(identifier: rule.timeZone) ?? .gmt
        let instant = Date(timeIntervalSince1970: timestamp)
        guard let today = DayDate(Date(timeIntervalSince1970: now), in: zone),
            let due = day ?? DayDate(instant, in: zone),
            let next = rule.next(after: due, today: today)
        else { return nil }
        var item = self
        item.id = id.next(after: before ?? timestamp)
        item.done = false
        if day == nil {
            let (time, rule) = next.rule.time(on: next.date, of: timestamp, in: zone)
            item.timestamp = time
            item.repetition = rule
        } else {
            let start = next.date.start(in: zone).timeIntervalSince1970
            let isStart = timestamp == due.start(in: zone).timeIntervalSince1970
            item.timestamp =
                isStart && next.date.starts.contains(start)
                ? start : next.date.midnight + timestamp - due.midnight
            item.day = next.date
            item.repetition = next.rule
        }
        item.remind = remind
        return item
    }
}

extension Repetition {
    /// The instant on a date with the wall time of another instant. A time in a gap is remembered.
    fileprivate func time(
        on date: DayDate, of timestamp: Double, in zone: TimeZone
    ) -> (Double, Repetition) {
        let whole = timestamp.rounded(.down)
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: whole))
        let local = Int(whole) + offset
        let wall = time.flatMap(Self.seconds) ?? ((local % 86_400) + 86_400) % 86_400
        let (start, isInGap) = date.instant(wall, in: zone)
        guard isInGap else { return (start.timeIntervalSince1970 + timestamp - whole, self) }
        var rule = self
        let parts = [wall / 3_600, wall / 60 % 60] + (wall % 60 == 0 ? [] : [wall % 60])
        rule.time = parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
        // The date stays, even if it has only the last second before the gap.
        let isSameDate = DayDate(start, in: zone) == date
        return (start.timeIntervalSince1970 - (isSameDate ? 0 : 1), rule)
    }
}
