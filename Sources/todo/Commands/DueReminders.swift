import Foundation
import ToDoClient

/// The reminders that `todo watch --notify` has to show.
///
/// It shows each whose time comes while it runs, also while the machine sleeps, and none twice. One
/// that another device wrote before its time is shown when it arrives. What is over when it is
/// written, or came due before the start, is not shown.
struct DueReminders {
    private struct Key: Hashable {
        let id: ToDoItem.ID
        let date: Date

        init(_ reminder: Reminder) { (id, date) = (reminder.id, reminder.date) }
    }

    /// The age at which a reminder is no longer shown, as on the server.
    private static let oldest: TimeInterval = 86_400

    private let start: Date
    /// Those whose time was ahead at the last look.
    private var waiting: Set<Key> = []
    private var shown: Set<Key> = []
    /// The time at which something may have to be shown, without a change before it.
    private(set) var next: Date?

    init(start: Date) {
        self.start = start
    }

    /// The reminders that have to be shown now, the earliest first.
    mutating func take(_ snapshot: ToDoItemSnapshot, now: Date) -> [Reminder] {
        let all = snapshot.todo.compactMap(Reminder.init)
        let oldest = now.addingTimeInterval(-Self.oldest)
        let due = all.filter { reminder in
            let key = Key(reminder)
            return reminder.date <= now && reminder.date > oldest && !shown.contains(key)
                && (waiting.contains(key) || wasWrittenBefore(reminder, snapshot))
        }
        waiting = Set(all.filter { $0.date > now }.map(Key.init))
        next = waiting.map(\.date).min()
        shown = shown.union(due.map(Key.init)).filter { $0.date > oldest }
        return due.sorted { $0.date < $1.date }
    }

    /// Whether another device wrote a reminder, which came due since the start, before its time.
    private func wasWrittenBefore(_ reminder: Reminder, _ snapshot: ToDoItemSnapshot) -> Bool {
        guard reminder.date > start, !snapshot.isUnsent(reminder.id),
            let written = snapshot.times(of: reminder.id)?.updatedAt
        else { return false }
        return written < reminder.date
    }
}

extension Invocation {
    private static let notifier = "notify-send"

    /// The path of the program that shows notifications.
    func notifier() throws(Failure) -> String {
        let folders = world.environment["PATH"]?.split(separator: ":") ?? []
        let programs = folders.lazy.map { "\($0)/\(Self.notifier)" }
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            throw .noNotifier(Self.notifier)
        }
        return program
    }

    /// Shows a notification. Returns the reason as a sentence if that fails.
    func notify(_ reminder: Reminder, with program: String) async -> String? {
        let body = DueDate(reminder.item, world)?.weekdayAndDay ?? "Reminder"
        do {
            try await world.terminal.notify(program, reminder.item.title.sanitized, body)
            return nil
        } catch {
            return "\(Self.notifier) failed: \(error.plainReason.withoutLastDot)."
        }
    }
}
