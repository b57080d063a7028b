package import Items
package import PostgreSQL

/// A lane's reads over a connection of its own, none of which blocks the lane.
///
/// The reads of a round leave together when it ends:
///
///     rows(of:) ──► queued ──► flush ──► in flight ──► collect ──► answered ──► rows(of:)
///                     ▲                     │
///                     └── the connection was lost, or the batch refused ──┘
///
/// One batch is under way at a time. The server would begin with the next one only after it, and
/// reads that are queued until then leave together, at a smaller cost.
///
/// All statements of a batch read one moment, since the connection's transactions are REPEATABLE
/// READ, and a batch is one transaction. Only touched on its lane.
package final class PostgresReader {
    /// Limits of a lane's reads and waits.
    package struct Limits: Sendable {
        /// The reads under way, and the bytes of their parameters.
        package var reads = 4_096
        package var bytes = 8 << 20
        /// The wait for the answer to a read.
        package var answerMilliseconds = 10_000
        /// The wait for a connection, until an attempt has failed.
        package var connectMilliseconds = 2_000
        /// The pause before an attempt to connect after one that has failed; it doubles each time.
        package var retryMilliseconds = 100...2_000

        /// The defaults.
        package init() {}
    }

    enum ConnectionState {
        /// No attempt was begun.
        case none
        /// An attempt is under way; the reason why the one before it failed.
        case connecting(after: String?)
        case open(any PostgresPipeline)
        /// The last attempt failed; the next one begins at a time.
        case unavailable(String, until: Int)
    }

    let limits: Limits
    let connect: @Sendable () throws(PostgresFailure) -> any PostgresPipeline
    let arrivals = ReadArrivals()
    var connection = ConnectionState.none
    var registration: PollRegistration?
    /// Whether the poller watches for room to write.
    var isWriting = false
    /// The pause after the next failed attempt to connect.
    var retryPause: Int
    /// The reads of requests that are under way or are handled again.
    var reads: [ReadRequestID: [PendingRead]] = [:]
    /// The request to which reads belong.
    private var request: ReadRequestID?
    /// Questions that are to be sent, in order.
    var queued: [PendingRead] = []
    var queuedByKey: [ReadKey: PendingRead] = [:]
    /// The batch under way: its statements, the number of replies so far, and when it was sent.
    var inFlight: [ReadBatch.SentStatement] = []
    var replied = 0
    private(set) var sentAt = 0
    /// The reads that wait for a snapshot.
    private var opening: [ReadRequestID: PendingRead] = [:]
    private var size = 0
    private var count = 0
    /// The requests that the next `collect` names.
    var ready: [ReadRequestID] = []
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

    /// The rows of a read of the current request; throws `.pending` when they are not there,
    /// after which the request is named when they are.
    func rows(of key: ReadKey) throws(StorageFailure) -> [ReadRows] {
        guard case .rows(let rows) = try response(to: key) else {
            throw .unexpected("a response of another kind")
        }
        return rows
    }

    /// The snapshot of the current request, which `open` opens on another connection.
    func snapshot(
        open: (ReadRequestID, ReadArrivals) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> PostgresSnapshot {
        let request = try currentRequestID()
        if opening[request] == nil, find(.snapshot(request), of: request) == nil {
            try open(request, arrivals)
        }
        guard case .snapshot(let snapshot) = try response(to: .snapshot(request)) else {
            throw .unexpected("a response of another kind")
        }
        return snapshot
    }

    private func currentRequestID() throws(StorageFailure) -> ReadRequestID {
        guard let request else { throw .unexpected("a read that belongs to no request") }
        return request
    }

    private func find(_ key: ReadKey, of request: ReadRequestID) -> PendingRead? {
        reads[request]?.first { $0.key == key }
    }

    private func response(to key: ReadKey) throws(StorageFailure) -> PendingRead.Response {
        let request = try currentRequestID()
        guard let read = find(key, of: request) else {
            try enqueue(key, for: request)
            throw .pending
        }
        switch read.response {
        case nil: throw .pending
        case .failure(let failure)?: throw failure
        case let response?: return response
        }
    }

    private func enqueue(_ key: ReadKey, for request: ReadRequestID) throws(StorageFailure) {
        let read: PendingRead
        if let same = queuedByKey[key] {
            read = same
        } else {
            read = PendingRead(key)
            if case .snapshot = key {
                opening[request] = read
            } else {
                if let reason = connectFailure { throw .unavailable(reason) }
                guard count < limits.reads, size + read.size <= limits.bytes else {
                    throw .overloaded
                }
                queuedByKey[key] = read
                queued.append(read)
                count += 1
                size += read.size
            }
        }
        read.requests.append(request)
        reads[request, default: []].append(read)
    }

    /// Whether replies are to come; queued reads wait for them.
    var isUnderWay: Bool { replied < inFlight.count }

    /// The failure of the last attempt to connect.
    private var connectFailure: String? {
        switch connection {
        case .none, .open: nil
        case .connecting(let reason): reason
        case .unavailable(let reason, until: _): reason
        }
    }

    /// Ends a read, and names the requests that wait for it.
    func finish(_ read: PendingRead, _ response: PendingRead.Response) {
        guard read.response == nil else { return }
        read.response = response
        for request in read.requests where reads[request] != nil { ready.append(request) }
        if case .snapshot = read.key { return }
        count -= 1
        size -= read.size
    }
}

extension PostgresReader: RemoteReads {
    package func begin(polledBy registration: PollRegistration, at now: Int) {
        self.registration = registration
        arrivals.begin(wake: registration.wake)
        beginConnecting(after: nil)
    }

    package func resume(_ request: ReadRequestID) {
        self.request = request
    }

    package func forget(_ request: ReadRequestID) {
        reads[request] = nil
        opening[request] = nil
        if request == self.request { self.request = nil }
    }

    package var deadline: Int? {
        if !ready.isEmpty { return 0 }
        var next = Int.max
        if case .unavailable(_, let until) = connection { next = until }
        if isUnderWay { next = min(next, sentAt + limits.answerMilliseconds) }
        if !isUnderWay, let since = queued.first?.since {
            next = min(next, since + limits.connectMilliseconds)
        }
        return next == .max ? nil : next
    }

    package func flush(at now: Int) {
        guard !queued.isEmpty else { return }
        for read in queued where read.since == nil { read.since = now }
        guard case .open(let pipeline) = connection, !isUnderWay else { return }
        let batch = ReadBatch(queued)
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

    package func collect(at now: Int, _ body: (ReadRequestID) -> Void) {
        for arrival in arrivals.take() {
            if case .part(let request) = arrival { body(request) }
            take(arrival, at: now)
        }
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
        let named = ready
        ready.removeAll(keepingCapacity: true)
        for request in named where reads[request] != nil { body(request) }
    }

    private func take(_ arrival: ReadArrivals.Arrival, at now: Int) {
        switch arrival {
        case .connection(let result): connected(result, at: now)
        case .snapshot(let request, let result):
            // A request that was forgotten drops it.
            guard let read = opening.removeValue(forKey: request) else { return }
            switch result {
            case .success(let box): finish(read, .snapshot(box.value))
            case .failure(let failure): finish(read, .failure(failure))
            }
        // The request has its response head already, and its stream or search goes on.
        case .part: break
        }
    }
}
