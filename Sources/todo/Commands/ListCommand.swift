import CommandLine
import Foundation
import ToDoClient

extension Invocation {
    /// Prints the list; its numbers are valid until the next list.
    func list() async throws {
        guard !(arguments.has("--all") && arguments.has("--done")) else {
            throw UsageFailure.exclusiveOptions("--all", "--done")
        }
        try await list(try listSelection())
    }

    /// Prints what is overdue and what is due today.
    func today() async throws {
        var selection = try listSelection()
        selection.due = .untilToday
        try await list(selection)
    }

    private func list(_ selection: ListSelection) async throws {
        try await withItems { items in
            let outcome = await syncShortly(items)
            let snapshot = items.snapshot
            let shown = shownItems(of: snapshot, selection)
            if wantsJSON {
                try printJSON(
                    shown, try items.numbers(), snapshot, isStale: isStale(outcome, items))
            } else {
                // Before the output, so that no number on the screen leads to another item. Without
                // room for the numbers, the list has none.
                var numbers = Numbers()
                var failure: Failure?
                do throws(Failure) {
                    numbers = try items.renumber(shown.map(\.id))
                } catch {
                    failure = error
                }
                let lines =
                    listText(numbers, items).lines(shown, snapshot)
                    + footer(of: snapshot, shown, selection, items, outcome)
                try write(lines.map { $0 + "\n" }.joined())
                if let failure { throw failure }
            }
            printError(of: outcome)
        }
    }

    /// The items that the command line selects.
    func shownItems(of snapshot: ToDoItemSnapshot, _ selection: ListSelection) -> [ToDoItem] {
        if arguments.has("--all") { return selection.items(snapshot.items) }
        return selection.items(Array(arguments.has("--done") ? snapshot.done : snapshot.todo))
    }

    /// Whether the server may have newer items than the list, because it was not asked or did not
    /// answer.
    func isStale(_ outcome: ShortSync.Outcome, _ items: OpenItems) -> Bool {
        if case .done = outcome { return false }
        return items.storeLocation.server != nil
    }

    /// The list as text.
    func listText(_ numbers: Numbers, _ items: OpenItems) -> ListText {
        ListText(
            world: world, style: style, numbers: numbers,
            marksUnsent: items.storeLocation.server != nil)
    }

    /// The lines below the list, on a terminal.
    func footer(
        of snapshot: ToDoItemSnapshot, _ shown: [ToDoItem], _ selection: ListSelection,
        _ items: OpenItems, _ outcome: ShortSync.Outcome
    ) -> [String] {
        guard world.terminal.showsOutput else { return [] }
        var lines: [String] = []
        if selection.isFilter {
            let isToday = selection.due == .untilToday && selection.words.isEmpty
            if shown.isEmpty {
                lines.append(isToday ? "Nothing is due today." : "No item matches.")
            }
        } else if snapshot.todo.isEmpty, !arguments.has("--done") {
            lines.append("Nothing to do.")
        }
        var notes: [String] = []
        if !snapshot.done.isEmpty, !selection.isFilter, !arguments.has("--all"),
            !arguments.has("--done")
        {
            notes.append("\(snapshot.done.count) done (todo --all)")
        }
        if items.storeLocation.server != nil, snapshot.unsent > 0 {
            notes.append("\(snapshot.unsent) not sent yet")
        }
        let conflicts = snapshot.conflicts.count { !$0.isQuiet }
        if conflicts > 0 { notes.append("\(conflicts) changed elsewhere (todo conflicts)") }
        if case .unreachable = outcome { notes.append("offline") }
        if !notes.isEmpty { lines.append(style.show(notes.joined(separator: " · "), .dim)) }
        return lines
    }

    /// Prints the reason of a failed sync.
    func printError(of outcome: ShortSync.Outcome) {
        guard case .failed(let error) = outcome else { return }
        world.terminal.printError("todo: \(error.advice)\n")
    }
}

extension OpenItems {
    /// The items of the numbers in the last list.
    func numbers() throws(Failure) -> Numbers {
        try storeLocation.numbers.read() ?? Numbers()
    }

    /// Gives new numbers to the items of a list that is about to be printed.
    func renumber(_ ids: [ToDoItem.ID]) throws(Failure) -> Numbers {
        // A damaged file is replaced here.
        var numbers = (try? numbers()) ?? Numbers()
        numbers.items = ids
        try storeLocation.numbers.write(numbers)
        return numbers
    }

    /// The items of the command line; throws if one does not exist, before a change.
    func named(_ words: [String]) throws(Failure) -> [ToDoItem] {
        let numbers = try numbers()
        let snapshot = snapshot
        var items: [ToDoItem] = []
        for id in try numbers.ids(words) {
            guard let item = snapshot[id] else {
                throw .noSuchItem(
                    numbers.number(of: id).map(String.init) ?? id.uuidString.lowercased())
            }
            items.append(item)
        }
        return items
    }
}
