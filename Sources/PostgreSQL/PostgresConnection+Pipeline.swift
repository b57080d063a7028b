import CPostgres
import Glibc
import Telemetry

/// Commands whose replies are taken as they arrive; `exchange` waits for the replies to its own
/// commands.
extension PostgresConnection: PostgresPipeline {
    /// A reply that the server has still to send.
    enum ExpectedReply {
        /// The end of the preparation of a statement.
        case preparation(of: String)
        case rows
        /// The end of a round trip that began at a time in microseconds.
        case end(since: Int)
    }

    /// A duplicate of libpq's socket. libpq closes its socket as soon as the connection is lost,
    /// and then the next client's connection can get the number while it is still polled here.
    package var descriptor: Int32 {
        if let polled { return polled }
        guard let handle = unsafe handle else { return -1 }
        let copy = fcntl(unsafe library.functions.socket(handle), F_DUPFD_CLOEXEC, 0)
        if copy >= 0 { polled = copy }
        return copy
    }

    package func queue(_ commands: [PostgresCommand]) throws(PostgresFailure) {
        let handle = unsafe try open()
        let began = Deadline.microseconds
        var expected: [ExpectedReply] = []
        for command in commands { unsafe try send(command, on: handle, &expected) }
        guard unsafe library.functions.pipelineSync(handle) == 1 else { throw unsafe lost(handle) }
        pending += expected
        pending.append(.end(since: began))
    }

    package func flush() throws(PostgresFailure) -> Bool {
        let handle = unsafe try open()
        let unsent = unsafe library.functions.flush(handle)
        guard unsent >= 0 else { throw unsafe lost(handle) }
        return unsent == 0
    }

    package func receive(_ body: (PostgresReply) -> Void) throws(PostgresFailure) {
        let handle = unsafe try open()
        guard unsafe library.functions.consumeInput(handle) == 1 else { throw unsafe lost(handle) }
        try takeReplies(body)
    }

    /// Takes the replies that were read from the socket.
    func takeReplies(_ body: (PostgresReply) -> Void) throws(PostgresFailure) {
        let handle = unsafe try open()
        defer { dropTaken() }
        while taken < pending.count, unsafe library.functions.isBusy(handle) == 0 {
            guard let result = unsafe library.functions.getResult(handle) else {
                unsafe try endReply(handle, body)
                continue
            }
            unsafe try take(result, handle)
        }
    }

    package func forget(_ sql: String) {
        prepared[sql] = nil
    }

    /// Takes a result of the command whose reply is expected.
    @unsafe
    private func take(
        _ result: OpaquePointer, _ handle: OpaquePointer
    ) throws(PostgresFailure) {
        let functions = library.functions
        // A broken connection ends results with errors of libpq's own.
        guard unsafe functions.status(handle) == CPOSTGRES_CONNECTION_OK else {
            unsafe functions.clear(result)
            throw unsafe lost(handle)
        }
        let status = Int(unsafe functions.resultStatus(result))
        switch (pending[taken], status) {
        case (.end(let since), CPOSTGRES_PIPELINE_SYNC):
            unsafe functions.clear(result)
            taken += 1
            metrics?.trips.add()
            metrics?.tripMicroseconds.add(Deadline.microseconds - since)
        case (.rows, CPOSTGRES_COMMAND_OK), (.rows, CPOSTGRES_TUPLES_OK):
            unsafe reply = .rows(PostgresRows(result, library))
        case (.preparation, CPOSTGRES_COMMAND_OK):
            unsafe functions.clear(result)
            reply = .skipped
        case (.end, _):
            unsafe functions.clear(result)
            throw unsafe lost(handle)
        case (_, CPOSTGRES_PIPELINE_ABORTED):
            unsafe functions.clear(result)
            if reply == nil { reply = .skipped }
            if case .preparation(let sql) = pending[taken] { prepared[sql] = nil }
        case (let expected, _):
            unsafe reply = .refused(refusal(result))
            unsafe functions.clear(result)
            if case .preparation(let sql) = expected {
                prepared[sql] = nil
                // The command itself is skipped; this is its reply.
                refusedPreparation = reply
            }
        }
    }

    /// Ends the results of a command.
    @unsafe
    private func endReply(
        _ handle: OpaquePointer, _ body: (PostgresReply) -> Void
    ) throws(PostgresFailure) {
        guard let reply else { throw unsafe lost(handle) }
        self.reply = nil
        defer { taken += 1 }
        guard case .rows = pending[taken] else { return }
        if case .skipped = reply, let refusedPreparation {
            self.refusedPreparation = nil
            return body(refusedPreparation)
        }
        body(reply)
    }

    /// Drops the expectations that were met, once they are many or all.
    private func dropTaken() {
        guard taken == pending.count || taken > 1_024 else { return }
        pending.removeFirst(min(taken, pending.count))
        taken = 0
    }
}
