import Foundation

/// When and where words are read: what `today` and `in 2 hours` mean.
struct Moment: Sendable {
    let now: Date
    let zone: TimeZone
    let today: DayDate

    /// Nil outside of the years 1 to 9999.
    init?(_ now: Date, _ zone: TimeZone) {
        guard let today = DayDate(now, in: zone) else { return nil }
        (self.now, self.zone, self.today) = (now, zone, today)
    }

    /// The hour that the clocks show.
    var hour: Int {
        (Int(now.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: now)
            - 86_400 * today.days) / 3_600
    }

    /// The next such day of a week after today, from 0 for Monday.
    func next(weekday: Int?) -> DayDate? {
        weekday.flatMap { today.adding(($0 - today.weekday + 6) % 7 + 1) }
    }

    /// Such a day of the next week, from 0 for Monday.
    func inNextWeek(weekday: Int?) -> DayDate? {
        today.adding(7 - today.weekday + (weekday ?? 0))
    }

    /// The next Saturday; within a weekend, today.
    var weekend: DayDate? { today.adding(max(0, 5 - today.weekday)) }

    /// The last day of this month.
    var endOfMonth: DayDate? {
        DayDate(
            year: today.year, month: today.month,
            day: DayDate.length(ofMonth: today.month, in: today.year))
    }

    /// The next such day of a month, which can be today.
    func next(dayOfMonth day: Int?) -> DayDate? {
        (0...2).lazy.compactMap { ahead in
            let month = today.month - 1 + ahead
            return DayDate(
                year: today.year + month / 12, month: month % 12 + 1, day: day ?? 0)
        }.first { $0 >= today }
    }

    /// The day of a month, in a year or else the next one, which can be today.
    func dayOfYear(_ values: SlotValues) -> DayDate? {
        guard let day = values["day"], let month = values["month"] else { return nil }
        if let year = values["year"], year > 0 {
            return DayDate(year: year, month: month, day: day)
        }
        // 29 February can be eight years away.
        return (0...8).lazy.compactMap { DayDate(year: today.year + $0, month: month, day: day) }
            .first { $0 >= today }
    }

    /// Days, weeks or months from today, by their number in the slot `unit`.
    func later(_ values: SlotValues) -> DayDate? {
        let count = values["count"] ?? 0
        switch values["unit"] {
        case 0: return today.adding(count)
        case 1: return today.adding(7 * count)
        default: return today.adding(months: count)
        }
    }
}

extension DayDate {
    /// The date this many days later.
    func adding(_ count: Int) -> DayDate? { DayDate(days: days + count) }

    /// The date this many months later, or the last one of that month.
    func adding(months count: Int) -> DayDate? {
        let number = 12 * year + month - 1 + count
        let (year, month) = (number / 12, number % 12 + 1)
        return DayDate(
            year: year, month: month, day: min(day, DayDate.length(ofMonth: month, in: year)))
    }
}
