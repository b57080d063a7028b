import Foundation
import ToDoClient

/// Random numbers from a seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// A step of a history as numbers, so that each step can be left out.
package struct Step: CustomStringConvertible, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case add, check, uncheck, edit, delete, deleteDone, deleteAll, importItems, undo, redo
        case restoreConflict, sync
        /// Faults: they must not change the state after a successful sync.
        case fault, kill, killInSync, resend, serverRestart
        /// The server loses history.
        case serverRestore, historyLoss, longTime
    }

    package let kind: Kind
    package let client: Int
    package let target: Int
    package let value: Int

    package var description: String { ".\(kind.rawValue)(\(client), \(target), \(value))" }
}

/// A random history.
package struct History: Sendable {
    package var steps: [Step]
    package let clients: Int

    /// The history of a seed. `restarts` take long with a real server.
    package init(seed: UInt64, losesHistory: Bool, restarts: Bool = false) {
        var random = SeededGenerator(seed: seed)
        clients = Int.random(in: 2...4, using: &random)
        let count = Int.random(in: 5...60, using: &random)
        var kinds: [Step.Kind] = [
            .add, .add, .add, .check, .check, .uncheck, .edit, .edit, .edit, .edit, .delete,
            .delete, .deleteDone, .importItems, .undo, .undo, .redo, .restoreConflict, .sync,
            .sync, .sync, .sync, .sync, .fault, .fault, .fault, .kill, .killInSync, .resend,
        ]
        if seed % 5 == 0 { kinds.append(.deleteAll) }
        if restarts { kinds.append(.serverRestart) }
        if losesHistory {
            kinds += [.serverRestore, .historyLoss, .longTime]
        }
        steps = (0..<count).map { _ in
            Step(
                kind: kinds.randomElement(using: &random) ?? .sync,
                client: Int.random(in: 0..<4, using: &random),
                target: Int.random(in: 0..<8, using: &random),
                value: Int.random(in: 0..<64, using: &random))
        }
    }

    /// Runs the history; if it fails, returns the shortest failing history found and its fault.
    package func failure(
        _ run: (History) async throws(Violation) -> Void
    ) async -> String? {
        guard await violation(run) != nil else { return nil }
        let shortest = await shrunk { await $0.violation(run) != nil }
        let violation = await shortest.violation(run)
        return "\(clients) clients: \(shortest.steps): \(violation?.description ?? "not again")"
    }

    private func violation(
        _ run: (History) async throws(Violation) -> Void
    ) async -> Violation? {
        do throws(Violation) {
            try await run(self)
            return nil
        } catch {
            return error
        }
    }

    /// The shortest history found that also fails.
    private func shrunk(_ fails: (History) async -> Bool) async -> History {
        var best = self
        var size = max(1, steps.count / 2)
        while size >= 1 {
            var start = 0
            while start < best.steps.count {
                var candidate = best
                candidate.steps.removeSubrange(start..<min(start + size, candidate.steps.count))
                if await fails(candidate) { best = candidate } else { start += size }
            }
            size /= 2
        }
        return best
    }
}

/// A rule that is violated at the end or in the middle of a history.
package struct Violation: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
