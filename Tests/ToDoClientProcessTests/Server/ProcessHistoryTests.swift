import Foundation
import Testing
import ToDoClientHistories

/// The histories of the doubles on `toodoo serve`, with restarts of the server.
///
/// `SERVER_HISTORIES=1000` runs more of them, `SERVER_HISTORY_SEED=n` only one.
@Suite(.serialized) struct `Random histories with toodoo serve` {
    private static let environment = ProcessInfo.processInfo.environment

    private static let seeds: [UInt64] = {
        if let seed = environment["SERVER_HISTORY_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        return Array(0..<(environment["SERVER_HISTORIES"].flatMap { UInt64($0) } ?? 4))
    }()

    // proves: clients-3
    @Test(arguments: seeds)
    func `give each client the state of a run on the double without faults`(
        seed: UInt64
    ) async throws {
        try await expectNoViolation(seed, losesHistory: false) { history throws(Violation) in
            var calm = HistoryRunner(history, hasFaults: false, hasModel: true)
            let expected = try await calm.run()
            let end = try await Self.run(history, hasModel: true)
            guard end == expected else {
                throw Violation(description: "\(end) with faults, \(expected) without")
            }
        }
    }

    // proves: clients-3
    @Test(arguments: seeds)
    func `end with the server's items on each client, after restores and with new tokens`(
        seed: UInt64
    ) async throws {
        try await expectNoViolation(seed, losesHistory: true) { history throws(Violation) in
            _ = try await Self.run(history, hasModel: false)
        }
    }

    private static func run(
        _ history: History, hasModel: Bool
    ) async throws(Violation) -> HistoryEnd {
        let server: ServerProcess
        do {
            server = try ServerProcess()
        } catch {
            throw Violation(description: "the server does not start: \(error)")
        }
        var runner = HistoryRunner(history, server, hasFaults: true, hasModel: hasModel)
        return try await runner.run()
    }

    private func expectNoViolation(
        _ seed: UInt64, losesHistory: Bool,
        _ run: (History) async throws(Violation) -> Void
    ) async throws {
        let history = History(seed: seed, losesHistory: losesHistory, restarts: true)
        if let failure = await history.failure(run) {
            Issue.record("SERVER_HISTORY_SEED=\(seed) \(failure)")
        }
    }
}
