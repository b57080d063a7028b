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
    private var logs: [ReadTicket: [ReadQuestion]] = [:]
    private var ticket: ReadTicket?
    /// Questions that are to be sent, in order.
    private var noted: [ReadQuestion] = []
    private var notedKeys: [ReadKey: ReadQuestion] = [:]
    /// What the next replies are of, from `replied` on.
    private var inFlight: [ReadTrip.Asked] = []
    private var replied = 0
    /// The questions that wait for a snapshot.
    private var opening: [ReadTicket: ReadQuestion] = [:]
    private var size = 0
    private var count = 0
    /// The requests to be named by the next `collect`.
    private var ready: [ReadTicket] = []
    /// Why the server ends the connection, if it has said so.
    private var ending: PostgresFailure?

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

    /// Why there is no connection, if the last attempt has failed.
    private var lineFault: String? {
        switch line {
        case .none, .open: nil
        case .connecting(let reason): reason
        case .away(let reason, until: _): reason
        }
    }

    /// Ends a question, and names the requests that wait for it.
    private func end(_ question: ReadQuestion, _ answer: ReadQuestion.Answer) {
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
        if replied < inFlight.count, let since = inFlight[replied].questions.first?.since {
            next = min(next, since + limits.answerMilliseconds)
        }
        if let since = noted.first?.since { next = min(next, since + limits.connectMilliseconds) }
        return next == .max ? nil : next
    }

    package func flush(at now: Int) {
        guard !noted.isEmpty else { return }
        for question in noted where question.since == nil { question.since = now }
        guard case .open(let pipeline) = line else { return }
        let trip = ReadTrip(noted)
        noted = []
        notedKeys.removeAll(keepingCapacity: true)
        inFlight += trip.asked
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
                dropReplied()
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

/// Replies and losses.
extension PostgresReader {
    /// Sends what the socket takes, and has the poller watch for room if that was not all.
    private func send(_ pipeline: any PostgresPipeline) throws(PostgresFailure) {
        let isSent = try pipeline.flush()
        guard isWriting == isSent else { return }
        isWriting = !isSent
        guard readLine?.watch(pipeline.descriptor, isWriting) == true else {
            throw .disconnected("the connection cannot be polled")
        }
    }

    private func take(_ reply: PostgresReply, _ pipeline: any PostgresPipeline) {
        guard replied < inFlight.count else { return }
        let asked = inFlight[replied]
        replied += 1
        switch (reply, asked) {
        case (.rows(let rows), .part(let question, sql: _, let isLast)):
            question.parts.append(ReadRows(rows))
            if isLast { end(question, .rows(question.parts)) }
            retryPause = limits.retryMilliseconds.lowerBound
        case (.rows(let rows), .merged(let questions, sql: _)): split(rows, among: questions)
        case (.skipped, _):
            for question in asked.ended { askAgain(question) }
        case (.refused(let failure), _): refuse(asked, failure, pipeline)
        }
    }

    /// Gives each question its rows, which are in the order of the questions.
    private func split(_ rows: PostgresRows, among questions: [ReadQuestion]) {
        do throws(PostgresFailure) {
            var row = 0
            for (index, question) in questions.enumerated() {
                let start = row
                while row < rows.count, try rows.lastInteger(row) == index + 1 { row += 1 }
                end(question, .rows([ReadRows(rows, start..<row)]))
            }
        } catch {
            for question in questions { end(question, .failure(StorageFailure(error))) }
        }
    }

    private func refuse(
        _ asked: ReadTrip.Asked, _ failure: PostgresFailure, _ pipeline: any PostgresPipeline
    ) {
        var isTransient = false
        if case .refused(let state, _) = failure {
            // The schema has changed under the statement, or the server is stopped.
            if state == .cachedPlanChanged { pipeline.forget(asked.sql) }
            if state.endsConnection { ending = failure }
            isTransient = state == .cachedPlanChanged || state.endsConnection
        }
        let ended = asked.ended
        for question in asked.questions {
            question.losses += 1
            if !isTransient || question.losses > 1 {
                end(question, .failure(StorageFailure(failure)))
            } else if !ended.isEmpty {
                askAgain(question)
            }
        }
    }

    /// Sends a question once more, with those of this round.
    private func askAgain(_ question: ReadQuestion) {
        guard question.answer == nil else { return }
        question.parts = []
        noted.append(question)
    }

    private func dropReplied() {
        guard replied == inFlight.count || replied > 1_024 else { return }
        inFlight.removeFirst(replied)
        replied = 0
    }

    /// Gives up the connection. What was under way is asked once more on the next one.
    func lose(_ failure: PostgresFailure, at now: Int) {
        guard case .open(let pipeline) = line else { return }
        readLine?.unwatch(pipeline.descriptor)
        pipeline.close()
        (isWriting, ending) = (false, nil)
        let unanswered = inFlight[replied...].flatMap(\.ended).filter { $0.answer == nil }
        (inFlight, replied) = ([], 0)
        var again: [ReadQuestion] = []
        for question in unanswered {
            question.losses += 1
            question.parts = []
            if question.losses > 1 {
                end(question, .failure(StorageFailure(failure)))
            } else {
                again.append(question)
            }
        }
        noted = again + noted
        beginConnecting(after: nil)
    }

    /// Fails the questions that have waited for too long.
    private func expire(at now: Int) {
        if replied < inFlight.count, let since = inFlight[replied].questions.first?.since,
            since + limits.answerMilliseconds <= now
        {
            for asked in inFlight[replied...] {
                for question in asked.questions where isOld(question, at: now) {
                    end(question, .failure(StorageFailure(.timedOut)))
                }
            }
            lose(.timedOut, at: now)
        }
        guard let since = noted.first?.since, since + limits.connectMilliseconds <= now else {
            return
        }
        fail("the database does not accept connections in time") {
            ($0.since ?? now) + limits.connectMilliseconds <= now
        }
    }

    private func isOld(_ question: ReadQuestion, at now: Int) -> Bool {
        question.since.map { $0 + limits.answerMilliseconds <= now } ?? false
    }

    /// Fails the questions that are to be sent and fulfil a condition.
    func fail(_ reason: String, where isMeant: (ReadQuestion) -> Bool = { _ in true }) {
        let failed = noted.filter(isMeant)
        noted.removeAll(where: isMeant)
        for question in failed {
            notedKeys[question.key] = nil
            end(question, .failure(.unavailable(reason)))
        }
    }
}
