import Synchronization

/// Wakes the log thread only while it sleeps, which saves a system call per line.
///
/// The log thread sets the flag and then checks all buffers once more; a lane adds its lines and
/// then checks the flag. Both exchange the flag, so at least one sees the other's step.
package final class LogWakeup: Sendable {
    private let isAsleep = Atomic<Bool>(false)
    private let wakeThread: @Sendable () -> Void

    /// A wake-up that calls `wake`, from any thread.
    package init(wake: @escaping @Sendable () -> Void) {
        self.wakeThread = wake
    }

    /// Wakes the thread if it sleeps.
    package func wake() {
        if isAsleep.exchange(false, ordering: .acquiringAndReleasing) { wakeThread() }
    }

    /// The log thread is about to sleep.
    package func willSleep() {
        _ = isAsleep.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// The log thread is awake, or does not sleep after all.
    package func didWake() {
        _ = isAsleep.exchange(false, ordering: .acquiringAndReleasing)
    }
}
