package import Items
package import PostgreSQL

/// A lane's reads over a connection of its own, none of which blocks the lane.
///
/// The questions of a round leave together when it ends:
///
///     rows(of:) ──► noted ──► flush ──► in flight ──► collect ──► answered ──► rows(of:)
///                     ▲                     │
///                     └── the connection was lost, or the trip refused ──┘
///
/// One trip is under way at a time. The server would begin with the next one only after it, and
/// what is asked until then leaves together, at a smaller cost.
///
/// All statements of a trip read one moment, since the connection's transactions are REPEATABLE
/// READ, and a trip is one transaction. Only touched on its lane.
package final class PostgresReader {
    /// How much a lane asks for, and how long it waits.
    package struct Limits: Sendable {
        /// The questions under way, and the bytes of their parameters.
        package var questions = 4_096
        package var bytes = 8 << 20
        /// The wait for the answer to a question.
        package var answerMilliseconds = 10_000
        /// The wait for a connection, as long as it is not known that there is none.
        package var connectMilliseconds = 2_000
        /// The pause before an attempt to connect after one that has failed; it doubles each time.
        package var retryMilliseconds = 100...2_000

        /// The defaults.
        package init() {}
    }

    enum Line {
        /// Nothing was begun.
        case none
        /// An attempt is under way; the reason why the one before it failed.
        case connecting(after: String?)
        case open(any PostgresPipeline)
        /// The last attempt failed; the next one begins at a time.
        case away(String, until: Int)
    }

    let limits: Limits
    let connect: @Sendable () throws(PostgresFailure) -> any PostgresPipeline
    let arrivals = ReadArrivals()
    var line = Line.none
    var readLine: ReadLine?
    /// Whether the poller watches for room to write.
    var isWriting = false
    /// The pause after the next failed attempt to connect.
    var retryPause: Int
    /// The questions of requests that are under way or to be asked again.
    var logs: [ReadTicket: [ReadQuestion]] = [:]
    private var ticket: ReadTicket?
    /// Questions that are to be sent, in order.
    var noted: [ReadQuestion] = []
    var notedKeys: [ReadKey: ReadQuestion] = [:]
    /// The trip under way: what its replies are of, of which so many have come, and when it left.
    var inFlight: [ReadTrip.Asked] = []
    var replied = 0
    private(set) var sentAt = 0
    /// The questions that wait for a snapshot.
    private var opening: [ReadTicket: ReadQuestion] = [:]
    private var size = 0
    private var count = 0
    /// The requests to be named by the next `collect`.
    var ready: [ReadTicket] = []
    /// Why the server ends the connection, if it has said so.
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
        if case .open(let pipeline) = line {
            readLine?.unwatch(pipeline.descriptor)
            pipeline.close()
        }
    }

    /// The rows of a question of the current request; throws `.pending` when they are not there,
    /// after which the request is named when they are.
    func rows(of key: ReadKey) throws(StorageFailure) -> [ReadRows] {
        guard case .rows(let rows) = try answer(to: key) else {
            throw .unexpected("an answer of another kind")
        }
        return rows
    }

    /// The snapshot of the current request, which `open` opens on another connection.
    func snapshot(
        open: (ReadTicket, ReadArrivals) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> PostgresSnapshot {
        let ticket = try currentTicket()
        if opening[ticket] == nil, find(.snapshot(ticket), of: ticket) == nil {
            try open(ticket, arrivals)
        }
        guard case .snapshot(let snapshot) = try answer(to: .snapshot(ticket)) else {
            throw .unexpected("an answer of another kind")
        }
        return snapshot
    }

    private func currentTicket() throws(StorageFailure) -> ReadTicket {
        guard let ticket else { throw .unexpected("a read that belongs to no request") }
        return ticket
    }

    private func find(_ key: ReadKey, of ticket: ReadTicket) -> ReadQuestion? {
        logs[ticket]?.first { $0.key == key }
    }

    private func answer(to key: ReadKey) throws(StorageFailure) -> ReadQuestion.Answer {
        let ticket = try currentTicket()
        guard let question = find(key, of: ticket) else {
            try note(key, for: ticket)
            throw .pending
        }
        switch question.answer {
        case nil: throw .pending
        case .failure(let failure)?: throw failure
        case let answer?: return answer
        }
    }

    private func note(_ key: ReadKey, for ticket: ReadTicket) throws(StorageFailure) {
        let question: ReadQuestion
        if let same = notedKeys[key] {
            question = same
        } else {
            question = ReadQuestion(key)
            if case .snapshot = key {
                opening[ticket] = question
            } else {
                if let reason = lineFault { throw .unavailable(reason) }
                guard count < limits.questions, size + question.size <= limits.bytes else {
                    throw .overloaded
                }
                notedKeys[key] = question
                noted.append(question)
                count += 1
                size += question.size
            }
        }
        question.tickets.append(ticket)
        logs[ticket, default: []].append(question)
    }

    /// Whether replies are to come; then what is noted waits for them.
    var isUnderWay: Bool { replied < inFlight.count }

    /// Why there is no connection, if the last attempt has failed.
    private var lineFault: String? {
        switch line {
        case .none, .open: nil
        case .connecting(let reason): reason
        case .away(let reason, until: _): reason
        }
    }

    /// Ends a question, and names the requests that wait for it.
    func end(_ question: ReadQuestion, _ answer: ReadQuestion.Answer) {
        guard question.answer == nil else { return }
        question.answer = answer
        for ticket in question.tickets where logs[ticket] != nil { ready.append(ticket) }
        if case .snapshot = question.key { return }
        count -= 1
        size -= question.size
    }
}

extension PostgresReader: RemoteReads {
    package func begin(on line: ReadLine, at now: Int) {
        readLine = line
        arrivals.begin(wake: line.wake)
        beginConnecting(after: nil)
    }

    package func resume(_ ticket: ReadTicket) {
        self.ticket = ticket
    }

    package func forget(_ ticket: ReadTicket) {
        logs[ticket] = nil
        opening[ticket] = nil
        if ticket == self.ticket { self.ticket = nil }
    }

    package var deadline: Int? {
        if !ready.isEmpty { return 0 }
        var next = Int.max
        if case .away(_, let until) = line { next = until }
        if isUnderWay { next = min(next, sentAt + limits.answerMilliseconds) }
        if !isUnderWay, let since = noted.first?.since {
            next = min(next, since + limits.connectMilliseconds)
        }
        return next == .max ? nil : next
    }

    package func flush(at now: Int) {
        guard !noted.isEmpty else { return }
        for question in noted where question.since == nil { question.since = now }
        guard case .open(let pipeline) = line, !isUnderWay else { return }
        let trip = ReadTrip(noted)
        noted = []
        notedKeys.removeAll(keepingCapacity: true)
        inFlight = trip.asked
        sentAt = now
        do throws(PostgresFailure) {
            try pipeline.queue(trip.commands)
            try send(pipeline)
        } catch {
            lose(error, at: now)
        }
    }

    package func collect(at now: Int, _ body: (ReadTicket) -> Void) {
        for arrival in arrivals.take() {
            if case .part(let ticket) = arrival { body(ticket) }
            take(arrival, at: now)
        }
        if case .open(let pipeline) = line {
            do throws(PostgresFailure) {
                try pipeline.receive { take($0, pipeline) }
                if !isUnderWay { (inFlight, replied) = ([], 0) }
                if let ending { throw ending }
                if isWriting { try send(pipeline) }
            } catch {
                lose(error, at: now)
            }
        }
        expire(at: now)
        if case .away(let reason, let until) = line, until <= now {
            beginConnecting(after: reason)
        }
        let named = ready
        ready.removeAll(keepingCapacity: true)
        for ticket in named where logs[ticket] != nil { body(ticket) }
    }

    private func take(_ arrival: ReadArrivals.Arrival, at now: Int) {
        switch arrival {
        case .connection(let result): connected(result, at: now)
        case .snapshot(let ticket, let result):
            // A request that was forgotten drops it.
            guard let question = opening.removeValue(forKey: ticket) else { return }
            switch result {
            case .success(let box): end(question, .snapshot(box.value))
            case .failure(let failure): end(question, .failure(failure))
            }
        // The request is answered already, and its stream or search goes on.
        case .part: break
        }
    }
}
