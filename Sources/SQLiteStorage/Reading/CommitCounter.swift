import Synchronization

/// How many batches have been committed since the start; lanes look at it before they read.
package final class CommitCounter: Sendable {
    private let count = Atomic<Int>(0)
    private let bell = Mutex(Bell(ring: {}))

    /// In a type of its own: a bare function would be wrapped anew each time it is taken out of the
    /// mutex and put back, and so be larger and slower after every commit.
    private struct Bell {
        let ring: @Sendable () -> Void
    }

    /// A counter at zero.
    package init() {}

    var value: Int {
        count.load(ordering: .acquiring)
    }

    func increment() {
        count.wrappingAdd(1, ordering: .releasing)
    }

    /// Tells whoever wants to know that there may be something new.
    func ring() {
        bell.withLock { $0.ring }()
    }

    /// Has `ring` called after every batch from now on.
    func onCommit(_ ring: @escaping @Sendable () -> Void) {
        bell.withLock { $0 = Bell(ring: ring) }
    }
}
