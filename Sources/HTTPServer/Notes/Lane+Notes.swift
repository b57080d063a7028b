import HTTP
import Telemetry

/// Keeps account of requests, for the metrics and for the log; a lane without either reads no clock for it.
extension Lane {
    /// Whether anybody wants to know.
    var isNoting: Bool { figures != nil || log != nil }

    /// Opens the account of the request with this head, which is about to be answered.
    func open(_ head: borrowing RequestHead, _ connection: Connection, _ bytes: Span<UInt8>) {
        guard isNoting else { return }
        let trace = log == nil ? nil : head.trace(in: bytes)
        connection.account.open(head.method, at: time.fine(), trace, from: response.out.count)
    }

    /// Notes when the head of a request with a body was there.
    func announce(_ connection: Connection) {
        guard isNoting else { return }
        connection.account.begun = time.fine()
        connection.account.isAnnounced = true
    }

    /// Notes that the answer comes from another thread, or goes on in parts.
    func carryOn(_ head: borrowing RequestHead, _ connection: Connection, _ bytes: Span<UInt8>) {
        guard connection.account.isOpen else { return }
        connection.account.isUnderWay = true
        connection.account.take(response.status, to: response.out.count)
        figures?.underWay.add()
        guard log?.form.hasPaths == true else { return }
        connection.account.path = [UInt8](copying: bytes.slice(head.path))
    }

    /// Closes the account of an answer that was written at once.
    func conclude(_ head: borrowing RequestHead, _ connection: Connection, _ bytes: Span<UInt8>) {
        guard connection.account.isOpen else { return }
        connection.account.take(response.status, to: response.out.count)
        settle(connection, response.terms, path: bytes.slice(head.path), isCut: false)
    }

    /// Closes the account of an answer whose last part was written, or that is cut off.
    func conclude(_ connection: Connection, isCut: Bool = false) {
        guard connection.account.isOpen else { return }
        let path = connection.account.path
        settle(connection, connection.terms, path: path.span, isCut: isCut)
        connection.account.path = []
    }

    /// Notes that a head was refused, with what it was answered.
    func noteRefusal(_ rejection: Rejection, from mark: Int) {
        figures?.count(rejection)
        guard let log else { return }
        var entry = LogEntry()
        entry.time = wallTime(at: time.fine())
        entry.status = response.status
        entry.bytes = response.out.count - mark
        entry.id = response.terms.id
        let none: [UInt8] = []
        log.add(entry, path: none.span)
    }

    /// Counts a connection among those that wait for the same.
    func count(_ connection: Connection, as wait: Connection.Wait) {
        guard let figures, connection.counted != wait else { return }
        if let counted = connection.counted { figures.connections.add(-1, at: counted.rawValue) }
        connection.counted = wait
        figures.connections.add(1, at: wait.rawValue)
    }

    /// Takes a connection that ends out of the count, with the request that it had.
    func uncount(_ connection: Connection) {
        conclude(connection, isCut: true)
        guard let figures, let counted = connection.counted else { return }
        figures.connections.add(-1, at: counted.rawValue)
        connection.counted = nil
    }

    private func settle(
        _ connection: Connection, _ terms: ResponseWriter.Terms, path: Span<UInt8>, isCut: Bool
    ) {
        let now = time.fine()
        let account = connection.account.close()
        if account.isUnderWay { figures?.underWay.add(-1) }
        let microseconds = max(0, now - account.begun)
        let outcome = isCut ? Outcome.cut : account.status.map { Outcome($0) } ?? .cut
        figures?.count(terms.route, account.method, outcome, microseconds: microseconds)
        guard let log else { return }
        var entry = LogEntry()
        entry.time = wallTime(at: now)
        entry.method = account.method
        entry.route = terms.route
        entry.status = account.status
        entry.isCut = isCut
        entry.bytes = max(0, account.bytes)
        entry.microseconds = microseconds
        entry.id = terms.id
        entry.owner = terms.owner
        entry.trace = account.trace
        log.add(entry, path: path)
    }

    /// What the wall clock says at a moment of this round, in milliseconds: it is read once a round.
    private func wallTime(at microseconds: Int) -> Int {
        wall + max(0, microseconds - roundBegan) / 1_000
    }
}
