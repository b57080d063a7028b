import CommandLine
import Foundation
import ToDoClient

/// A conflict as the program prints it in JSON.
private struct ConflictOutput: Encodable {
    let number: Int
    let id: String
    let kind: String
    /// The members that were overwritten.
    let members: [String]?
    let lost: ItemOutput
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
            try items.storeLocation.numbers.write(numbers)
            if wantsJSON {
                try printJSON(
                    snapshot.conflicts.enumerated().map { index, conflict in
                        output(conflict, index + 1, numbers, snapshot)
                    })
            } else if snapshot.conflicts.isEmpty, world.terminal.showsOutput {
                try print("There are no conflicts.")
            } else {
                for (index, conflict) in snapshot.conflicts.enumerated() {
                    try print("\(index + 1)  \(sentence(conflict, snapshot))")
                }
            }
            printError(of: outcome)
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
                    try print("\(restoring ? "Restored" : "Dismissed"): \(name(conflict.lost))")
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
        _ conflict: Conflict, _ number: Int, _ numbers: Numbers, _ snapshot: ToDoItemSnapshot
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
        case .refused(let reason):
            kind = "refused"
            problem = reason
        }
        return ConflictOutput(
            number: number, id: conflict.id.uuidString.lowercased(), kind: kind, members: members,
            lost: ItemOutput(conflict.lost, numbers, snapshot, world), problem: problem)
    }

    private func sentence(_ conflict: Conflict, _ snapshot: ToDoItemSnapshot) -> String {
        let lost = name(conflict.lost)
        switch conflict.kind {
        case .overwrote(let members):
            let now = snapshot[conflict.lost.id].map(name) ?? lost
            let parts = members.map { text($0, conflict.lost) }.sorted()
            return "\(now): your change won; elsewhere it was \(parts.joined(separator: ", "))"
        case .revived:
            return "\(lost): it was deleted elsewhere; your change restored it"
        case .kept:
            return "\(lost): you deleted it; a change made elsewhere kept it"
        case .refused(let problem):
            return "\(lost): the server refused your change: \(problem.sentence)"
        }
    }

    private func text(_ member: ToDoItem.Member, _ item: ToDoItem) -> String {
        switch member {
        case .title: "title “\(item.title.sanitized)”"
        case .itemDescription: "note “\((item.itemDescription ?? "").sanitized)”"
        case .timestamp:
            "due \(DueDate(item, world)?.words ?? "never")"
                + (item.repetition.map { ", \($0.words)" } ?? "")
        case .location: "place “\((item.location?.name ?? "").sanitized)”"
        case .done: item.done ? "done" : "open"
        }
    }

    private func name(_ item: ToDoItem) -> String { item.title.sanitized }
}
