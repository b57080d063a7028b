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
        try await keeping(note) {
            try await withItemsForWriting { items in
                try items.store.write { writes throws(StoreError) in
                    for item in added { try writes.add(item) }
                }
                let ids = added.map(\.id)
                try report("Added", ids, numbered(ids, items), items.snapshot)
            }
        }
    }

    private func titlesToAdd() throws -> [String] {
        guard arguments.operands == ["-"], !arguments.hasDashes else {
            return [arguments.operands.joined(separator: " ")]
        }
        let input = try world.terminal.readAll()
        guard let text = String(data: input, encoding: .utf8) else { throw Failure.inputNotUTF8 }
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

    /// Prints a note from an editor if it could not be saved.
    private func keeping(_ note: String?, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            if let note, !note.isEmpty {
                let lines = note.split(
                    omittingEmptySubsequences: false, whereSeparator: \.isNewline
                )
                .map { line in
                    line.split(separator: "\t", omittingEmptySubsequences: false)
                        .map { String($0).sanitized }.joined(separator: "\t")
                }
                world.terminal.printError(
                    "todo: The note was not saved:\n\(lines.joined(separator: "\n"))\n")
            }
            throw error
        }
    }

    /// Changes an item.
    func edit() async throws {
        let options = command.options.map(\.name)
        guard options.contains(where: arguments.has) else { throw Failure.nothingToChange }
        let removals = ToDoItem.Member.allCases.flatMap { member in
            member.options.filter { $0.placeholder != nil }.map { (member.removal?.name, $0.name) }
        }
        for case (let removal?, let option) in removals
            + [("--no-repeat", "--repeat"), ("--no-remind", "--remind")]
        where arguments.has(removal) && arguments.has(option) {
            throw UsageFailure.exclusiveOptions(removal, option)
        }
        // Reports malformed options before the store is opened.
        _ = try content(of: ToDoItem(title: ""), at: nil)
        let address = try await addressed()
        guard arguments.has("--editor") else {
            return try await changeItems("Changed") { items, store in
                let changed = try items.map { try content(of: $0, at: address) }
                try store.write { writes throws(StoreError) in
                    for (item, original) in zip(changed, items) {
                        try writes.update(item, from: original)
                    }
                }
            }
        }
        // The items are not in use meanwhile, so the change is compared with the text that the
        // editor showed.
        var originals: [ToDoItem] = []
        try await withItems { originals = try $0.named(arguments.operands) }
        guard originals.count == 1 else { throw UsageFailure.refused("--editor is for one item") }
        let original = originals[0]
        var item = try content(of: original, at: address)
        let note = try edited(note: item.itemDescription)
        item.itemDescription = note.isEmpty ? nil : note
        try await keeping(note) {
            // Not by its number again: another list may have given that to another item meanwhile.
            try await withItemsForWriting { [item] items in
                try items.store.update(item, from: original)
                let numbers = (try? items.numbers()) ?? Numbers()
                try report("Changed", [original.id], numbers, items.snapshot)
            }
        }
    }
}
