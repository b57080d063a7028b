package import Items
import Synchronization

/// A clock that only a test moves.
package final class ManualClock: Sendable {
    private let seconds: Mutex<Double>

    /// A clock at this time.
    package init(_ seconds: Double = 1_000) {
        self.seconds = Mutex(seconds)
    }

    /// The current time, which may also be set back.
    package var now: Double {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    /// The clock as it is injected.
    package var clock: Clock { Clock { self.now } }

    package func advance(by more: Double) { seconds.withLock { $0 += more } }
}
