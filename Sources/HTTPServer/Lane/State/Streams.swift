import HTTP

/// Responses in parts: live streams, which have no end of their own, and the order to poll them in.
struct Streams {
    /// Milliseconds after which waiting streams are polled without a commit of this process:
    /// another process can write to the same database.
    private static let pollIntervals = 250...2_000

    /// How many live streams are being sent.
    private(set) var live = 0
    /// Connections whose live streams have nothing to send until a commit.
    private(set) var waiting: [Connection] = []
    private var pollTime = 0
    /// The number of commits that were seen.
    private var commits = 0

    /// A millisecond for each live stream, so that a thousand streams a second are polled at most
    /// where there are up to two thousand.
    private var pollInterval: Int {
        min(max(live, Self.pollIntervals.lowerBound), Self.pollIntervals.upperBound)
    }

    /// When the waiting streams are polled next, in milliseconds; nil when none waits.
    var nextPoll: Int? { waiting.isEmpty ? nil : pollTime }

    /// Adds a response in parts; returns whether the number of live streams changed.
    mutating func begin(_ stream: any BodyStream, on connection: Connection) -> Bool {
        connection.stream = stream
        guard stream.isLive else { return false }
        connection.isLive = true
        live += 1
        return true
    }

    /// Drops the stream of a connection, complete or not; returns whether the number of live
    /// streams changed.
    mutating func end(_ connection: Connection) -> Bool {
        connection.stream = nil
        guard connection.isLive else { return false }
        connection.isLive = false
        live -= 1
        return true
    }

    /// Takes note that a stream was asked for a part and whether it lacks rows; returns whether it
    /// has missed a commit, because its rows may be older.
    mutating func asked(_ connection: Connection, lacksRows: Bool) -> Bool {
        defer { connection.lacksRows = lacksRows }
        if !connection.lacksRows { connection.commitsSeen = commits }
        return connection.commitsSeen != commits
    }

    /// Lets a stream wait for a commit.
    mutating func wait(_ connection: Connection, at now: Int) {
        if waiting.isEmpty { pollTime = now + pollInterval }
        connection.isWaiting = true
        waiting.append(connection)
    }

    /// Queues the waiting streams if there was a commit or a poll is due.
    mutating func resume(afterCommit: Bool, at now: Int, into queue: inout ReadyQueue) {
        if afterCommit { commits += 1 }
        if afterCommit || !waiting.isEmpty && now >= pollTime { resumeAll(into: &queue) }
    }

    /// Queues all waiting streams.
    mutating func resumeAll(into queue: inout ReadyQueue) {
        for connection in waiting where !connection.isClosed {
            connection.isWaiting = false
            queue.enqueue(connection)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Removes closed connections when one of those closed in this round waits.
    mutating func remove(_ closed: [Connection]) {
        if closed.contains(where: \.isWaiting) { waiting.removeAll { $0.isClosed } }
    }
}
