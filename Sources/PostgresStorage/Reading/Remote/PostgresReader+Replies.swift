import Items
import PostgreSQL

/// Replies and losses.
extension PostgresReader {
    /// Sends what the socket takes, and has the poller watch for room if that was not all.
    func send(_ pipeline: any PostgresPipeline) throws(PostgresFailure) {
        let isSent = try pipeline.flush()
        guard isWriting == isSent else { return }
        isWriting = !isSent
        guard readLine?.watch(pipeline.descriptor, isWriting) == true else {
            throw .disconnected("the connection cannot be polled")
        }
    }

    func take(_ reply: PostgresReply, _ pipeline: any PostgresPipeline) {
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
        for question in noted { question.since = now }
        beginConnecting(after: nil)
    }

    /// Fails the questions that have waited for too long: the trip under way, or those that wait
    /// for a connection.
    func expire(at now: Int) {
        guard !isUnderWay else {
            guard sentAt + limits.answerMilliseconds <= now else { return }
            for question in inFlight[replied...].flatMap(\.questions) {
                end(question, .failure(StorageFailure(.timedOut)))
            }
            return lose(.timedOut, at: now)
        }
        // What waited for the trip leaves at the end of this round.
        if case .open = line { return }
        guard let since = noted.first?.since, since + limits.connectMilliseconds <= now else {
            return
        }
        fail("the database does not accept connections in time") {
            ($0.since ?? now) + limits.connectMilliseconds <= now
        }
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
