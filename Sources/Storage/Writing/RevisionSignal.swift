import Synchronization

/// The signal from a commit to the event streams, which wait for it.
///
///     Writer: a batch is in the database ─────────────► send(around:) ──┐
///     RevisionSignalListener: another process wrote ──► send() ─────────┤
///                                                                       ▼
///     ChangeStream.fill ◄── Lane.checkRevisionSignal ◄── Server.receiveRevisionSignal
///
/// It says that some owner's revision may be new; each stream reads its own. A file does not
/// announce other processes' commits, so lanes also poll (`Streams`).
package final class RevisionSignal: Sendable {
    /// A struct, because bare closures would be wrapped in another thunk each time they leave and
    /// enter the mutex, and would grow with every batch.
    private struct Receiver {
        let prepare: @Sendable () -> Void
        let receive: @Sendable () -> Void
    }

    private let receiver = Mutex(Receiver(prepare: {}, receive: {}))

    /// A signal that nothing receives yet.
    package init() {}

    /// Sets the receiver; it replaces an earlier one.
    ///
    /// `prepare` is called before the replies of a batch, and `receive` after them, on the writer's
    /// thread; after a commit of another process only `receive`, on any thread.
    package func connect(
        prepare: @escaping @Sendable () -> Void, receive: @escaping @Sendable () -> Void
    ) {
        receiver.withLock { $0 = Receiver(prepare: prepare, receive: receive) }
    }

    /// Signals commits that were not made here, from any thread.
    package func send() {
        receiver.withLock { $0 }.receive()
    }

    /// Signals a batch, whose replies are sent meanwhile: writers are answered before any event
    /// stream is woken.
    func send(around replies: () -> Void) {
        // One copy, so that both callbacks are of the same receiver.
        let receiver = receiver.withLock { $0 }
        receiver.prepare()
        replies()
        receiver.receive()
    }
}
