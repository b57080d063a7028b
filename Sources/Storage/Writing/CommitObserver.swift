import Synchronization

/// Calls an observer before and after the replies of each batch, on the writer's thread.
package final class CommitObserver: Sendable {
    /// A struct, since bare closures would be wrapped in another thunk each time they leave and
    /// enter the mutex, and would grow with every batch.
    private struct Callbacks {
        let begin: @Sendable () -> Void
        let end: @Sendable () -> Void
    }

    private let callbacks = Mutex(Callbacks(begin: {}, end: {}))

    /// An observer that does nothing yet.
    package init() {}

    /// Sets the callbacks before and after the replies of each batch.
    package func observe(
        begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void
    ) {
        callbacks.withLock { $0 = Callbacks(begin: begin, end: end) }
    }

    /// Tells of commits that were not made here, from any thread.
    package func notifyOfOthers() {
        callbacks.withLock { $0 }.end()
    }

    /// Sends the replies of a batch between the callbacks.
    func notify(around answer: () -> Void) {
        // One copy, so that both callbacks are of the same observer.
        let callbacks = callbacks.withLock { $0 }
        callbacks.begin()
        answer()
        callbacks.end()
    }
}
