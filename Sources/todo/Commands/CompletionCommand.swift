import CommandLine
import ToDoClient

extension Invocation {
    /// Prints the completion for a shell, or, for the completion, the numbers with their titles.
    func completion() async throws {
        let shell = arguments.operands[0]
        guard shell == "numbers" else {
            return try print(TodoCommand.program.completion(for: shell))
        }
        try await withItems { items in
            let snapshot = items.snapshot
            let lines = try items.numbers().items.enumerated().compactMap { index, id in
                snapshot[id].map { "\(index + 1)\t\($0.title.sanitized.cut(toColumns: 50))\n" }
            }
            try write(lines.joined())
        }
    }
}
