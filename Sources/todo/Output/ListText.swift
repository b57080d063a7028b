import ToDoClient

/// The list as text: columns and colours on a terminal, tabs elsewhere.
struct ListText {
    let world: World
    let style: Style
    /// The number next to each item.
    let numbers: Numbers
    /// Whether unsent items have a mark.
    let marksUnsent: Bool

    /// The lines of items.
    func lines(_ items: [ToDoItem], _ snapshot: ToDoItemSnapshot) -> [String] {
        guard world.terminal.showsOutput else { return items.map(tabs) }
        return columns(items, snapshot)
    }

    /// Number, state, title, due date, location and tags, with a tab between them.
    private func tabs(_ item: ToDoItem) -> String {
        [
            numbers.number(of: item.id).map(String.init) ?? "", item.done ? "done" : "open",
            item.title.sanitized, DueDate(item, world)?.iso ?? "",
            (item.location?.name ?? "").sanitized, item.tagWords.sanitized,
        ]
        .joined(separator: "\t")
    }

    fileprivate struct Row {
        let number: String
        let title: String
        let due: DueDate?
        let repeats: Bool
        let location: String
        let tags: String
        let isDone: Bool
        let isUnsent: Bool
    }

    private func columns(_ items: [ToDoItem], _ snapshot: ToDoItemSnapshot) -> [String] {
        let rows = items.map { item in
            Row(
                number: numbers.number(of: item.id).map(String.init) ?? "",
                title: item.title.sanitized,
                due: DueDate(item, world), repeats: item.repetition != nil && !item.done,
                location: (item.location?.name ?? "").sanitized,
                tags: item.tagWords.sanitized,
                isDone: item.done,
                isUnsent: marksUnsent && snapshot.isUnsent(item.id))
        }
        let numberWidth = rows.map(\.number.count).max() ?? 0
        let dueWidth = rows.map(\.dueText.columns).max() ?? 0
        let locationWidth = min(24, rows.map(\.location.columns).max() ?? 0)
        let tagsWidth = min(24, rows.map(\.tags.columns).max() ?? 0)
        // The title takes the remaining columns, at least 12.
        let others =
            numberWidth + 3 + (dueWidth > 0 ? dueWidth + 2 : 0)
            + (locationWidth > 0 ? locationWidth + 2 : 0) + (tagsWidth > 0 ? tagsWidth + 2 : 0)
        let availableWidth = max(12, world.terminal.size().columns - others)
        let titleWidth = min(availableWidth, rows.map(\.title.columns).max() ?? 0)
        return rows.map { row in
            let due = row.dueText
            let title = row.title.cut(toColumns: titleWidth)
            var cells = [
                style.show(title, row.isDone ? .dim : nil) + spaces(titleWidth - title.columns)
            ]
            if dueWidth > 0 {
                cells.append(style.show(due, row.look) + spaces(dueWidth - due.columns))
            }
            if locationWidth > 0 {
                let location = row.location.cut(toColumns: 24)
                cells.append(
                    style.show(location, .dim) + spaces(locationWidth - location.columns))
            }
            if tagsWidth > 0 { cells.append(style.show(row.tags.cut(toColumns: 24), .dim)) }
            let number = spaces(numberWidth - row.number.count) + row.number
            let mark = row.isDone ? style.show("✓", .green) : row.isUnsent ? "↑" : " "
            return (style.show(number, .bold) + " \(mark) " + cells.joined(separator: "  "))
                .withoutLastSpaces
        }
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

extension ListText.Row {
    fileprivate var dueText: String { (due?.words ?? "") + (repeats ? " ↻" : "") }

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
