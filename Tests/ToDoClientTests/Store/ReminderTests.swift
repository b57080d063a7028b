import Foundation
import Testing
import ToDoClient

@Suite struct `The next reminders` {
    private static let now = Date(timeIntervalSince1970: 1_795_600_800)

    /// An item with a reminder some minutes from now.
    private func item(_ title: String, after minutes: Double, isDone: Bool = false) -> ToDoItem {
        let due = Self.now.timeIntervalSince1970 + 60 * (minutes + 10)
        return ToDoItem(title: title, timestamp: due, remind: 10, done: isDone)
    }

    private func titles(limit: Int, _ items: [ToDoItem]) -> [String] {
        ToDoItemSnapshot(items).nextReminders(limit: limit, after: Self.now).map(\.item.title)
    }

    @Test func `are those of open items, the earliest first`() {
        let items = [
            item("c", after: 30), item("a", after: 1), item("over", after: 0),
            item("done", after: 5, isDone: true), ToDoItem(title: "no date"), item("b", after: 2),
        ]

        #expect(titles(limit: 64, items) == ["a", "b", "c"])
        #expect(titles(limit: 2, items) == ["a", "b"])
        #expect(titles(limit: 0, items) == [])
    }

    @Test func `of one time are in the order of creation`() {
        let items = (1...9).map { item("\($0)", after: 5) }

        #expect(titles(limit: 3, items.shuffled()) == ["1", "2", "3"])
    }

    @Test func `count their minutes from the timestamp`() throws {
        var day = ToDoItem(title: "a")
        day.setDay(DayDate("2026-12-24"), in: .gmt)
        day.remind = -540

        let reminder = try #require(
            ToDoItemSnapshot([day]).nextReminders(limit: 1, after: Self.now).first)

        #expect(reminder.date == Date(timeIntervalSince1970: 1_798_102_800))
        #expect(reminder.id == day.id)
    }
}
