import Dispatch
import Synchronization

/// Tells the service manager that the server is alive, as long as it is: sd_watchdog_enabled(3).
///
///     WATCHDOG_USEC  after so many microseconds without a word it is taken for dead, and ended
///     WATCHDOG_PID   the process that is meant; a child of it finds the variables too
///
/// It is those who do the work that are asked, each lane and the writer, and each by way of its own
/// loop. Only when the last of them has answered is a word passed on; half of the time later they
/// are asked again. So a lane that hangs is silence.
final class Watchdog: Sendable {
    /// Somebody who works: calls back when it comes to that.
    typealias Worker = @Sendable (@escaping @Sendable () -> Void) -> Void

    private let interval: Int
    private let workers: [Worker]
    private let notify: @Sendable () -> Void
    private let later: @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    /// How many have not answered in this round.
    private let pendingWorkers = Mutex(0)

    /// Asks every so many microseconds; `later` does something after so many.
    init(
        every interval: Int, _ workers: [Worker],
        later: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void = Watchdog.later,
        notify: @escaping @Sendable () -> Void
    ) {
        self.interval = interval
        self.workers = workers
        self.later = later
        self.notify = notify
    }

    /// How often a word is wanted from `process`, in microseconds; nil when none is.
    static func interval(_ environment: (String) -> String?, process: Int32) -> Int? {
        if let meant = environment("WATCHDOG_PID"), Int32(meant) != process { return nil }
        guard let limit = environment("WATCHDOG_USEC").flatMap(Int.init), limit > 1 else {
            return nil
        }
        return limit / 2
    }

    /// By Dispatch, whose time passes whatever happens to the wall clock.
    static let later: @Sendable (Int, @escaping @Sendable () -> Void) -> Void = { delay, work in
        DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay), execute: work)
    }

    /// Begins to ask.
    func start() {
        pendingWorkers.withLock { $0 = workers.count }
        for worker in workers { worker { [self] in workerAnswered() } }
    }

    private func workerAnswered() {
        let isLast = pendingWorkers.withLock { pendingWorkers in
            pendingWorkers -= 1
            return pendingWorkers == 0
        }
        // Not on this thread: it is a lane's, and telling may have to wait.
        guard isLast else { return }
        later(0) { [self] in
            notify()
            later(interval) { [self] in start() }
        }
    }
}
