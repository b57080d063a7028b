import CommandLine
import Foundation
import ToDoClient

/// The items of a list and their order, as its words and options say.
struct ListSelection {
    /// What is due.
    enum Due: Equatable {
        /// Over.
        case overdue
        /// Over, or due today.
        case untilToday
        /// From a day on, within this many days.
        case within(Int, from: DayDate)
    }

    /// The values of `--sort`.
    enum Order: String, CaseIterable {
        case created, due, hand

        fileprivate var order: ListOrder {
            switch self {
            case .created: .creation
            case .due: .date
            case .hand: .hand
            }
        }
    }

    /// In lower case; each occurs in the title or the further text of an item.
    var words: [String] = []
    /// Each is a tag of the item, apart from case.
    var tags: [String] = []
    var due: Due?
    /// Nil: the overdue items, then the other open ones, both by due date, then those that are done;
    /// all by due date if that selects them, and by hand if a tag does.
    var order: Order?
    let now: Date
    let zone: TimeZone

    /// Whether words, tags or a due date leave items out.
    var isFilter: Bool { !words.isEmpty || !tags.isEmpty || due != nil }

    /// The selected ones of items that are ordered by creation.
    func items(_ items: [ToDoItem]) -> [ToDoItem] {
        let selected = isFilter ? items.filter(isSelected) : items
        if let order = order?.order ?? defaultOrder { return order.sorted(selected, in: zone) }
        // A time of today that is over comes before the items of today without a time.
        var (late, others): ([ToDoItem], [ToDoItem]) = ([], [])
        for item in ListOrder.date.sorted(selected.filter { !$0.done }, in: zone) {
            if item.isOverdue(at: now, in: zone) { late.append(item) } else { others.append(item) }
        }
        return late + others + selected.filter(\.done)
    }

    /// The order that a selection has by itself.
    private var defaultOrder: ListOrder? {
        if due != nil { return .date }
        return tags.isEmpty ? nil : .hand
    }

    private func isSelected(_ item: ToDoItem) -> Bool {
        guard hasWords(item),
            Set(item.tags.map(\.caseFolded)).isSuperset(of: tags.map(\.caseFolded))
        else { return false }
        switch due {
        case .within(let days, let first): return isDue(item, within: days, from: first)
        case .overdue: return item.isOverdue(at: now, in: zone)
        case .untilToday:
            guard let today = DayDate(now, in: zone) else { return false }
            return item.isOverdue(at: now, in: zone) || isDue(item, within: 1, from: today)
        case nil: return true
        }
    }

    private func hasWords(_ item: ToDoItem) -> Bool {
        guard !words.isEmpty else { return true }
        let text = Self.fold(item.title + "\n" + (item.itemDescription ?? ""))
        return words.allSatisfy(text.contains)
    }

    static func fold(_ text: String) -> String { String(decoding: text.caseFolded, as: UTF8.self) }

    /// Whether an item is due from a day on, within this many days.
    private func isDue(_ item: ToDoItem, within days: Int, from first: DayDate) -> Bool {
        guard let timestamp = item.timestamp,
            let day = item.day ?? DayDate(Date(timeIntervalSince1970: timestamp), in: zone)
        else { return false }
        return (0..<days).contains(day.days - first.days)
    }
}

extension Invocation {
    /// The selection of the command line.
    func listSelection() throws -> ListSelection {
        var selection = ListSelection(now: world.clock.now(), zone: world.calendar.timeZone)
        selection.words = arguments.operands.flatMap { operand in
            ListSelection.fold(operand).split(whereSeparator: \.isWhitespace).map(String.init)
        }
        selection.tags = try tags("--tag") ?? []
        selection.due = try arguments.value("--due").map(dueDays)
        selection.order = try choice("--sort")
        return selection
    }

    /// The words of `--due` that are no date.
    static let dueWords = ["overdue", "week"]

    /// The days of `--due`: `overdue`, `week`, or the words of a day.
    private func dueDays(_ text: String) throws(UsageFailure) -> ListSelection.Due {
        switch (text, dueDate(text), dueDate("today")) {
        case ("overdue", _, _): return .overdue
        case ("week", _, .day(let today)?): return .within(8, from: today)
        case (_, .day(let day)?, _): return .within(1, from: day)
        default:
            let words = Self.dueWords.joined(separator: ", ")
            throw .badValue(
                option: "--due", value: text, expected: "\(words) or a date such as tomorrow")
        }
    }

    /// The value of an option that has a few.
    private func choice<Choice: RawRepresentable & CaseIterable>(
        _ option: String
    ) throws(UsageFailure) -> Choice? where Choice.RawValue == String {
        guard let text = arguments.value(option) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue)
            let expected = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
            throw .badValue(option: option, value: text, expected: expected)
        }
        return choice
    }
}
