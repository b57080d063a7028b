import Synchronization

/// How often something happened, on whatever threads.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func count() { number.add(1, ordering: .relaxed) }
}
