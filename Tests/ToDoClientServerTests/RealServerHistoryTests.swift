import Foundation
import Testing
import ToDoClient
import ToDoClientHistories
import ToDoClientTestSupport

/// The histories of the doubles, on the real server.
@Suite struct `Random histories with the real server` {
    @Test(arguments: [UInt64](1_000..<1_020))
    func `give each client the same state with faults as without`(seed: UInt64) async throws {
        let history = History(seed: seed, losesHistory: false)

        let expected = try await end(of: history, hasFaults: false)
        let end = try await end(of: history, hasFaults: true)

        #expect(end == expected)
    }

    private func end(of history: History, hasFaults: Bool) async throws -> HistoryEnd? {
        var end: HistoryEnd?
        try await RunningServer.with(.handler, clock: .ticking()) { server in
            var runner = HistoryRunner(
                history, LocalServer(server.session), hasFaults: hasFaults, hasModel: true)
            end = try await runner.run()
        }
        return end
    }
}
