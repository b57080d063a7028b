import Synchronization

/// Tells whoever wants to know when those who wrote in a batch are
/// answered, on the writer's thread.
final class CommitObserver: Sendable {
    /// In a type of its own: bare functions would be wrapped anew each time they are taken
    /// out of the mutex and put back, and so be larger and slower after every batch.
    private struct Callbacks {
        let begin: @Sendable () -> Void
        let end: @Sendable () -> Void
    }

    private let callbacks = Mutex(Callbacks(begin: {}, end: {}))

    /// Has `begin` called before the answers of each batch from now on, and `end` after them.
    func observe(begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) {
        callbacks.withLock { $0 = Callbacks(begin: begin, end: end) }
    }

    /// Answers those who wrote in a batch.
    func notify(around answer: () -> Void) {
        // Who hears the beginning hears the end.
        let callbacks = callbacks.withLock { $0 }
        callbacks.begin()
        answer()
        callbacks.end()
    }
}
