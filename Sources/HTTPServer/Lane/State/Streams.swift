import HTTP

/// Live streams, which have no end of their own and wait for the revision signal.
struct Streams {
    /// Milliseconds after which waiting streams are polled without a signal: another process can
    /// write to the same database.
    private static let pollIntervals = 250...2_000

    /// How many live streams are being sent.
    private(set) var live = 0
    /// Connections whose live streams have nothing to send until a signal. One whose rows arrived
    /// earlier, or whose stream has ended, stays until the next signal.
    private var waiting: [Connection] = []
    private var pollTime = 0
    /// Whether a stream that is in `waiting` has ended.
    private var hasEnded = false

    /// A millisecond for each live stream, so that at most a thousand streams a second are polled,
    /// for up to two thousand streams.
    private var pollInterval: Int {
        min(max(live, Self.pollIntervals.lowerBound), Self.pollIntervals.upperBound)
    }

    /// When the waiting streams are polled next, in milliseconds; nil when none waits.
    var nextPoll: Int? { waiting.isEmpty ? nil : pollTime }
    /// The number of connections that are listed as waiting.
    var waitingCount: Int { waiting.count }

    /// Counts a stream that begins; returns whether the number of live streams changed.
    mutating func begin(_ streamed: StreamedResponse) -> Bool {
        guard streamed.isLive else { return false }
        live += 1
        return true
    }

    /// Counts a stream that ends, complete or not; returns whether the number of live streams
    /// changed.
    mutating func end(_ streamed: StreamedResponse) -> Bool {
        guard streamed.isLive else { return false }
        hasEnded = hasEnded || streamed.isListed
        precondition(live > 0, "a stream that ends twice")
        live -= 1
        return true
    }

    /// Lets a stream wait until it is resumed; a live one also for a signal.
    mutating func wait(_ streamed: StreamedResponse, on connection: Connection, at now: Int) {
        streamed.isWaiting = true
        guard streamed.isLive, !streamed.isListed else { return }
        if waiting.isEmpty { pollTime = now + pollInterval }
        streamed.isListed = true
        waiting.append(connection)
    }

    /// Queues the waiting streams if there was a signal or a poll is due.
    mutating func resume(afterSignal: Bool, at now: Int, into queue: inout ReadyQueue) {
        if afterSignal || !waiting.isEmpty && now >= pollTime { resumeAll(into: &queue) }
    }

    mutating func resumeAll(into queue: inout ReadyQueue) {
        for connection in waiting {
            guard let streamed = connection.streamed else { continue }
            streamed.isListed = false
            // It may have been resumed already, by its rows.
            guard streamed.isWaiting else { continue }
            streamed.isWaiting = false
            queue.enqueue(connection)
        }
        waiting.removeAll(keepingCapacity: true)
        hasEnded = false
    }

    /// Removes closed connections from the waiting ones.
    mutating func removeClosed() {
        guard hasEnded else { return }
        hasEnded = false
        waiting.removeAll { $0.streamed == nil }
    }
}
