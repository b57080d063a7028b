import CPostgres
import Glibc
import Telemetry

/// Sending commands, and waiting for results.
extension PostgresConnection {
    /// Queues a command, after its preparation when it is the first of its text.
    @unsafe
    func send(
        _ command: PostgresCommand, on handle: OpaquePointer, _ expected: inout [ExpectedReply]
    ) throws(PostgresFailure) {
        let functions = library.functions
        let parameters = command.parameters
        var number = prepared[command.sql]
        if number == nil {
            let new = statements
            statements += 1
            let sent = unsafe functions.sendPrepare(
                handle, "s\(new)", command.sql, Int32(parameters.types.count), parameters.types)
            guard sent == 1 else { throw unsafe lost(handle) }
            prepared[command.sql] = new
            number = new
            expected.append(.preparation(of: command.sql))
        }
        let count = parameters.lengths.count
        let sent = unsafe parameters.bytes.withUnsafeBytes { bytes in
            var offset = 0
            var values = unsafe [UnsafePointer<CChar>?]()
            unsafe values.reserveCapacity(count)
            // An empty array has no address, and libpq takes a value without one for NULL.
            let empty = unsafe UnsafePointer<CChar>(bitPattern: 1)
            for length in parameters.lengths {
                guard length >= 0 else {
                    unsafe values.append(nil)
                    continue
                }
                let start = unsafe bytes.baseAddress?.advanced(by: offset)
                unsafe values.append(start?.assumingMemoryBound(to: CChar.self) ?? empty)
                offset += Int(length)
            }
            return unsafe functions.sendQueryPrepared(
                handle, "s\(number ?? 0)", Int32(count), values, parameters.lengths,
                [Int32](repeating: 1, count: count), 1)
        }
        guard sent == 1 else { throw unsafe lost(handle) }
        expected.append(.rows)
    }

    /// The next result; nil at the end of a command.
    @unsafe
    func next(
        on handle: OpaquePointer, until deadline: Deadline
    ) throws(PostgresFailure) -> OpaquePointer? {
        let functions = library.functions
        while true {
            let unsent = unsafe functions.flush(handle)
            guard unsent >= 0 else { throw unsafe lost(handle) }
            if unsafe functions.isBusy(handle) == 0 { return unsafe functions.getResult(handle) }
            try awaitInput(unsent == 1 ? POLLIN | POLLOUT : POLLIN, until: deadline)
        }
    }

    /// Waits for the socket, and reads it; closes the connection at the deadline, and when the
    /// answer is too large.
    func awaitInput(_ events: Int32, until deadline: Deadline) throws(PostgresFailure) {
        let handle = unsafe try open()
        unsafe try checkSize(handle)
        guard unsafe wait(events, on: handle, until: deadline) else {
            metrics?.timeouts.add()
            close()
            throw .timedOut
        }
        guard unsafe library.functions.consumeInput(handle) == 1 else {
            throw unsafe lost(handle)
        }
    }

    /// Waits for the socket; false at the deadline.
    @unsafe
    func wait(_ events: Int32, on handle: OpaquePointer, until deadline: Deadline) -> Bool {
        var socket = unsafe pollfd(
            fd: library.functions.socket(handle), events: Int16(events), revents: 0)
        while true {
            let count = unsafe poll(&socket, 1, deadline.milliseconds)
            // libpq reports errors other than an interruption when it reads.
            if count >= 0 || errno != EINTR { return count != 0 }
        }
    }

    @unsafe
    func open() throws(PostgresFailure) -> OpaquePointer {
        guard let handle = unsafe handle else { throw .disconnected("the connection is closed") }
        return unsafe handle
    }

    /// Throws when libpq has noticed that the connection is lost, which ends results early.
    @unsafe
    func requireConnection(_ handle: OpaquePointer) throws(PostgresFailure) {
        guard unsafe library.functions.status(handle) == CPOSTGRES_CONNECTION_OK else {
            throw unsafe lost(handle)
        }
    }

    /// Gives up the connection, whose state is unknown; the failure to throw.
    @unsafe
    func lost(_ handle: OpaquePointer) -> PostgresFailure {
        let reason = unsafe Self.message(handle, library.functions)
        metrics?.losses.add()
        if polled != nil { isLost = true } else { close() }
        return .disconnected(reason.isEmpty ? "the connection was lost" : reason)
    }

    @unsafe
    func refusal(_ result: OpaquePointer) -> PostgresFailure {
        func field(_ field: Int) -> String? {
            let text = unsafe library.functions.resultErrorField(result, Int32(field))
            return unsafe text.map { unsafe String(cString: $0) }
        }
        guard let state = field(CPOSTGRES_DIAGNOSTIC_SQLSTATE) else {
            return .unexpected(field(CPOSTGRES_DIAGNOSTIC_MESSAGE) ?? "no answer to a command")
        }
        return .refused(SQLState(state), field(CPOSTGRES_DIAGNOSTIC_MESSAGE) ?? "")
    }
}
