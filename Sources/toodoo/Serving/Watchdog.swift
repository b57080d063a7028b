import Dispatch
import Synchronization

/// Notifies the service manager while all lanes and the writer are alive: sd_watchdog_enabled(3).
///
///     WATCHDOG_USEC  microseconds without a notification after which the manager ends the server
///     WATCHDOG_PID   the process it is for; child processes inherit the variables
///
/// Each worker answers a probe from its own loop. When the last one has answered, the manager is
/// notified, and half of WATCHDOG_USEC later the next round begins. A lane that hangs therefore
/// stops the notifications.
final class Watchdog: Sendable {
    /// Calls back from the loop of a lane or the writer.
    typealias Worker = @Sendable (@escaping @Sendable () -> Void) -> Void

    private let interval: Int
    private let workers: [Worker]
    private let notify: @Sendable () -> Void
    private let later: @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    /// Workers that have not answered in this round.
    private let pendingWorkers = Mutex(0)

    /// A watchdog with a round every `interval` microseconds; `later` runs work after a delay.
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

    /// Microseconds between two notifications from `process`; nil without a watchdog.
    static func interval(_ environment: (String) -> String?, process: Int32) -> Int? {
        if let meant = environment("WATCHDOG_PID"), Int32(meant) != process { return nil }
        guard let limit = environment("WATCHDOG_USEC").flatMap(Int.init), limit > 1 else {
            return nil
        }
        return limit / 2
    }

    /// Runs work after a number of microseconds, by Dispatch's monotonic clock.
    static let later: @Sendable (Int, @escaping @Sendable () -> Void) -> Void = { delay, work in
        DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay), execute: work)
    }

    func start() {
        pendingWorkers.withLock { $0 = workers.count }
        for worker in workers { worker { [self] in workerAnswered() } }
    }

    private func workerAnswered() {
        let isLast = pendingWorkers.withLock { pendingWorkers in
            pendingWorkers -= 1
            return pendingWorkers == 0
        }
        // Not on this thread, which is a lane's or the writer's: sending the notification may
        // block.
        guard isLast else { return }
        later(0) { [self] in
            notify()
            later(interval) { [self] in start() }
        }
    }
}
