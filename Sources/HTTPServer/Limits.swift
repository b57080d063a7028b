package import HTTP

/// What a client may make large or long. A connection that goes beyond is
/// answered, if it can be, and closed.
package struct Limits: Equatable, Sendable {
    package var head = HeadLimits()
    /// Connections in all; who comes when there are so many is turned away with 503.
    package var connections = 16_384
    /// Connections from one address (of IPv6: from one network of 64 bits).
    package var connectionsPerAddress = 16_384
    /// Addresses of reverse proxies, behind which are many: their
    /// connections count towards all alone.
    package var proxies: [AddressRange] = []
    /// Requests on one connection; it is closed after the last answer. 0 sets no end.
    package var requestsPerConnection = 0
    /// Requests of one connection that are answered in a row before others get their turn.
    package var consecutiveRequests = 64
    /// Bytes of requests that are not complete yet, for each lane; the
    /// largest makes room for the others.
    package var bufferedRequestBytes = 128 << 20
    /// Bytes of answers that clients have not taken yet, for each lane; the largest makes room, of
    /// answers to writes that are being read only beyond twice as many.
    package var bufferedResponseBytes = 32 << 20
    /// Bytes of answers that are written before the first of them is sent, and that end a turn.
    package var unsentResponseBytes = 262_144

    /// Seconds that a connection may be open without a request.
    package var idleSeconds = 75
    /// The same, when newcomers find no room.
    package var idleSecondsWhenFull = 5
    /// Seconds from the first byte of a head to its last.
    package var headSeconds = 10
    /// Seconds for any body, and one more for so many bytes of it that have come.
    package var bodySeconds = 20
    package var bodyBytesPerSecond = 65_536
    /// Seconds that a client may take to read anything of an answer.
    package var writeSeconds = 30
    /// Seconds for a whole answer that does not fit into one send, with the
    /// time in which others have their turn.
    package var responseSeconds = 120
    /// Seconds that the rest of a refused request is read and thrown away,
    /// so that the answer is not lost to a reset.
    package var lingerSeconds = 2
    /// Seconds that requests under way get when the server goes down.
    package var drainSeconds = 10

    /// The defaults.
    package init() {}
}
