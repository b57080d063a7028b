import HTTP
import Telemetry

/// Records requests for metrics and log. A lane without either reads no clock for it.
extension Lane {
    /// Whether metrics or log are enabled.
    var isRecording: Bool { metrics != nil || log != nil }

    /// Begins the record of the current request, just before it is answered.
    func recordRequest(
        _ connection: Connection, _ bytes: Span<UInt8>, _ buffers: borrowing RequestBuffers
    ) {
        guard isRecording else { return }
        let mark = buffers.response.out.count
        connection.record.begin(buffers.head.method, at: clocks.microseconds(), from: mark)
        if log != nil {
            connection.details = buffers.head.trace(in: bytes).map(RequestDetails.init)
        }
    }

    /// Records when the head of a request with a body was complete.
    func recordHead(_ connection: Connection) {
        guard isRecording else { return }
        connection.record.startedAt = clocks.microseconds()
        connection.record.hasHead = true
    }

    /// Records that the response is deferred or streamed.
    func recordInFlight(
        _ connection: Connection, _ bytes: Span<UInt8>, _ buffers: borrowing RequestBuffers
    ) {
        guard connection.record.isOpen else { return }
        connection.record.take(buffers.response.status, to: buffers.response.out.count)
        connection.record.isInFlight = true
        metrics?.inFlight.add()
        guard log?.formatter.hasPaths == true, !buffers.response.context.hidesPath else { return }
        let details = connection.details ?? RequestDetails(trace: nil)
        details.path = [UInt8](copying: bytes.slice(buffers.head.path))
        connection.details = details
    }

    /// Ends the record of a request whose response was written at once.
    func recordResponse(
        _ connection: Connection, _ bytes: Span<UInt8>, _ buffers: borrowing RequestBuffers
    ) {
        guard connection.record.isOpen else { return }
        connection.record.take(buffers.response.status, to: buffers.response.out.count)
        let path =
            buffers.response.context.hidesPath
            ? bytes.extracting(first: 0) : bytes.slice(buffers.head.path)
        report(connection, buffers.response.context, path: path, isCut: false)
    }

    /// Ends the record of a request whose response has been written to its end, or is cut off.
    func recordEnd(_ connection: Connection, isCut: Bool = false) {
        guard connection.record.isOpen else { return }
        let path = connection.details?.path ?? []
        report(connection, connection.context, path: path.span, isCut: isCut)
        connection.details = nil
    }

    /// Records a refused head and its response.
    func recordRefusal(_ rejection: Rejection, _ buffers: borrowing RequestBuffers, from mark: Int)
    {
        metrics?.count(rejection)
        guard let log else { return }
        var entry = LogLine()
        entry.time = clock.wallTime(at: clocks.microseconds())
        entry.status = buffers.response.status
        entry.bytes = buffers.response.out.count - mark
        entry.id = buffers.response.context.id
        let none: [UInt8] = []
        log.add(entry, path: none.span)
    }

    /// Counts a connection under the state it waits in.
    func count(_ connection: Connection, as wait: Connection.Wait) {
        guard connection.counted != wait, let metrics else { return }
        if let counted = connection.counted { metrics.connections.add(-1, at: counted.rawValue) }
        connection.counted = wait
        metrics.connections.add(1, at: wait.rawValue)
    }

    /// Removes a closing connection from the counts, and ends its request's record.
    func uncount(_ connection: Connection) {
        recordEnd(connection, isCut: true)
        guard let metrics, let counted = connection.counted else { return }
        metrics.connections.add(-1, at: counted.rawValue)
        connection.counted = nil
    }

    private func report(
        _ connection: Connection, _ context: ResponseContext, path: Span<UInt8>, isCut: Bool
    ) {
        let now = clocks.microseconds()
        let record = connection.record.end()
        if record.isInFlight { metrics?.inFlight.add(-1) }
        let microseconds = max(0, now - record.startedAt)
        let statusClass = isCut ? StatusClass.cut : record.status.map { StatusClass($0) } ?? .cut
        metrics?.count(context.route, record.method, statusClass, microseconds: microseconds)
        guard let log else { return }
        var entry = LogLine()
        entry.time = clock.wallTime(at: now)
        entry.method = record.method
        entry.route = context.route
        entry.status = record.status
        entry.isCut = isCut
        entry.bytes = max(0, record.bytes)
        entry.microseconds = microseconds
        entry.id = context.id
        entry.owner = context.owner
        entry.trace = connection.details?.trace
        log.add(entry, path: path)
    }
}
