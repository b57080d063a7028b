import CommandLine
import Foundation
import ToDoClient

extension Invocation {
    /// Prints all details of items.
    func show() async throws {
        try await withItems { items in
            let shown = try items.named(arguments.operands)
            let snapshot = items.snapshot
            if wantsJSON { return try printJSON(shown, try items.numbers(), snapshot) }
            let texts = shown.map { details($0, items, snapshot) }
            try write(texts.joined(separator: "\n"))
        }
    }

    private func details(
        _ item: ToDoItem, _ items: OpenItems, _ snapshot: ToDoItemSnapshot
    ) -> String {
        // The state is short, and the note may be long.
        let inner = ToDoItem.Member.allCases.filter {
            ![.title, .done, .itemDescription].contains($0)
        }
        var rows = ([.title, .done] + inner + [.itemDescription]).flatMap { memberRows($0, item) }
        rows.append(("Id", item.id.uuidString.lowercased()))
        if items.storeLocation.server != nil {
            rows.append(("Sent", snapshot.isUnsent(item.id) ? "not yet" : "yes"))
        }
        return rows.map { name, text in
            style.show(name.padded(toColumns: 7), .dim) + text + "\n"
        }
        .joined()
    }

    private func memberRows(_ member: ToDoItem.Member, _ item: ToDoItem) -> [(String, String)] {
        switch member {
        case .title: return [("Title", item.title.sanitized)]
        case .done: return [("State", item.done ? "done" : "open")]
        case .timestamp:
            guard let due = DueDate(item, world) else { return [] }
            let date = due.words == due.iso ? due.iso : "\(due.iso) (\(due.words))"
            let further = [
                ("Repeat", item.repetition?.words), ("Remind", item.reminderWords(.english)),
            ]
            return [("Due", date)]
                + further.compactMap { name, text in text.map { (name, $0) } }
        case .location:
            guard let location = item.location else { return [] }
            let name = location.name.isEmpty ? [] : [("Place", location.name.sanitized)]
            let degrees = location.coordinate.map { "\($0.latitude),\($0.longitude)" }
            return name + (degrees.map { [("At", $0)] } ?? [])
        case .tags: return item.tags.isEmpty ? [] : [("Tags", item.tagWords.sanitized)]
        case .position: return item.position.map { [("Order", $0)] } ?? []
        case .itemDescription:
            guard let note = item.itemDescription, !note.isEmpty else { return [] }
            return note.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
                .map { ($0 == 0 ? "Note" : "", String($1).sanitized) }
        }
    }
}
