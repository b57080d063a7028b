package import Items
package import PostgreSQL

/// A lane's reads over its own connection, none of which blocks the lane.
///
/// The reads of a round leave together when it ends:
///
///     enqueue ──► queued ──► flush ──► in flight ──► advance ──► finished ──► the replies
///                   ▲                     │
///                   └── the connection was lost, or the batch refused ──┘
///
/// One batch is in progress at a time. The server would begin the next one only after it, and reads
/// that are queued until then are sent together, at a lower cost.
///
/// All statements of a batch read one moment, because the connection's transactions are REPEATABLE
/// READ and a batch is one transaction. Only touched on its lane.
package final class PostgresReader {
    /// Limits of a lane's reads and waits.
    package struct Limits: Sendable {
        /// The reads in progress, and the bytes of their parameters.
        package var reads = 4_096
        package var bytes = 8 << 20
        /// The wait for the answer to a read.
        package var answerMilliseconds = 10_000
        /// The wait for a connection, until an attempt has failed.
        package var connectMilliseconds = 2_000
        /// The pause before an attempt to connect after one that has failed; it doubles each time.
        package var retryMilliseconds = 100...2_000

        package init() {}
    }

    /// The replies that one round calls. Each may write a long list, and other connections wait
    /// meanwhile.
    private static let repliesPerRound = 256

    enum ConnectionState {
        /// No attempt was begun.
        case none
        /// An attempt is in progress, with the reason why the previous one failed.
        case connecting(after: String?)
        case open(any PostgresPipeline)
        /// The last attempt failed; the next one begins at a time.
        case unavailable(String, until: Int)
    }

    let limits: Limits
    let connect: @Sendable () throws(PostgresFailure) -> any PostgresPipeline
    let connecting = ConnectingResult()
    var connection = ConnectionState.none
    var registration: PollRegistration?
    /// Whether the poller watches for room to write.
    var isWriting = false
    /// The pause after the next failed attempt to connect.
    var retryPause: Int
    /// Reads that are to be sent, in order.
    var queued: [WaitingRead] = []
    var queuedByKey: [ReadKey: WaitingRead] = [:]
    /// The batch in progress: its statements, the number of replies so far, and when it was sent.
    var inFlight: [ReadTrip.SentStatement] = []
    var replied = 0
    private(set) var sentAt = 0
    private var size = 0
    private var count = 0
    /// Replies that are to be called with their results.
    private var finished: [() -> Void] = []
    /// The server's reason for ending the connection.
    var ending: PostgresFailure?

    /// A reader that has no connection yet.
    package init(
        limits: Limits = Limits(),
        connect: @escaping @Sendable () throws(PostgresFailure) -> any PostgresPipeline
    ) {
        self.limits = limits
        self.connect = connect
        retryPause = limits.retryMilliseconds.lowerBound
    }

    deinit {
        if case .open(let pipeline) = connection {
            registration?.unwatch(pipeline.descriptor)
            pipeline.close()
        }
    }

    /// Why a read cannot be queued; nil if it can.
    func refusal(of key: ReadKey) -> StorageFailure? {
        if queuedByKey[key] != nil { return nil }
        if let reason = connectFailure { return .unavailable(reason) }
        guard count < limits.reads, size + key.size <= limits.bytes else { return .overloaded }
        return nil
    }

    /// Queues a read that is not refused; `reply` is called once, while the reader advances.
    func enqueue(
        _ key: ReadKey, _ reply: @escaping (Result<[ReadRows], StorageFailure>) -> Void
    ) {
        if let same = queuedByKey[key] { return same.replies.append(reply) }
        let read = WaitingRead(key)
        read.replies.append(reply)
        queuedByKey[key] = read
        queued.append(read)
        count += 1
        size += key.size
    }

    /// Whether replies are pending; queued reads wait for them.
    var isUnderWay: Bool { replied < inFlight.count }

    /// The failure of the last attempt to connect.
    private var connectFailure: String? {
        switch connection {
        case .none, .open: nil
        case .connecting(let reason): reason
        case .unavailable(let reason, until: _): reason
        }
    }

    func finish(_ read: WaitingRead, _ result: Result<[ReadRows], StorageFailure>) {
        guard read.result == nil else { return }
        read.result = result
        for reply in read.replies { finished.append { reply(result) } }
        count -= 1
        size -= read.key.size
    }

    /// Starts to connect.
    package func begin(polledBy registration: PollRegistration, at now: Int) {
        self.registration = registration
        connecting.begin(wake: registration.wake)
        beginConnecting(after: nil)
    }

    /// The time in milliseconds at which `advance` is due even if nothing has arrived.
    package var deadline: Int? {
        if !finished.isEmpty { return 0 }
        var next = Int.max
        if case .unavailable(_, let until) = connection { next = until }
        if isUnderWay { next = min(next, sentAt + limits.answerMilliseconds) }
        if !isUnderWay, let since = queued.first?.since {
            next = min(next, since + limits.connectMilliseconds)
        }
        return next == .max ? nil : next
    }

    /// Sends the reads of a round, at its end.
    package func flush(at now: Int) {
        guard !queued.isEmpty else { return }
        for read in queued where read.since == nil { read.since = now }
        guard case .open(let pipeline) = connection, !isUnderWay else { return }
        let batch = ReadTrip(queued)
        queued = []
        queuedByKey.removeAll(keepingCapacity: true)
        inFlight = batch.statements
        sentAt = now
        do throws(PostgresFailure) {
            try pipeline.queue(batch.commands)
            try send(pipeline)
        } catch {
            dropConnection(error, at: now)
        }
    }

    /// Receives rows, and calls the replies that have theirs.
    package func advance(at now: Int) {
        if let result = connecting.take() { connected(result, at: now) }
        if case .open(let pipeline) = connection {
            do throws(PostgresFailure) {
                try pipeline.receive { take($0, pipeline) }
                if !isUnderWay { (inFlight, replied) = ([], 0) }
                if let ending { throw ending }
                if isWriting { try send(pipeline) }
            } catch {
                dropConnection(error, at: now)
            }
        }
        expire(at: now)
        if case .unavailable(let reason, let until) = connection, until <= now {
            beginConnecting(after: reason)
        }
        reply()
    }

    /// Calls replies; the remaining ones have their turn in the next round.
    private func reply() {
        let ready = finished.prefix(Self.repliesPerRound)
        finished.removeFirst(ready.count)
        for reply in ready { reply() }
    }
}
