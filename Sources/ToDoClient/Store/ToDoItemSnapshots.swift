import Foundation

#if canImport(Combine)
public import Combine
#endif

/// The snapshots of a store: the current one, then the latest after each change.
///
/// A slow reader misses snapshots in between, but never the last one. Ends when the store is closed
/// or the reading task is cancelled.
public struct ToDoItemSnapshots: AsyncSequence, Sendable {
    /// The type of the sequence's elements.
    public typealias Element = ToDoItemSnapshot

    let store: ToDoItemStore

    /// Begins with the current snapshot; opens the store.
    public func makeAsyncIterator() -> Iterator {
        Iterator(snapshots: store.subscribe().makeAsyncIterator())
    }

    /// Delivers snapshots to one reader.
    public struct Iterator: AsyncIteratorProtocol {
        var snapshots: AsyncStream<ToDoItemSnapshot>.Iterator

        /// The latest snapshot, as soon as there is one that was not delivered; nil at the end.
        public mutating func next() async -> ToDoItemSnapshot? {
            await snapshots.next()
        }
    }
}

extension ToDoItemStore {
    /// The current snapshot, then the latest after each change.
    public var snapshots: ToDoItemSnapshots { ToDoItemSnapshots(store: self) }

    func subscribe() -> AsyncStream<ToDoItemSnapshot> {
        let (stream, continuation) = AsyncStream<ToDoItemSnapshot>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            // Not at once: the store may be yielding, while it is locked.
            Task { self?.state.withLock { state in state.subscribers[id] = nil } }
        }
        // A store that cannot be opened shows no items, and is tried again at the next use.
        let first = snapshot
        state.withLock { state in
            guard state.phase != .closed else { return continuation.finish() }
            state.subscribers[id] = continuation
            continuation.yield(state.phase == .open ? state.snapshot : first)
        }
        return stream
    }
}

#if canImport(Combine)
extension ToDoItemStore {
    /// The items now, then after each change; completes when the store is closed.
    public var itemPublisher: AnyPublisher<[ToDoItem], Never> {
        Deferred { [self] in
            let sendable = SendableSubject(snapshot.items)
            let task = Task { [snapshots] in
                for await snapshot in snapshots { sendable.subject.send(snapshot.items) }
                sendable.subject.send(completion: .finished)
            }
            return sendable.subject.removeDuplicates()
                .handleEvents(receiveCancel: { task.cancel() })
        }
        .eraseToAnyPublisher()
    }
}

/// A wrapper that passes a subject into a task.
private struct SendableSubject: @unchecked Sendable {
    // Combine's subjects lock their state themselves.
    let subject: CurrentValueSubject<[ToDoItem], Never>

    init(_ items: [ToDoItem]) {
        subject = CurrentValueSubject(items)
    }
}
#endif
