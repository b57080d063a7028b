import HTTP

/// Bytes that a lane buffers for its clients, and the connection that gives way beyond the limits.
///
/// The largest holder gives way. If new requests were refused instead, a few stalled clients could
/// keep all others out.
struct MemoryBudget {
    /// Milliseconds for which a response to a write counts as being read after the client took part
    /// of it.
    private static let longestPause = 1_000

    /// How a connection gives way.
    enum Eviction {
        /// The request is answered before its body is complete.
        case abandonBody(Connection)
        /// The request is answered before its head is complete.
        case abandonHead(Connection)
        /// The requests are dropped with their connection.
        case dropRequests(Connection)
        /// The response is cut off.
        case cutResponse(Connection)
    }

    private let requestLimit: Int
    private let responseLimit: Int
    /// Bytes of requests that are buffered until more of them arrives.
    private(set) var requestBytes = 0
    /// Bytes of responses that are buffered until the client takes them.
    private(set) var responseBytes = 0

    init(_ limits: Limits) {
        requestLimit = limits.bufferedRequestBytes
        responseLimit = limits.bufferedResponseBytes
    }

    var isWithinLimits: Bool { requestBytes <= requestLimit && responseBytes <= responseLimit }

    /// Sets how many bytes of requests a connection holds.
    mutating func setRequestBytes(_ bytes: Int, of connection: Connection) {
        requestBytes += bytes - connection.requestBytes
        precondition(bytes >= 0 && requestBytes >= bytes, "fewer bytes than one connection has")
        connection.requestBytes = bytes
    }

    mutating func addResponse(_ bytes: Int) {
        responseBytes += bytes
    }

    mutating func removeResponse(_ bytes: Int) {
        responseBytes -= bytes
        precondition(responseBytes >= 0, "more bytes were taken than written")
    }

    /// The next connection that gives way at the time `now`; nil when the rest stays.
    ///
    /// Neither limit applies to a request that the handler is answering. A response to a write
    /// stays up to twice the limit while its client reads it: the write has been made, and a client
    /// that is cut off never gets its result.
    func nextEviction(in connections: ConnectionTable, at now: Int) -> Eviction? {
        if requestBytes > requestLimit,
            let largest = connections.largest({ $0.isBeingHandled ? 0 : $0.requestBytes })
        {
            return switch largest.stage {
            case .body: .abandonBody(largest)
            case .head where largest.wait == .head: .abandonHead(largest)
            default: .dropRequests(largest)
            }
        }
        if responseBytes > responseLimit,
            let largest = connections.largest({
                Self.isReadingWriteResult($0, at: now) ? 0 : $0.output.count
            })
        {
            return .cutResponse(largest)
        }
        guard responseBytes > 2 * responseLimit else { return nil }
        return connections.largest { $0.output.count }.map { .cutResponse($0) }
    }

    private static func isReadingWriteResult(_ connection: Connection, at now: Int) -> Bool {
        !connection.record.method.isSafe && now - connection.waitingSince < longestPause
    }
}

extension Connection {
    /// Whether the handler has the current request, and answers it later.
    fileprivate var isBeingHandled: Bool {
        stage == .admitting || stage == .answering
    }
}
