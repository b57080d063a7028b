import Dispatch
import Synchronization
import TestSupport

/// Clients that write all at once, each on a connection of its own, until the server is no more.
final class ConcurrentWriters: Sendable {
    private struct State {
        var history: WriteHistory
        var answersLeft: Int
    }

    private let state: Mutex<State>
    private let isTime = DispatchSemaphore(value: 0)
    private let clears: Bool
    private let endsIdle: Bool

    /// An onslaught that goes on with `history`, and whose time has come after
    /// so many answers; now and then it `clears` all. One that `endsIdle` kills
    /// a server that owes no answer, the others one in the middle of its work.
    init(_ history: WriteHistory, answers: Int, clears: Bool = true, endsIdle: Bool = false) {
        self.clears = clears
        self.endsIdle = endsIdle
        state = Mutex(State(history: history, answersLeft: answers))
    }

    /// Lets so many clients write, calls `kill` when the time has come, and
    /// returns what they were told.
    func run(
        port: UInt16, clients: Int, name: String, seed: UInt64, kill: () -> Void
    ) -> WriteHistory {
        let group = DispatchGroup()
        for number in 0..<clients {
            DispatchQueue(label: "client").async(group: group) { [self] in
                var dice = SplitMix64(seed: seed &+ UInt64(number))
                write(to: port, as: "\(name) client \(number)", using: &dice)
            }
        }
        isTime.wait()
        if endsIdle { group.wait() }
        kill()
        group.wait()
        return state.withLock { $0.history }
    }

    private func write(to port: UInt16, as name: String, using dice: inout SplitMix64) {
        guard let client = try? WireClient(port: port) else { return _ = isTime.signal() }
        for number in 0... {
            let write = RecordedWrite(
                title: "\(name) write \(number)", clears: clears, using: &dice)
            let answer = try? client.exchange(
                request(write.method, write.target, json: write.json))
            let isOver = state.withLock { state in
                if let answer {
                    state.history.note(write, answer)
                } else {
                    state.history.noteUnanswered(write)
                }
                state.answersLeft -= 1
                if state.answersLeft == 0 { isTime.signal() }
                return state.answersLeft <= 0
            }
            if isOver, endsIdle { return }
            // Should the server end before its time, nobody waits for it.
            if answer == nil { return _ = isTime.signal() }
        }
    }
}
