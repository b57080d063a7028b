public import Foundation

/// A date in the short form of the user's region, without the time.
public func shortDate(_ date: Date) -> String {
    date.formatted(date: .numeric, time: .omitted)
}

/// The due dates that a calendar can show.
enum DueDate {
    /// The date of a timestamp; nil outside of the years 1 to 9999.
    static func date(_ timestamp: Double?) -> Date? {
        guard let timestamp, ToDoItem.times.contains(timestamp) else { return nil }
        return Date(timeIntervalSince1970: timestamp)
    }
}
