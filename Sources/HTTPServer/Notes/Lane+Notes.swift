import HTTP
import Telemetry

/// Notes what becomes of requests, for the metrics and for the log; a lane
/// without either reads no clock for it.
extension Lane {
    /// Whether anybody wants to know.
    var isNoting: Bool { figures != nil || log != nil }

    /// Begins the note of the request with this head, which is about to be answered.
    func noteRequest(_ head: borrowing RequestHead, _ connection: Connection, _ bytes: Span<UInt8>)
    {
        guard isNoting else { return }
        let trace = log == nil ? nil : head.trace(in: bytes)
        connection.note.begin(head.method, at: time.fine(), trace, from: response.out.count)
    }

    /// Notes when the head of a request with a body was there.
    func noteHead(_ connection: Connection) {
        guard isNoting else { return }
        connection.note.begun = time.fine()
        connection.note.isAnnounced = true
    }

    /// Notes that the answer comes from another thread, or goes on in parts.
    func noteUnderWay(_ head: borrowing RequestHead, _ connection: Connection, _ bytes: Span<UInt8>)
    {
        guard connection.note.isOpen else { return }
        connection.note.isUnderWay = true
        connection.note.take(response.status, to: response.out.count)
        figures?.underWay.add()
        guard log?.form.hasPaths == true else { return }
        connection.note.path = [UInt8](copying: bytes.slice(head.path))
    }

    /// Ends the note of a request whose answer was written at once.
    func noteAnswer(_ head: borrowing RequestHead, _ connection: Connection, _ bytes: Span<UInt8>) {
        guard connection.note.isOpen else { return }
        connection.note.take(response.status, to: response.out.count)
        tell(connection, response.terms, path: bytes.slice(head.path), isCut: false)
    }

    /// Ends the note of a request whose answer's last part was written, or is cut off.
    func noteEnd(_ connection: Connection, isCut: Bool = false) {
        guard connection.note.isOpen else { return }
        let path = connection.note.path
        tell(connection, connection.terms, path: path.span, isCut: isCut)
        connection.note.path = []
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
        noteEnd(connection, isCut: true)
        guard let figures, let counted = connection.counted else { return }
        figures.connections.add(-1, at: counted.rawValue)
        connection.counted = nil
    }

    private func tell(
        _ connection: Connection, _ terms: ResponseWriter.Terms, path: Span<UInt8>, isCut: Bool
    ) {
        let now = time.fine()
        let note = connection.note.end()
        if note.isUnderWay { figures?.underWay.add(-1) }
        let microseconds = max(0, now - note.begun)
        let outcome = isCut ? Outcome.cut : note.status.map { Outcome($0) } ?? .cut
        figures?.count(terms.route, note.method, outcome, microseconds: microseconds)
        guard let log else { return }
        var entry = LogEntry()
        entry.time = wallTime(at: now)
        entry.method = note.method
        entry.route = terms.route
        entry.status = note.status
        entry.isCut = isCut
        entry.bytes = max(0, note.bytes)
        entry.microseconds = microseconds
        entry.id = terms.id
        entry.owner = terms.owner
        entry.trace = note.trace
        log.add(entry, path: path)
    }

    /// What the wall clock says at a moment of this round, in milliseconds:
    /// it is read once a round.
    private func wallTime(at microseconds: Int) -> Int {
        wall + max(0, microseconds - roundBegan) / 1_000
    }
}
