import Synchronization

/// Wakes the thread that writes the log, if it sleeps: not a call for each line.
///
/// It says that it sleeps and then looks at all shares once more. Whoever leaves lines there looks
/// at the flag afterwards; both exchange it, so one of them sees the other.
package final class LogBell: Sendable {
    private let isAsleep = Atomic<Bool>(false)
    private let wake: @Sendable () -> Void

    /// A bell that calls `wake`, from any thread.
    package init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Wakes the thread if it sleeps.
    package func ring() {
        if isAsleep.exchange(false, ordering: .acquiringAndReleasing) { wake() }
    }

    /// The thread says that it is about to sleep.
    package func sleeps() {
        _ = isAsleep.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// The thread says that it does not after all.
    package func isUp() {
        _ = isAsleep.exchange(false, ordering: .acquiringAndReleasing)
    }
}
