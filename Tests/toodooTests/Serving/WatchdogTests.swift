import Synchronization
import Testing

@testable import toodoo

@Suite struct `A watchdog` {
    // proves: operation-4
    @Test func `notifies only after all workers have answered`() {
        let world = WatchdogWorld()

        world.start(workers: 3)
        world.answer(0)
        world.answer(2)
        let before = world.words
        world.answer(1)
        world.pass()

        #expect(before == 0)
        #expect(world.words == 1)
    }

    @Test func `probes all workers again after its interval`() {
        let world = WatchdogWorld()
        world.start(workers: 2)
        for worker in 0..<2 { world.answer(worker) }

        world.pass()
        let delay = world.delays.last
        world.pass()
        world.answer(0)
        let before = world.words
        world.answer(1)
        world.pass()

        #expect(delay == 30)
        #expect(before == 1)
        #expect(world.words == 2)
    }

    @Test func `does not notify while a worker hangs`() {
        let world = WatchdogWorld()

        world.start(workers: 2)
        world.answer(0)

        #expect(world.words == 0)
        #expect(world.delays.isEmpty)
    }

    @Test(arguments: [
        (["WATCHDOG_USEC": "30000000"], 15_000_000),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], 15_000_000),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "seven"], nil),
        (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil),
        (["WATCHDOG_USEC": "-2"], nil), (["WATCHDOG_PID": "7"], nil), ([:], nil),
    ])
    func `has half the interval of the variables`(
        environment: [String: String], interval: Int?
    ) {
        #expect(Watchdog.interval({ environment[$0] }, process: 7) == interval)
    }
}

/// A watchdog whose workers and time the test controls.
private final class WatchdogWorld: Sendable {
    private struct State {
        var probed: [Int: @Sendable () -> Void] = [:]
        var later: [@Sendable () -> Void] = []
        var delays: [Int] = []
        var words = 0
    }

    private let state = Mutex(State())

    /// The number of notifications.
    var words: Int { state.withLock { $0.words } }
    /// The requested delays.
    var delays: [Int] { state.withLock { $0.delays } }

    func start(workers: Int) {
        let workers = (0..<workers).map { number -> Watchdog.Worker in
            { [self] answer in state.withLock { $0.probed[number] = answer } }
        }
        let watchdog = Watchdog(every: 30, workers) { [self] delay, work in
            state.withLock {
                $0.delays.append(delay)
                $0.later.append(work)
            }
        } notify: { [self] in
            state.withLock { $0.words += 1 }
        }
        watchdog.start()
    }

    /// Makes a worker respond, if it was probed.
    func answer(_ worker: Int) {
        let answer = state.withLock { $0.probed.removeValue(forKey: worker) }
        answer?()
    }

    /// Runs the delayed work.
    func pass() {
        let work = state.withLock { state in
            defer { state.later = [] }
            return state.later
        }
        for work in work { work() }
    }
}
