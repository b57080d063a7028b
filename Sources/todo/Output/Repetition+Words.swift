import Foundation
import ToDoClient

extension Repetition {
    /// The rule in words: `every 2 weeks on Monday and Thursday until 30 Jun 2027`.
    var words: String {
        let text = from == .done ? every + " after completion" : everyOn
        return until.map { "\(text) until \($0.words)" } ?? text
    }

    private var every: String {
        let units: [Frequency: String] = [
            .daily: "day", .weekly: "week", .monthly: "month", .yearly: "year",
        ]
        guard let unit = units[frequency] else { return frequency.rawValue.sanitized }
        return interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
    }

    private var everyOn: String {
        if let byMonthDay { return "\(every) on the \(Self.ordinal(byMonthDay))" }
        guard let byDay, let first = byDay.first else { return every }
        if let ordinal = first.ordinal {
            let names = [1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"]
            return "\(every) on the \(names[ordinal] ?? "") \(first.weekday.name)"
        }
        let days = byDay.map(\.weekday)
        if interval == 1, days == Weekday.allCases.dropLast(2) { return "every weekday" }
        let names = days.map(\.name)
        let list =
            names.count < 2
            ? names[0] : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
        return interval == 1 ? "every \(list)" : "\(every) on \(list)"
    }

    private static func ordinal(_ number: Int) -> String {
        let ending = 11...13 ~= number % 100 ? nil : [1: "st", 2: "nd", 3: "rd"][number % 10]
        return "\(number)\(ending ?? "th")"
    }
}

extension Repetition.Weekday {
    /// The English name.
    fileprivate var name: String { "\(self)".capitalized }
}

extension DayDate {
    /// `30 Jun 2027`.
    fileprivate var words: String { "\(day) \(Self.months[month - 1]) \(year)" }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
