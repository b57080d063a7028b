import Synchronization

/// How many batches have been committed since the start; lanes look at it before they read.
package final class CommitCounter: Sendable {
    private let count = Atomic<Int>(0)

    /// A counter at zero.
    package init() {}

    var value: Int {
        count.load(ordering: .acquiring)
    }

    func increment() {
        count.wrappingAdd(1, ordering: .releasing)
    }
}
