import CommandLine
import ToDoClient

extension Invocation {
    /// Marks items as done or open.
    func setDone(_ isDone: Bool) async throws {
        try await changeItems(isDone ? "Done" : "Open") { items, store in
            try store.setDone(isDone, items.map(\.id))
        } synced: { items, store in
            guard isDone, !wantsJSON else { return }
            for item in items where !item.done {
                guard let next = try store.next(after: item.id), let due = DueDate(next, world)
                else { continue }
                let title = items.count == 1 ? "" : "\(next.title.sanitized), "
                try print("Next: \(title)\(due.weekdayAndDay)")
            }
        }
    }

    /// Deletes items.
    func remove() async throws {
        let selections = ["--all", "--done"].filter(arguments.has)
        if selections.count == 2 { throw UsageFailure.exclusiveOptions("--all", "--done") }
        if let selection = selections.first, let operand = arguments.operands.first {
            throw UsageFailure.exclusiveOptions(selection, operand)
        }
        if selections.isEmpty, arguments.operands.isEmpty {
            throw UsageFailure.missingOperand("NUMBER…", command: "rm")
        }
        // The items are not in use while the question waits for its answer.
        var counted: [ToDoItem.ID] = []
        try await withItems { items in
            counted = try deletable(selections.first, items).map(\.id)
        }
        try confirmDeletion(of: counted.count)
        try await withItemsForWriting { items in
            let before = items.snapshot
            let ids = counted.filter { id in
                before[id].map { selections.first != "--done" || $0.done } ?? false
            }
            try items.store.delete(ids)
            try report("Deleted", ids, (try? items.numbers()) ?? Numbers(), before)
        }
    }

    private func deletable(_ selection: String?, _ items: OpenItems) throws -> [ToDoItem] {
        switch selection {
        case "--all": items.snapshot.items.map(\.self)
        case "--done": Array(items.snapshot.done)
        default: try items.named(arguments.operands)
        }
    }

    /// Asks before many items are deleted, on a terminal.
    private func confirmDeletion(of count: Int) throws {
        let terminal = world.terminal
        guard count > 20, terminal.takesInput, terminal.showsOutput, !arguments.has("--quiet")
        else { return }
        let answer = try terminal.readLine("Delete \(count) items? [y/N] ") ?? ""
        guard ["y", "yes"].contains(answer.lowercased()) else { throw Failure.notDeleted }
    }

    /// Undoes the last change.
    func undo() async throws {
        try await applyStep("Undone", none: "There is nothing to undo.") { store in
            try store.undoWithReport()
        }
    }

    /// Repeats the last undone change.
    func redo() async throws {
        try await applyStep("Redone", none: "There is nothing to redo.") { store in
            try store.redoWithReport()
        }
    }

    private func applyStep(
        _ verb: String, none: String, _ step: (ToDoItemStore) throws -> UndoReport
    ) async throws {
        try await withItemsForWriting { items in
            let before = items.snapshot
            let outcome = try step(items.store)
            let ids = outcome.reverted
            let after = items.snapshot
            let changed = after.items.map(\.id).filter(ids.contains)
            let deleted = before.items.map(\.id).filter { ids.contains($0) && after[$0] == nil }
            let numbers = numbered(changed, items)
            let sentences = outcome.words(.english, isRedo: verb == "Redone").sanitized
            if ids.isEmpty {
                guard sentences.isEmpty else { throw Failure.nothingUndone(sentences) }
                if !wantsJSON { return try print(none) }
            }
            // JSON has existing items only.
            try report(verb, changed, numbers, after)
            if !wantsJSON { try report(verb, deleted, numbers, before) }
            if !sentences.isEmpty { world.terminal.printError("todo: \(sentences)\n") }
        }
    }

    /// Changes the items of the command line, as one action, and prints them.
    func changeItems(
        _ verb: String, _ change: ([ToDoItem], ToDoItemStore) throws -> Void,
        synced: ([ToDoItem], ToDoItemStore) throws -> Void = { _, _ in }
    ) async throws {
        var named: [ToDoItem] = []
        try await withItemsForWriting { items in
            let numbers = try items.numbers()
            named = try items.named(arguments.operands)
            try change(named, items.store)
            try report(verb, named.map(\.id), numbers, items.snapshot)
        } synced: { items in
            try synced(named, items.store)
        }
    }

    /// The numbers, including the items that a command has changed.
    ///
    /// The items are changed even if their numbers cannot be kept, which are then not printed.
    func numbered(_ ids: [ToDoItem.ID], _ items: OpenItems) -> Numbers {
        let before = (try? items.numbers()) ?? Numbers()
        var numbers = before
        numbers.append(ids)
        guard numbers != before else { return before }
        do throws(Failure) {
            try items.storeLocation.numbers.write(numbers)
            return numbers
        } catch {
            world.terminal.printError("todo: \(error.sentence)\n")
            return before
        }
    }

    /// Prints items that a command has changed.
    func report(
        _ verb: String, _ ids: [ToDoItem.ID], _ numbers: Numbers, _ snapshot: ToDoItemSnapshot
    ) throws {
        let items = ids.compactMap { snapshot[$0] }
        if wantsJSON { return try printJSON(items, numbers, snapshot) }
        if arguments.has("--quiet") {
            return try print("\(verb): \(items.count) \(items.count == 1 ? "item" : "items")")
        }
        for item in items {
            let number = numbers.number(of: item.id).map { " \($0)" } ?? ""
            let notes = [
                DueDate(item, world)?.words, item.repetition?.words,
                item.reminderWords(.english).map { "reminder \($0)" },
                item.tags.isEmpty ? nil : item.tagWords.sanitized,
            ].compactMap(\.self)
            let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
            try print("\(verb)\(number): \(item.title.sanitized)\(note)")
        }
    }
}
