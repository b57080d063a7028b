import Synchronization

/// Tells whoever wants to know when those who wrote in a batch are
/// answered, on the writer's thread.
final class AnswerBell: Sendable {
    /// In a type of its own: bare functions would be wrapped anew each time they are taken
    /// out of the mutex and put back, and so be larger and slower after every batch.
    private struct Ear {
        let begin: @Sendable () -> Void
        let end: @Sendable () -> Void
    }

    private let ear = Mutex(Ear(begin: {}, end: {}))

    /// Has `begin` called before the answers of each batch from now on, and `end` after them.
    func hear(begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) {
        ear.withLock { $0 = Ear(begin: begin, end: end) }
    }

    /// Answers those who wrote in a batch.
    func ring(around answer: () -> Void) {
        // Who hears the beginning hears the end.
        let ear = ear.withLock { $0 }
        ear.begin()
        answer()
        ear.end()
    }
}
