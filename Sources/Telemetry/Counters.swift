import Synchronization

/// Contiguous counters that one thread writes and any thread reads.
///
/// An addition is a relaxed load and a relaxed store: no locked instruction, and no cache line that
/// two lanes write. A second writer would lose counts. A read may be slightly stale, and reads of
/// several counters are not of the same moment.
@usableFromInline
package struct Counters<let count: Int>: ~Copyable, Sendable {
    private let counters: InlineArray<count, Atomic<Int>>

    package init() {
        counters = InlineArray { _ in Atomic<Int>(0) }
    }

    /// Adds to a counter; only on the writing thread.
    @usableFromInline
    package func add(_ amount: Int, at index: Int) {
        let sum = counters[index].load(ordering: .relaxed) &+ amount
        counters[index].store(sum, ordering: .relaxed)
    }

    /// The value of a counter, from any thread.
    package subscript(index: Int) -> Int {
        counters[index].load(ordering: .relaxed)
    }
}

/// A counter that one thread writes and any thread reads.
package struct Counter: ~Copyable, Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    /// Adds to the counter; only on the writing thread.
    package func add(_ amount: Int = 1) {
        count.store(count.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    /// Sets the counter; only on the writing thread.
    package func set(_ value: Int) {
        count.store(value, ordering: .relaxed)
    }

    /// The value, from any thread.
    package var value: Int { count.load(ordering: .relaxed) }
}

/// A counter that any thread may add to, for rare events.
package struct AtomicCounter: ~Copyable, Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    package func add(_ amount: Int = 1) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    package var value: Int { count.load(ordering: .relaxed) }
}
