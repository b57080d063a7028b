import Synchronization

/// Counters side by side that one thread adds to and everyone may read.
///
/// An addition is a load and a store without order, which is what an ordinary addition costs: no
/// locked instruction, and no cache line that two lanes write to. So a second writer would lose
/// counts; whoever reads sees each counter as it was a moment ago, and not all of the same moment.
@usableFromInline
package struct Counters<let count: Int>: ~Copyable, Sendable {
    private let counters: InlineArray<count, Atomic<Int>>

    /// Counters at zero.
    package init() {
        counters = InlineArray { _ in Atomic<Int>(0) }
    }

    /// Adds to one of them; on the one thread that writes.
    @usableFromInline
    package func add(_ amount: Int, at index: Int) {
        let sum = counters[index].load(ordering: .relaxed) &+ amount
        counters[index].store(sum, ordering: .relaxed)
    }

    /// What one of them is at, from any thread.
    package subscript(index: Int) -> Int {
        counters[index].load(ordering: .relaxed)
    }
}

/// A counter that one thread adds to and everyone may read.
package struct Counter: ~Copyable, Sendable {
    private let count = Atomic<Int>(0)

    /// A counter at zero.
    package init() {}

    /// Adds to it; on the one thread that writes.
    package func add(_ amount: Int = 1) {
        count.store(count.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    /// Sets it; on the one thread that writes.
    package func set(_ value: Int) {
        count.store(value, ordering: .relaxed)
    }

    /// What it is at, from any thread.
    package var value: Int { count.load(ordering: .relaxed) }
}

/// A counter that any thread may add to, for what happens seldom.
package struct AtomicCounter: ~Copyable, Sendable {
    private let count = Atomic<Int>(0)

    /// A counter at zero.
    package init() {}

    /// Adds to it.
    package func add(_ amount: Int = 1) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    /// What it is at.
    package var value: Int { count.load(ordering: .relaxed) }
}
