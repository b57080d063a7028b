import Items
import PostgreSQL

/// Replies and losses.
extension PostgresReader {
    /// Sends as much as the socket takes, and has the poller watch for room for the rest.
    func send(_ pipeline: any PostgresPipeline) throws(PostgresFailure) {
        let isSent = try pipeline.flush()
        guard isWriting == isSent else { return }
        isWriting = !isSent
        guard registration?.watch(pipeline.descriptor, isWriting) == true else {
            throw .disconnected("the connection cannot be polled")
        }
    }

    func take(_ reply: PostgresReply, _ pipeline: any PostgresPipeline) {
        guard replied < inFlight.count else { return }
        let statement = inFlight[replied]
        replied += 1
        switch (reply, statement) {
        case (.rows(let rows), .part(let read, sql: _, let isLast)):
            read.parts.append(ReadRows(rows))
            if isLast { finish(read, .success(read.parts)) }
            retryPause = limits.retryMilliseconds.lowerBound
        case (.rows(let rows), .merged(let reads, sql: _)): split(rows, among: reads)
        case (.skipped, _):
            for read in statement.completed { retry(read) }
        case (.refused(let failure), _): refuse(statement, failure, pipeline)
        }
    }

    /// Splits rows among the reads; they are in the order of the reads.
    private func split(_ rows: PostgresRows, among reads: [WaitingRead]) {
        do throws(PostgresFailure) {
            var row = 0
            for (index, read) in reads.enumerated() {
                let start = row
                while row < rows.count, try rows.lastInteger(row) == index + 1 { row += 1 }
                finish(read, .success([ReadRows(rows, start..<row)]))
            }
        } catch {
            for read in reads { finish(read, .failure(StorageFailure(error))) }
        }
    }

    private func refuse(
        _ statement: ReadTrip.SentStatement, _ failure: PostgresFailure,
        _ pipeline: any PostgresPipeline
    ) {
        var isTransient = false
        if case .refused(let state, _) = failure {
            // The schema has changed under the statement, or the server is stopped.
            if state == .cachedPlanChanged { pipeline.forget(statement.sql) }
            if state.endsConnection { ending = failure }
            isTransient = state == .cachedPlanChanged || state.endsConnection
        }
        let completed = statement.completed
        for read in statement.reads {
            read.losses += 1
            if !isTransient || read.losses > 1 {
                finish(read, .failure(StorageFailure(failure)))
            } else if !completed.isEmpty {
                retry(read)
            }
        }
    }

    /// Sends a read once more, together with the reads of this round.
    private func retry(_ read: WaitingRead) {
        guard read.result == nil else { return }
        read.parts = []
        queued.append(read)
    }

    /// Closes the connection, and sends the reads in progress once more on the next one.
    func dropConnection(_ failure: PostgresFailure, at now: Int) {
        guard case .open(let pipeline) = connection else { return }
        registration?.unwatch(pipeline.descriptor)
        pipeline.close()
        (isWriting, ending) = (false, nil)
        let unfinished = inFlight[replied...].flatMap(\.completed).filter { $0.result == nil }
        (inFlight, replied) = ([], 0)
        var again: [WaitingRead] = []
        for read in unfinished {
            read.losses += 1
            read.parts = []
            if read.losses > 1 {
                finish(read, .failure(StorageFailure(failure)))
            } else {
                again.append(read)
            }
        }
        queued = again + queued
        for read in queued { read.since = now }
        beginConnecting(after: nil)
    }

    /// Fails the reads that have waited too long, in progress or for a connection.
    func expire(at now: Int) {
        guard !isUnderWay else {
            guard sentAt + limits.answerMilliseconds <= now else { return }
            for read in inFlight[replied...].flatMap(\.reads) {
                finish(read, .failure(StorageFailure(.timedOut)))
            }
            return dropConnection(.timedOut, at: now)
        }
        // Queued reads leave at the end of this round.
        if case .open = connection { return }
        guard let since = queued.first?.since, since + limits.connectMilliseconds <= now else {
            return
        }
        fail("the database does not accept connections in time") {
            ($0.since ?? now) + limits.connectMilliseconds <= now
        }
    }

    /// Fails the reads that are to be sent and fulfil a condition.
    func fail(_ reason: String, where isMeant: (WaitingRead) -> Bool = { _ in true }) {
        let failed = queued.filter(isMeant)
        queued.removeAll(where: isMeant)
        for read in failed {
            queuedByKey[read.key] = nil
            finish(read, .failure(.unavailable(reason)))
        }
    }
}
