import CommandLine
import Foundation
import ToDoClient

/// The commands that take an item's content.
extension Invocation {
    /// Adds an item, or one for each line of standard input.
    func add() async throws {
        let titles = try titlesToAdd()
        // Reports malformed options before the request to the server.
        for title in titles { _ = try content(of: titled(title), at: nil) }
        let address = try await addressed()
        let note = arguments.has("--editor") ? try edited(note: arguments.value("--note")) : nil
        let added = try titles.map { title throws(Failure) in
            var item = try content(of: titled(title), at: address)
            if let note { item.itemDescription = note.isEmpty ? nil : note }
            return item
        }
        try await withItemsForWriting { items in
            try items.store.write { writes throws(StoreError) in
                for item in added { try writes.add(item) }
            }
            var numbers = (try? items.numbers()) ?? Numbers()
            let before = numbers
            numbers.append(added.map(\.id))
            // The items are added even if their numbers cannot be kept; then they are not printed.
            do throws(Failure) {
                try items.storeLocation.numbers.write(numbers)
            } catch {
                numbers = before
                world.terminal.printError("todo: \(error.sentence)\n")
            }
            try report("Added", added.map(\.id), numbers, items.snapshot)
        }
    }

    private func titlesToAdd() throws -> [String] {
        guard arguments.operands == ["-"], !arguments.hasDashes else {
            return [arguments.operands.joined(separator: " ")]
        }
        let input = try world.terminal.readAll()
        guard let text = String(data: input, encoding: .utf8) else { throw Failure.notUTF8 }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
            .filter { !$0.allSatisfy(\.isWhitespace) }
        return lines.isEmpty ? [""] : lines
    }

    /// The note as an editor has left it.
    private func edited(note: String?) throws -> String {
        let names = ["VISUAL", "EDITOR"].compactMap { world.environment[$0] }
        let editor = names.first { !$0.isEmpty } ?? "vi"
        do {
            var text = try world.terminal.edit(editor, note ?? "")
            // Editors end the last line.
            while text.last?.isNewline == true { text.removeLast() }
            return text
        } catch {
            throw Failure.noNote(editor, reason: error.plainReason)
        }
    }

    /// Changes an item.
    func edit() async throws {
        let options = command.options.map(\.name)
        guard options.contains(where: arguments.has) else { throw Failure.nothingToChange }
        for (one, others) in [
            ("--no-due", ["--due", "--repeat"]), ("--no-repeat", ["--repeat"]),
            ("--no-note", ["--note"]),
            ("--no-place", ["--place", "--at", "--address"]),
        ] {
            for other in others where arguments.has(one) && arguments.has(other) {
                throw UsageFailure.exclusiveOptions(one, other)
            }
        }
        // Reports malformed options before the store is opened.
        _ = try content(of: ToDoItem(title: ""), at: nil)
        let address = try await addressed()
        guard arguments.has("--editor") else {
            return try await changeItems("Changed") { items, store in
                for item in items {
                    try store.update(try content(of: item, at: address), from: item)
                }
            }
        }
        // The items are not in use meanwhile: what changes is compared with what the editor showed.
        var originals: [ToDoItem] = []
        try await withItems { originals = try $0.named(arguments.operands) }
        let changed = try originals.map { original in
            var item = try content(of: original, at: address)
            let note = try edited(note: item.itemDescription)
            item.itemDescription = note.isEmpty ? nil : note
            return item
        }
        try await changeItems("Changed") { _, store in
            for (item, original) in zip(changed, originals) {
                try store.update(item, from: original)
            }
        }
    }
}
