import Foundation
import Testing
import ToDoClient
import ToDoClientHistories
import ToDoClientTestSupport

/// Random histories of several clients.
///
/// `HISTORIES=10000` runs more of them, `HISTORY_SEED=n` one alone.
@Suite struct `Random histories` {
    private static let environment = ProcessInfo.processInfo.environment

    /// The first seeds of groups of 50, which run side by side.
    private static let groups: [UInt64] = {
        if let seed = environment["HISTORY_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        let count = environment["HISTORIES"].flatMap { UInt64($0) } ?? 200
        return Array(stride(from: 0, to: count, by: 50))
    }()

    private static func seeds(from start: UInt64) -> Range<UInt64> {
        start..<start + (environment["HISTORY_SEED"] == nil ? 50 : 1)
    }

    // proves: clients-3
    @Test(arguments: groups)
    func `give each client the same state with faults as without`(
        start: UInt64
    ) async throws {
        for seed in Self.seeds(from: start) {
            try await expectNoViolation(seed, losesHistory: false) { history throws(Violation) in
                var calm = HistoryRunner(history, hasFaults: false, hasModel: true)
                var rough = HistoryRunner(history, hasFaults: true, hasModel: true)
                let expected = try await calm.run()
                let end = try await rough.run()
                guard end == expected else {
                    throw Violation(description: "\(end) with faults, \(expected) without")
                }
            }
        }
    }

    @Test(arguments: groups)
    func `end with the server's items on each client, also after lost history`(
        start: UInt64
    ) async throws {
        for seed in Self.seeds(from: start) {
            try await expectNoViolation(seed, losesHistory: true) { history throws(Violation) in
                var runner = HistoryRunner(history, hasFaults: true, hasModel: false)
                _ = try await runner.run()
            }
        }
    }

    /// Runs the history of a seed; prints the shortest one that fails.
    private func expectNoViolation(
        _ seed: UInt64, losesHistory: Bool,
        _ run: (History) async throws(Violation) -> Void
    ) async throws {
        let history = History(seed: seed, losesHistory: losesHistory)
        if let failure = await history.failure(run) {
            Issue.record("HISTORY_SEED=\(seed) \(failure)")
        }
    }
}
