import CommandLine
import Foundation
import ToDoClient

/// A conflict as the program prints it in JSON.
private struct ConflictOutput: Encodable {
    /// Nil if the numbers could not be kept.
    let number: Int?
    let id: String
    let kind: String
    /// The members that were overwritten.
    let members: [String]?
    let lost: ItemOutput
    /// What replaced it; nil if there was none.
    let replacement: ItemOutput?
    /// When this machine found it, in ISO 8601.
    let date: String
    /// The server's problem with a refused change.
    let problem: Problem?
}

extension Invocation {
    /// Prints the conflicts.
    func conflicts() async throws {
        try await withItems { items in
            let outcome = await syncShortly(items)
            let snapshot = items.snapshot
            var numbers = (try? items.numbers()) ?? Numbers()
            numbers.conflicts = snapshot.conflicts.map(\.id)
            // Without room for the numbers, the list has none.
            var failure: Failure?
            do throws(Failure) {
                try items.storeLocation.numbers.write(numbers)
            } catch {
                failure = error
            }
            let numbered = snapshot.conflicts.enumerated().map { index, conflict in
                (failure == nil ? index + 1 : nil, conflict)
            }
            if wantsJSON {
                try printJSON(numbered.map { output($1, $0, numbers, snapshot) })
            } else if snapshot.conflicts.isEmpty, world.terminal.showsOutput {
                try print("Nothing was changed elsewhere that is not here.")
            } else {
                if world.terminal.showsOutput { try print("Changed elsewhere:") }
                for (number, conflict) in numbered {
                    try print("\(number.map(String.init) ?? "-")  \(sentence(conflict, snapshot))")
                }
            }
            printError(of: outcome)
            if let failure { throw failure }
        }
    }

    /// Writes the losing changes of conflicts again, or removes the conflicts.
    func resolveConflicts(restoring: Bool) async throws {
        let requested = try Numbers.numbers(arguments.operands)
        try await withItemsForWriting { items in
            let ids = try items.numbers().conflicts
            let known = items.snapshot.conflicts
            var conflicts: [Conflict] = []
            for number in requested {
                guard number <= ids.count,
                    let conflict = known.first(where: { $0.id == ids[number - 1] })
                else { throw Failure.noConflict(number, wasListed: number <= ids.count) }
                conflicts.append(conflict)
            }
            for conflict in conflicts {
                if restoring {
                    try items.store.restore(conflict)
                } else {
                    try items.store.dismiss(conflict)
                }
                if !wantsJSON {
                    try print("\(restoring ? "Put back" : "Dismissed"): \(name(conflict.lost))")
                }
            }
            if wantsJSON {
                let snapshot = items.snapshot
                try printJSON(
                    conflicts.compactMap { snapshot[$0.lost.id] }, try items.numbers(), snapshot)
            }
        }
    }

    private func output(
        _ conflict: Conflict, _ number: Int?, _ numbers: Numbers, _ snapshot: ToDoItemSnapshot
    ) -> ConflictOutput {
        var kind = ""
        var members: [String]?
        var problem: Problem?
        switch conflict.kind {
        case .overwrote(let overwritten):
            kind = "overwrote"
            members = overwritten.map(\.rawValue).sorted()
        case .revived: kind = "revived"
        case .kept: kind = "kept"
        case .gone: kind = "gone"
        case .refused(let reason):
            kind = "refused"
            problem = reason
        }
        return ConflictOutput(
            number: number, id: conflict.id.uuidString.lowercased(), kind: kind, members: members,
            lost: ItemOutput(conflict.lost, numbers, snapshot, world),
            replacement: conflict.replacement.map { ItemOutput($0, numbers, snapshot, world) },
            date: conflict.date.ISO8601Format(), problem: problem)
    }

    /// What was replaced, by what, and when.
    private func sentence(_ conflict: Conflict, _ snapshot: ToDoItemSnapshot) -> String {
        let time =
            DueDate(conflict.date.timeIntervalSince1970, world).map { " (\($0.words))" } ?? ""
        let words = conflict.words(
            .english, current: snapshot[conflict.lost.id], now: world.clock.now(),
            in: world.calendar.timeZone)
        return words.sanitized + time
    }

    private func name(_ item: ToDoItem) -> String { item.title.sanitized }
}
