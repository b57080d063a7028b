import Synchronization
import Testing

@testable import toodoo

@Suite struct `A watchdog` {
    // proves: command-line-36
    @Test func `passes on a word only when everyone has answered`() {
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

    @Test func `asks again after its time, and everyone`() {
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

    @Test func `is silent about a worker that hangs`() {
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
    func `is wanted as the variables say, twice as often`(
        environment: [String: String], interval: Int?
    ) {
        #expect(Watchdog.interval({ environment[$0] }, process: 7) == interval)
    }
}

/// A watchdog whose workers answer, and whose time passes, when the test says so.
private final class WatchdogWorld: Sendable {
    private struct State {
        var asked: [Int: @Sendable () -> Void] = [:]
        var later: [@Sendable () -> Void] = []
        var delays: [Int] = []
        var words = 0
    }

    private let state = Mutex(State())

    /// How often the manager was told.
    var words: Int { state.withLock { $0.words } }
    /// What was to be waited for.
    var delays: [Int] { state.withLock { $0.delays } }

    func start(workers: Int) {
        let workers = (0..<workers).map { number -> Watchdog.Worker in
            { [self] answer in state.withLock { $0.asked[number] = answer } }
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

    /// Has a worker answer, if it was asked.
    func answer(_ worker: Int) {
        let answer = state.withLock { $0.asked.removeValue(forKey: worker) }
        answer?()
    }

    /// Does what was put off.
    func pass() {
        let work = state.withLock { state in
            defer { state.later = [] }
            return state.later
        }
        for work in work { work() }
    }
}
