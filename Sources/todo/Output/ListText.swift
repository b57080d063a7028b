import ToDoClient

/// The list as text: columns and colours on a terminal, tabs elsewhere.
struct ListText {
    let world: World
    let style: Style
    /// The number beside each item.
    let numbers: Numbers
    /// Whether a mark shows what the server does not have yet.
    let marksUnsent: Bool

    /// The lines of items.
    func lines(_ items: [ToDoItem], _ snapshot: ToDoItemSnapshot) -> [String] {
        guard world.terminal.showsOutput else { return items.map(tabs) }
        return columns(items, snapshot)
    }

    /// Number, state, title, due date and place, with a tab between them.
    private func tabs(_ item: ToDoItem) -> String {
        [
            "\(numbers.number(of: item.id) ?? 0)", item.done ? "done" : "open",
            item.title.harmless, DueDate(item.timestamp, world)?.iso ?? "",
            (item.location?.name ?? "").harmless,
        ]
        .joined(separator: "\t")
    }

    fileprivate struct Row {
        let number: String
        let title: String
        let due: DueDate?
        let place: String
        let isDone: Bool
        let isUnsent: Bool
    }

    private func columns(_ items: [ToDoItem], _ snapshot: ToDoItemSnapshot) -> [String] {
        let rows = items.map { item in
            Row(
                number: "\(numbers.number(of: item.id) ?? 0)", title: item.title.harmless,
                due: DueDate(item.timestamp, world), place: (item.location?.name ?? "").harmless,
                isDone: item.done,
                isUnsent: marksUnsent && snapshot.isUnsent(item.id))
        }
        let numberWidth = rows.map(\.number.count).max() ?? 0
        let dueWidth = rows.map { $0.due?.words.columns ?? 0 }.max() ?? 0
        let placeWidth = min(24, rows.map(\.place.columns).max() ?? 0)
        // The title takes what the others leave, but not less than 12 columns.
        let others =
            numberWidth + 3 + (dueWidth > 0 ? dueWidth + 2 : 0)
            + (placeWidth > 0 ? placeWidth + 2 : 0)
        let room = max(12, world.terminal.size().columns - others)
        let titleWidth = min(room, rows.map(\.title.columns).max() ?? 0)
        return rows.map { row in
            let due = row.due?.words ?? ""
            let title = row.title.cut(toColumns: titleWidth)
            var cells = [
                style.show(title, row.isDone ? .dim : nil) + spaces(titleWidth - title.columns)
            ]
            if dueWidth > 0 {
                cells.append(style.show(due, row.look) + spaces(dueWidth - due.columns))
            }
            if placeWidth > 0 { cells.append(style.show(row.place.cut(toColumns: 24), .dim)) }
            let number = spaces(numberWidth - row.number.count) + row.number
            let mark = row.isDone ? style.show("✓", .green) : row.isUnsent ? "↑" : " "
            return (style.show(number, .bold) + " \(mark) " + cells.joined(separator: "  "))
                .withoutLastSpaces
        }
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

extension ListText.Row {
    fileprivate var look: Style.Look? {
        guard let due, !isDone else { return isDone ? .dim : nil }
        return due.isOver ? .red : due.isToday ? .yellow : nil
    }
}

extension String {
    fileprivate var withoutLastSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
