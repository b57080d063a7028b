package import Items
import Synchronization

/// A clock that is stopped until a test moves it.
package final class MovableTime: Sendable {
    private let seconds: Mutex<Double>

    /// A clock at this time.
    package init(_ seconds: Double) {
        self.seconds = Mutex(seconds)
    }

    /// The current time; it may go back as well.
    package var now: Double {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    /// The clock as it is injected.
    package var clock: Clock { Clock { self.now } }
}
