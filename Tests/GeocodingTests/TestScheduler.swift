import Geocoding
import Synchronization

/// A clock that a test advances, and work that runs when a test calls `work`.
final class TestScheduler: Sendable {
    private struct State {
        var now: UInt64 = 0
        var timers: [(at: UInt64, work: Scheduler.Work)] = []
        var work: [Scheduler.Work] = []
    }

    private let state = Mutex(State())

    var scheduler: Scheduler {
        Scheduler(
            now: { [self] in state.withLock { $0.now } },
            after: { [self] delay, work in
                state.withLock { $0.timers.append((at: $0.now + delay, work: work)) }
            },
            perform: { [self] work in state.withLock { $0.work.append(work) } })
    }

    /// The number of waiting jobs.
    var waiting: Int { state.withLock { $0.work.count } }

    /// Runs the queued work in order.
    func work() {
        while let next = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) {
            next()
        }
    }

    /// Advances the clock, and runs the work that becomes due, at its time.
    func pass(_ seconds: Double) {
        let end = state.withLock { $0.now + UInt64((seconds * 1e9).rounded()) }
        while let due = due(until: end) { due() }
        state.withLock { $0.now = end }
    }

    private func due(until end: UInt64) -> Scheduler.Work? {
        state.withLock { state in
            let next = state.timers.indices.filter { state.timers[$0].at <= end }
                .min { state.timers[$0].at < state.timers[$1].at }
            guard let next else { return nil }
            let timer = state.timers.remove(at: next)
            state.now = max(state.now, timer.at)
            return timer.work
        }
    }
}
