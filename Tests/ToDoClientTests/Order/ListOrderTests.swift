import Foundation
import Testing
import ToDoClient

@Suite struct `The order of a list` {
    private static let day = 86_400.0

    /// An item that is due on a day of 1970 in UTC, at an hour if there is one.
    private static func item(
        _ title: String, _ day: Int? = nil, hour: Int? = nil, _ position: String? = nil
    ) -> ToDoItem {
        var item = ToDoItem(title: title, position: position)
        if let day, let hour {
            item.timestamp = 86_400 * Double(day) + 3_600 * Double(hour)
        } else if let day {
            item.setDay(DayDate(days: day), in: .gmt)
        }
        return item
    }

    private static let items = [
        item("none"), item("none, a1", "a1"), item("day 2, evening", 2, hour: 18, "a0"),
        item("day 2", 2), item("day 1, morning", 1, hour: 9), item("day 2, a1", 2, "a1"),
        item("none, a0", "a0"), item("day 2, a0", 2, "a0"), item("day 2, first", 2, hour: 1, "z"),
        item("none, too"), item("day 2, a1 too", 2, "a1"), item("day 2, Z0", 2, "Z0"),
        item("day 1", 1),
    ]

    private static func item(_ title: String, _ position: String) -> ToDoItem {
        item(title, nil, position)
    }

    @Test func `by date sorts items of one date by hand, then by time`() {
        #expect(
            ListOrder.date.sorted(Self.items, in: .gmt).map(\.title) == [
                "day 1", "day 1, morning", "day 2, Z0", "day 2, a0", "day 2, a1", "day 2, a1 too",
                "day 2", "day 2, first", "day 2, evening", "none, a0", "none, a1", "none",
                "none, too",
            ])
    }

    @Test func `by hand sorts all by their positions, those without one last`() {
        #expect(
            ListOrder.hand.sorted(Self.items, in: .gmt).map(\.title) == [
                "day 2, Z0", "day 2, evening", "none, a0", "day 2, a0", "none, a1", "day 2, a1",
                "day 2, a1 too", "day 2, first", "none", "day 2", "day 1, morning", "none, too",
                "day 1",
            ])
    }

    @Test func `by creation stays as it is`() {
        #expect(ListOrder.creation.sorted(Self.items, in: .gmt) == Self.items)
    }

    @Test(arguments: [
        (ListOrder.date, "day 2", 5), (.date, "none", 4), (.date, "day 2, first", 0),
        (.hand, "day 2, first", 13), (.creation, "none", 0),
    ])
    func `says among which items one can be moved`(
        order: ListOrder, title: String, count: Int
    ) throws {
        let item = try #require(Self.items.first { $0.title == title })

        #expect(order.neighbours(of: item, in: Self.items, .gmt).count == count)
    }
}
