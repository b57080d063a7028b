import Foundation
import ToDoClient

/// A due date for display.
struct DueDate {
    private let due: Due
    private let day: DayDate
    private let today: DayDate
    private let now: Date
    private let zone: TimeZone

    /// The due date of an item: of one with a day that date in each time zone.
    init?(_ item: ToDoItem, _ world: World) {
        let zone = world.calendar.timeZone
        guard let due = Due(item, in: zone) else { return nil }
        self.init(due, world)
    }

    /// The due date of a timestamp; nil if there is none, or if it is out of range.
    init?(_ timestamp: Double?, _ world: World) {
        self.init(ToDoItem(title: "", timestamp: timestamp), world)
    }

    private init?(_ due: Due, _ world: World) {
        (self.due, now, zone) = (due, world.clock.now(), world.calendar.timeZone)
        guard let today = DayDate(now, in: zone) else { return nil }
        self.today = today
        switch due {
        case .day(let day): self.day = day
        case .time(let date):
            guard let day = DayDate(date, in: zone) else { return nil }
            self.day = day
        }
    }

    /// Whether it is over; a whole day is over with its end.
    var isOver: Bool {
        switch due {
        case .day: day < today
        case .time(let date): date < now
        }
    }

    /// Whether it is today.
    var isToday: Bool { day == today }

    /// In words: `today`, `tomorrow 18:30`, `Fri`, `24 Dec`, `24 Dec 2027`.
    var words: String { due.words(.english, now: now, in: zone) }

    /// Weekday, day and month: `Fri 11 Dec`, `Fri 11 Dec 18:30`.
    var weekdayAndDay: String { due.weekdayAndDay(.english, now: now, in: zone) }

    /// In ISO 8601, local time: `2026-12-24`, or `2026-12-24T18:30:00`.
    var iso: String {
        guard case .time(let date) = due else { return day.description }
        let start = day.start(in: .gmt).timeIntervalSince1970
        let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        let seconds = Int((local - start).rounded(.down))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map(two)
        return "\(day)T\(time.joined(separator: ":"))"
    }
}
