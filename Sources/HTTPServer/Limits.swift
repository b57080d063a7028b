package import HTTP

/// Limits of sizes and times. A connection that exceeds one is answered, if possible, and closed.
package struct Limits: Equatable, Sendable {
    package var head = HeadLimits()
    /// Connections in total; above, a new one is refused with 503.
    package var connections = 16_384
    /// Connections from one address (for IPv6, from one network of 64 bits).
    package var connectionsPerAddress = 16_384
    /// Addresses of reverse proxies, which carry many clients: their connections count only towards
    /// the total.
    package var proxies: [AddressRange] = []
    /// Requests of one connection that are answered in a row before it is queued behind others.
    package var consecutiveRequests = 64
    /// Bytes of incomplete requests per lane; above, the largest is evicted.
    package var bufferedRequestBytes = 128 << 20
    /// Bytes of unsent responses per lane; above, the largest is evicted. Responses to writes whose
    /// client still reads are evicted only above twice as many.
    package var bufferedResponseBytes = 32 << 20
    /// Bytes of responses that are written before the first is sent, and that end a connection's
    /// turn.
    package var unsentResponseBytes = 262_144

    /// Seconds a connection may be open without a request.
    package var idleSeconds = 75
    /// The same while the connection limit is reached.
    package var idleSecondsWhenFull = 5
    /// Seconds from the first byte of a head to its last.
    package var headSeconds = 10
    /// Seconds for any body, plus one for each `bodyBytesPerSecond` bytes that have arrived.
    package var bodySeconds = 20
    package var bodyBytesPerSecond = 65_536
    /// Seconds within which a client must read something of a response.
    package var writeSeconds = 30
    /// Seconds for a whole response that does not fit into one send, including the turns of other
    /// connections.
    package var responseSeconds = 120
    /// Seconds for which the rest of a refused request is read and discarded, so that a reset does
    /// not destroy the response.
    package var lingerSeconds = 2
    /// Seconds that requests in progress get at shutdown.
    package var drainSeconds = 10

    package init() {}
}
