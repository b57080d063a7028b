import Foundation
import ToDoClient

/// A due date for display.
struct DueDate {
    let date: Date
    let now: Date
    let calendar: Calendar
    /// The day of an item that is due on one.
    private var namedDay: DayDate?

    /// The due date of an item: of one with a day that date in each time zone.
    init?(_ item: ToDoItem, _ world: World) {
        let start = item.day?.start(in: world.calendar.timeZone).timeIntervalSince1970
        self.init(start ?? item.timestamp, world)
        namedDay = item.day
    }

    /// The due date of a timestamp; nil if there is none, or if it is out of range.
    init?(_ timestamp: Double?, _ world: World) {
        guard let timestamp, (-62_135_596_800..<253_402_300_800).contains(timestamp) else {
            return nil
        }
        date = Date(timeIntervalSince1970: timestamp)
        now = world.clock.now()
        calendar = world.calendar
    }

    /// Whether it is a whole day: a date at its beginning.
    private var isDay: Bool { namedDay != nil || date == calendar.startOfDay(for: date) }

    /// The days from today.
    private var days: Int? {
        calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: date)
        ).day
    }

    /// Whether it is over; a whole day is over with its end.
    var isOver: Bool { isDay ? (days ?? 0) < 0 : date < now }
    /// Whether it is today.
    var isToday: Bool { days == 0 }

    /// In words: `today`, `tomorrow 18:30`, `Fri`, `24 Dec`, `24 Dec 2027`.
    var words: String {
        isDay ? day : day + " " + time
    }

    /// Weekday, day and month: `Fri 11 Dec`, `Fri 11 Dec 18:30`.
    var weekdayAndDay: String {
        "\(weekday) \(dayAndMonth)" + (isDay ? "" : " " + time)
    }

    private var time: String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return "\(Self.two(parts.hour)):\(Self.two(parts.minute))"
    }

    private var day: String {
        switch days {
        case -1: return "yesterday"
        case 0: return "today"
        case 1: return "tomorrow"
        case .some(2...6): return weekday
        default: return dayAndMonth
        }
    }

    private var weekday: String {
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        return names[calendar.component(.weekday, from: date) - 1]
    }

    private var dayAndMonth: String {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let parts = gregorian.dateComponents([.year, .month, .day], from: date)
        let text = "\(parts.day ?? 0) \(names[(parts.month ?? 1) - 1])"
        let isThisYear = parts.year == gregorian.component(.year, from: now)
        return isThisYear ? text : text + " \(parts.year ?? 0)"
    }

    /// In ISO 8601, local time: `2026-12-24`, or `2026-12-24T18:30:00`.
    var iso: String {
        if let namedDay { return namedDay.description }
        let parts = gregorian.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: date)
        let year = String(parts.year ?? 0)
        let zeros = String(repeating: "0", count: max(0, 4 - year.count))
        let day = "\(zeros)\(year)-\(Self.two(parts.month))-\(Self.two(parts.day))"
        return isDay ? day : "\(day)T\(time):\(Self.two(parts.second))"
    }

    private var gregorian: Calendar {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        return gregorian
    }

    private static func two(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
