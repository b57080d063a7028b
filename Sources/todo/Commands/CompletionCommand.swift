import CommandLine
import ToDoClient

extension Invocation {
    /// Prints the completion for a shell, or, for the completion, the numbers
    /// with their titles or the tags.
    func completion() async throws {
        let shell = arguments.operands[0]
        guard ["numbers", "tags"].contains(shell) else {
            return try print(TodoCommand.program.completion(for: shell))
        }
        try await withItems { items in
            let snapshot = items.snapshot
            if shell == "tags" {
                let lines = snapshot.tags.map { "\($0.name.sanitized)\t\($0.open)\n" }
                return try write(lines.joined())
            }
            let lines = try items.numbers().items.enumerated().compactMap { index, id in
                snapshot[id].map { "\(index + 1)\t\($0.title.sanitized.cut(toColumns: 50))\n" }
            }
            try write(lines.joined())
        }
    }
}
