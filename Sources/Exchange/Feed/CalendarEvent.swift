import Items

/// A date of an item in the calendar.
struct CalendarEvent {
    /// An item, which all its dates share.
    final class Entry: Sendable {
        let item: ToDoItem

        init(_ item: ToDoItem) {
            self.item = item.shortened
        }
    }

    let entry: Entry
    var start: Double
    var day: CivilDate?
    /// The date of one that is not in the list yet.
    var next: CivilDate?
}

extension ToDoItem {
    /// The item with as much of its description as a calendar has.
    fileprivate var shortened: ToDoItem {
        guard let text = content.itemDescription,
            text.utf8.count > CalendarFeed.maximumDescription
        else { return self }
        var content = content
        content.itemDescription = text.prefix(bytes: CalendarFeed.maximumDescription - 3) + "…"
        return ToDoItem(
            id: id, sequence: sequence, content: content, createdAt: createdAt,
            updatedAt: updatedAt, doneAt: doneAt, revision: revision)
    }
}
