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
        var rows = [("Title", item.title.sanitized), ("State", item.done ? "done" : "open")]
        if let due = DueDate(item, world) {
            rows.append(("Due", due.words == due.iso ? due.iso : "\(due.iso) (\(due.words))"))
        }
        if let rule = item.repetition { rows.append(("Repeat", rule.words)) }
        if let location = item.location {
            if !location.name.isEmpty { rows.append(("Place", location.name.sanitized)) }
            if let coordinate = location.coordinate {
                rows.append(("At", "\(coordinate.latitude),\(coordinate.longitude)"))
            }
        }
        if let note = item.itemDescription, !note.isEmpty {
            let lines = note.split(omittingEmptySubsequences: false) { $0.isNewline }
            rows += lines.enumerated().map { ($0 == 0 ? "Note" : "", String($1).sanitized) }
        }
        rows.append(("Id", item.id.uuidString.lowercased()))
        if items.storeLocation.server != nil {
            rows.append(("Sent", snapshot.isUnsent(item.id) ? "not yet" : "yes"))
        }
        return rows.map { name, text in
            style.show(name.padded(toColumns: 7), .dim) + text + "\n"
        }
        .joined()
    }
}
