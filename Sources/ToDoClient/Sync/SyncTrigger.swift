import Foundation

/// Wakes the loop that keeps a store in sync.
final class SyncTrigger: Sendable {
    /// The reason for which the loop is woken.
    enum Reason: Hashable, Sendable {
        /// There is a new local write.
        case write
        /// The stream has delivered a change.
        case event
        /// The stream of changes has ended, after it delivered data or without.
        case streamEnded(receivedData: Bool)
        /// The stream of changes could not be opened.
        case streamFailed
        /// The session has no streams.
        case streamUnsupported
        /// The timer with this number has run out.
        case timer(Int)
        /// A call of `sync()` has sent and fetched all.
        case synced
        /// `start()` was called again.
        case restart

        var isEndOfStream: Bool {
            if case .streamEnded = self { true } else { false }
        }
    }

    private let reasons = Locked<Set<Reason>>([])
    private let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal(_ reason: Reason) {
        reasons.withLock { _ = $0.insert(reason) }
        continuation.yield()
    }

    /// Removes signals with this reason.
    func clear(_ reason: Reason) {
        reasons.withLock { _ = $0.remove(reason) }
    }

    /// Waits for one of the reasons that `isAwaited` selects and takes all of those; nil if the
    /// task is cancelled.
    func wait(for isAwaited: (Reason) -> Bool) async -> Set<Reason>? {
        while !Task.isCancelled {
            let awaited = reasons.withLock { reasons in
                let awaited = reasons.filter(isAwaited)
                reasons.subtract(awaited)
                return awaited
            }
            if !awaited.isEmpty { return awaited }
            // One loop waits at a time; a new iterator continues where the last one ended.
            var iterator = signals.makeAsyncIterator()
            guard await iterator.next() != nil else { return nil }
        }
        return nil
    }
}
