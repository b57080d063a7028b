public import Foundation

/// When the user wants to be told of an item.
public struct Reminder: Hashable, Identifiable, Sendable {
    /// The item.
    public let item: ToDoItem
    /// The time: `remind` minutes before the item's timestamp.
    public let date: Date

    /// The id of the item.
    public var id: ToDoItem.ID { item.id }

    /// The reminder of an item; nil if it has none, or is done.
    public init?(_ item: ToDoItem) {
        guard let timestamp = item.timestamp, let remind = item.remind, !item.done else {
            return nil
        }
        self.item = item
        date = Date(timeIntervalSince1970: timestamp - 60 * Double(remind))
    }
}

extension ToDoItemSnapshot {
    /// The next reminders of the open items, the earliest first: at most `limit` of them.
    ///
    /// Local notifications can be scheduled with them. Schedule them again with each snapshot, as
    /// another device may have changed an item.
    public func nextReminders(limit: Int, after now: Date = Date()) -> [Reminder] {
        let reminders = todo.compactMap(Reminder.init).filter { $0.date > now }
        return Array(reminders.sorted(by: Reminder.isBefore).prefix(max(0, limit)))
    }
}

extension Reminder {
    /// By time; of one time, the older item comes first.
    fileprivate static func isBefore(_ left: Reminder, _ right: Reminder) -> Bool {
        left.date == right.date ? left.id.key < right.id.key : left.date < right.date
    }
}
