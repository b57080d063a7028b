public import Foundation

/// A date in the short form of the user's region, without the time.
public func shortDate(_ date: Date) -> String {
    date.formatted(date: .numeric, time: .omitted)
}

/// The due dates that a calendar can show.
enum DueDate {
    /// The due date of an item, of a day its beginning in the viewer's time zone: so the text of a day
    /// is that date in each zone. Nil outside of the years 1 to 9999.
    static func date(_ item: ToDoItem) -> Date? {
        if let day = item.day { return day.start() }
        guard let timestamp = item.timestamp, ToDoItem.times.contains(timestamp) else { return nil }
        return Date(timeIntervalSince1970: timestamp)
    }
}
