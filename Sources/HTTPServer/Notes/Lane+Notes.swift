import HTTP
import Telemetry

/// Notes what becomes of requests, for the metrics and for the log; a lane
/// without either reads no clock for it.
extension Lane {
    /// Whether anybody wants to know.
    var isNoting: Bool { figures != nil || log != nil }

    /// Begins the note of the request at hand, which is about to be answered.
    func noteRequest(_ connection: Connection, _ bytes: Span<UInt8>, _ papers: borrowing Papers) {
        guard isNoting else { return }
        let mark = papers.response.out.count
        connection.note.begin(papers.head.method, at: time.fine(), from: mark)
        if log != nil { connection.details = papers.head.trace(in: bytes).map(RequestDetails.init) }
    }

    /// Notes when the head of a request with a body was there.
    func noteHead(_ connection: Connection) {
        guard isNoting else { return }
        connection.note.begun = time.fine()
        connection.note.isAnnounced = true
    }

    /// Notes that the answer comes from another thread, or goes on in parts.
    func noteUnderWay(_ connection: Connection, _ bytes: Span<UInt8>, _ papers: borrowing Papers) {
        guard connection.note.isOpen else { return }
        connection.note.isUnderWay = true
        connection.note.take(papers.response.status, to: papers.response.out.count)
        figures?.underWay.add()
        guard log?.form.hasPaths == true else { return }
        let details = connection.details ?? RequestDetails(trace: nil)
        details.path = [UInt8](copying: bytes.slice(papers.head.path))
        connection.details = details
    }

    /// Ends the note of a request whose answer was written at once.
    func noteAnswer(_ connection: Connection, _ bytes: Span<UInt8>, _ papers: borrowing Papers) {
        guard connection.note.isOpen else { return }
        connection.note.take(papers.response.status, to: papers.response.out.count)
        let path = bytes.slice(papers.head.path)
        tell(connection, papers.response.context, path: path, isCut: false)
    }

    /// Ends the note of a request whose answer's last part was written, or is cut off.
    func noteEnd(_ connection: Connection, isCut: Bool = false) {
        guard connection.note.isOpen else { return }
        let path = connection.details?.path ?? []
        tell(connection, connection.context, path: path.span, isCut: isCut)
        connection.details = nil
    }

    /// Notes that a head was refused, with what it was answered.
    func noteRefusal(_ rejection: Rejection, _ papers: borrowing Papers, from mark: Int) {
        figures?.count(rejection)
        guard let log else { return }
        var entry = LogEntry()
        entry.time = wallTime(at: time.fine())
        entry.status = papers.response.status
        entry.bytes = papers.response.out.count - mark
        entry.id = papers.response.context.id
        let none: [UInt8] = []
        log.add(entry, path: none.span)
    }

    /// Counts a connection among those that wait for the same.
    func count(_ connection: Connection, as wait: Connection.Wait) {
        guard connection.counted != wait, let figures else { return }
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
        _ connection: Connection, _ context: ResponseContext, path: Span<UInt8>, isCut: Bool
    ) {
        let now = time.fine()
        let note = connection.note.end()
        if note.isUnderWay { figures?.underWay.add(-1) }
        let microseconds = max(0, now - note.begun)
        let outcome = isCut ? Outcome.cut : note.status.map { Outcome($0) } ?? .cut
        figures?.count(context.route, note.method, outcome, microseconds: microseconds)
        guard let log else { return }
        var entry = LogEntry()
        entry.time = wallTime(at: now)
        entry.method = note.method
        entry.route = context.route
        entry.status = note.status
        entry.isCut = isCut
        entry.bytes = max(0, note.bytes)
        entry.microseconds = microseconds
        entry.id = context.id
        entry.owner = context.owner
        entry.trace = connection.details?.trace
        log.add(entry, path: path)
    }

    /// What the wall clock says at a moment of this round, in milliseconds:
    /// it is read once a round.
    private func wallTime(at microseconds: Int) -> Int {
        wall + max(0, microseconds - roundBegan) / 1_000
    }
}
