package import Items
import Synchronization

extension IDGenerator {
    /// The ids 1, 2, 3…
    package static func incrementing() -> IDGenerator {
        let last = Counter()
        return IDGenerator { ItemID(high: 0, low: last.next()) }
    }
}

private final class Counter: Sendable {
    private let last = Mutex<UInt64>(0)

    func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
