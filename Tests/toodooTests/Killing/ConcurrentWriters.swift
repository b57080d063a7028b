import Dispatch
import Synchronization
import TestSupport

/// Clients that write concurrently, each on a separate connection, until the server ends.
final class ConcurrentWriters: Sendable {
    private struct State {
        var history: WriteHistory
        var responsesLeft: Int
    }

    private let state: Mutex<State>
    private let isTime = DispatchSemaphore(value: 0)
    private let clears: Bool
    private let killsIdle: Bool

    /// Writers that continue `history` and kill the server after a number of responses. With `clears`
    /// they sometimes delete all items. With `killsIdle` the server has no request at the kill.
    init(_ history: WriteHistory, answers: Int, clears: Bool = true, killsIdle: Bool = false) {
        self.clears = clears
        self.killsIdle = killsIdle
        state = Mutex(State(history: history, responsesLeft: answers))
    }

    /// Runs a number of clients, calls `kill` after enough responses, and returns the history.
    func run(
        port: UInt16, clients: Int, name: String, seed: UInt64, kill: () -> Void
    ) -> WriteHistory {
        let group = DispatchGroup()
        for number in 0..<clients {
            DispatchQueue(label: "client").async(group: group) { [self] in
                var generator = SplitMix64(seed: seed &+ UInt64(number))
                write(to: port, as: "\(name) client \(number)", using: &generator)
            }
        }
        isTime.wait()
        if killsIdle { group.wait() }
        kill()
        group.wait()
        return state.withLock { $0.history }
    }

    private func write(to port: UInt16, as name: String, using generator: inout SplitMix64) {
        guard let client = try? WireClient(port: port) else { return _ = isTime.signal() }
        for number in 0... {
            let write = RecordedWrite(
                title: "\(name) write \(number)", clears: clears, using: &generator)
            let answer = try? client.exchange(
                request(write.method, write.target, json: write.json))
            let isOver = state.withLock { state in
                if let answer {
                    state.history.record(write, answer)
                } else {
                    state.history.recordUnanswered(write)
                }
                state.responsesLeft -= 1
                if state.responsesLeft == 0 { isTime.signal() }
                return state.responsesLeft <= 0
            }
            if isOver, killsIdle { return }
            // If the server ends early, the wait ends too.
            if answer == nil { return _ = isTime.signal() }
        }
    }
}
