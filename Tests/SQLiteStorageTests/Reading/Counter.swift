import Synchronization

/// Counts events on any threads.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func count() { number.add(1, ordering: .relaxed) }
}
