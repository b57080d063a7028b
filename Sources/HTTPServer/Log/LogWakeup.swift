import Synchronization

/// Wakes the thread that writes the log, if it sleeps: not a call for each line.
///
/// It says that it sleeps and then looks at all buffers once more. Whoever leaves lines there looks
/// at the flag afterwards; both exchange it, so one of them sees the other.
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

    /// The thread says that it is about to sleep.
    package func willSleep() {
        _ = isAsleep.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// The thread says that it does not after all.
    package func didWake() {
        _ = isAsleep.exchange(false, ordering: .acquiringAndReleasing)
    }
}
