/// Resolves addresses to coordinates; shared by all lanes.
package protocol Geocoder: Sendable {
    /// Looks the address up at the provider.
    ///
    /// `reply` is called once, on any thread, within a bounded time; nil means that the address is
    /// unknown. `trace` is the trace context that is forwarded to the provider, when the request
    /// has one.
    func find(
        _ address: Address, trace: String?,
        reply: @escaping @Sendable (Result<Coordinate?, GeocodingFailure>) -> Void)
}

/// Why an address could not be looked up.
package enum GeocodingFailure: Error, Equatable, Sendable {
    /// The HTTP client library is not available.
    case unavailable
    /// Too many lookups are queued.
    case overloaded
    /// The provider did not respond before the request's timeout.
    case timedOut
    /// The provider was unreachable, returned an error or a response that cannot be parsed.
    case provider(String)
}

/// The cache of geocoded addresses, as one lane reads it.
package protocol GeocodeCache: AnyObject {
    /// Looks an address up: calls `reply` at once, or returns nil and calls the reply that `later`
    /// makes, once, on the same lane, when the row has arrived.
    func perform<Outcome>(
        _ address: Address, _ reply: (any GeocodeRows) -> Outcome,
        later: () -> (any GeocodeRows) -> Void
    ) -> Outcome?
}

/// A cache that has its rows at once.
extension GeocodeCache where Self: GeocodeRows {
    package func perform<Outcome>(
        _ address: Address, _ reply: (any GeocodeRows) -> Outcome,
        later: () -> (any GeocodeRows) -> Void
    ) -> Outcome? {
        reply(self)
    }
}

/// The row of a lookup, for its reply.
package protocol GeocodeRows: AnyObject {
    /// The cached result, nil when there is none or it has expired at `now`.
    func cachedResult(for address: Address, now: Double) throws(StorageFailure) -> GeocodeResult?
}

/// The result of a lookup, and its time.
package struct GeocodeResult: Equatable, Sendable {
    /// Seconds for which a found coordinate is cached: 90 days.
    package static let hitLifetime = 90 * 86_400.0
    /// Seconds for which an unknown address is cached: a day, because maps grow.
    package static let missLifetime = 86_400.0

    package let address: Address
    /// Nil when the address is unknown.
    package let coordinate: Coordinate?
    /// In seconds since 1970.
    package let foundAt: Double

    /// A result with the time of its lookup.
    package init(address: Address, coordinate: Coordinate?, foundAt: Double) {
        self.address = address
        self.coordinate = coordinate
        self.foundAt = foundAt
    }

    /// Whether the result has not expired.
    ///
    /// A time in the future comes from a clock that was wrong, so the result counts as expired.
    package func isFresh(at now: Double) -> Bool {
        let life = coordinate == nil ? Self.missLifetime : Self.hitLifetime
        return now >= foundAt && now - foundAt < life
    }
}
