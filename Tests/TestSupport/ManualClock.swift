package import Items
import Synchronization

/// A clock that moves only when a test moves it.
package final class ManualClock: Sendable {
    private let seconds: Mutex<Double>

    /// A clock at this time.
    package init(_ seconds: Double = 1_000) {
        self.seconds = Mutex(seconds)
    }

    /// The current time, which may also go back.
    package var now: Double {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    /// The clock for injection.
    package var clock: Clock { Clock { self.now } }

    package func advance(by more: Double) { seconds.withLock { $0 += more } }
}
