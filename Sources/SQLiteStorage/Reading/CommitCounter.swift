import Synchronization

/// Counts the committed batches since the start; lanes compare it before they read.
package final class CommitCounter: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    var value: Int {
        count.load(ordering: .acquiring)
    }

    func increment() {
        count.wrappingAdd(1, ordering: .releasing)
    }
}
