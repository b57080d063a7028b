import CommandLine
import ToDoClient

extension Invocation {
    /// Adds an item.
    func add() async throws {
        let title = arguments.operands.joined(separator: " ")
        // Reports malformed options before the request to the server.
        _ = try content(of: titled(title), at: nil)
        let item = try content(of: titled(title), at: try await addressed())
        try await withItemsForWriting { items in
            try items.store.add(item)
            var numbers = (try? items.numbers()) ?? Numbers()
            numbers.append([item.id])
            // The item is added even if its number cannot be stored.
            do throws(Failure) {
                try items.storeLocation.numbers.write(numbers)
            } catch {
                world.terminal.printError("todo: \(error.sentence)\n")
            }
            try report("Added", [item.id], numbers, items.snapshot)
        }
    }

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
        try await changeItems("Changed") { items, store in
            for item in items {
                try store.update(try content(of: item, at: address), from: item)
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
        guard let selection = selections.first else {
            guard !arguments.operands.isEmpty else {
                throw UsageFailure.missingOperand("NUMBER…", command: "rm")
            }
            return try await changeItems("Deleted") { items, store in
                try store.delete(items.map(\.id))
            }
        }
        try await withItemsForWriting { items in
            let before = items.snapshot
            let deleted = selection == "--all" ? before.items : Array(before.done)
            if selection == "--all" {
                try items.store.deleteAll()
            } else {
                try items.store.deleteDone()
            }
            try report("Deleted", deleted.map(\.id), try items.numbers(), before)
        }
    }

    /// Undoes the last change.
    func undo() async throws {
        try await applyStep("Undone", none: "There is nothing to undo.") { store in
            try store.undo()
        }
    }

    /// Repeats the last undone change.
    func redo() async throws {
        try await applyStep("Redone", none: "There is nothing to redo.") { store in
            try store.redo()
        }
    }

    private func applyStep(
        _ verb: String, none: String, _ step: (ToDoItemStore) throws -> Set<ToDoItem.ID>
    ) async throws {
        try await withItemsForWriting { items in
            let before = items.snapshot
            let ids = try step(items.store)
            let after = items.snapshot
            var numbers = try items.numbers()
            let changed = after.items.map(\.id).filter(ids.contains)
            let deleted = before.items.map(\.id).filter { ids.contains($0) && after[$0] == nil }
            numbers.append(changed)
            try items.storeLocation.numbers.write(numbers)
            if ids.isEmpty, !wantsJSON { return try print(none) }
            // JSON has existing items only.
            try report(verb, changed, numbers, after)
            if !wantsJSON { try report(verb, deleted, numbers, before) }
        }
    }

    /// Changes the items of the command line, as one action, and prints them.
    private func changeItems(
        _ verb: String, _ change: ([ToDoItem], ToDoItemStore) throws -> Void,
        synced: ([ToDoItem], ToDoItemStore) throws -> Void = { _, _ in }
    ) async throws {
        var named: [ToDoItem] = []
        try await withItemsForWriting { items in
            let numbers = try items.numbers()
            named = try items.named(arguments.operands)
            let before = items.snapshot
            try change(named, items.store)
            let after = items.snapshot
            let isDeletion = named.contains { after[$0.id] == nil }
            try report(verb, named.map(\.id), numbers, isDeletion ? before : after)
        } synced: { items in
            try synced(named, items.store)
        }
    }

    /// Prints items that a command has changed.
    private func report(
        _ verb: String, _ ids: [ToDoItem.ID], _ numbers: Numbers, _ snapshot: ToDoItemSnapshot
    ) throws {
        let items = ids.compactMap { snapshot[$0] }
        if wantsJSON { return try printJSON(items, numbers, snapshot) }
        for item in items {
            let number = numbers.number(of: item.id).map { " \($0)" } ?? ""
            let notes = [DueDate(item, world)?.words, item.repetition?.words].compactMap(\.self)
            let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
            try print("\(verb)\(number): \(item.title.sanitized)\(note)")
        }
    }
}
