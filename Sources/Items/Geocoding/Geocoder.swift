/// Finds out where an address is; shared by all lanes.
package protocol Geocoder: Sendable {
    /// Looks the address up, elsewhere; `reply` is called once, on any
    /// thread, within a bounded time.
    ///
    /// Nil says that there is no such place. `trace` is what the one who looks says of the request
    /// on whose behalf he does, if that belongs to a trace.
    func find(
        _ address: Address, trace: String?,
        reply: @escaping @Sendable (Result<Coordinate?, GeocodingFailure>) -> Void)
}

/// Why an address could not be looked up.
package enum GeocodingFailure: Error, Equatable, Sendable {
    /// What sends requests is missing on this machine.
    case unavailable
    /// Too many addresses are waiting already.
    case overloaded
    /// The provider did not answer in the time that a client is given.
    case timedOut
    /// The provider could not be reached, refused, or said something that cannot be understood.
    case provider(String)
}

/// What is remembered of addresses, as one lane sees it.
package protocol GeocodeCache: AnyObject {
    /// What was found out about the address not too long before `now`, nil when nothing was.
    func cachedResult(for address: Address, now: Double) throws(StorageFailure) -> GeocodeResult?
}

/// What was found out about an address, and when.
package struct GeocodeResult: Equatable, Sendable {
    /// For how many seconds a place is believed to stay where it is: 90 days.
    package static let hitLifetime = 90 * 86_400.0
    /// For how many seconds it is believed that there is no such place: a day, for maps grow.
    package static let missLifetime = 86_400.0

    package let address: Address
    /// Nil when there is no such place.
    package let coordinate: Coordinate?
    /// In seconds since 1970.
    package let foundAt: Double

    /// What was found out then.
    package init(address: Address, coordinate: Coordinate?, foundAt: Double) {
        self.address = address
        self.coordinate = coordinate
        self.foundAt = foundAt
    }

    /// Whether it can still be told.
    ///
    /// What was found in a time that is still to come was found while the clock was wrong.
    package func isFresh(at now: Double) -> Bool {
        let life = coordinate == nil ? Self.missLifetime : Self.hitLifetime
        return now >= foundAt && now - foundAt < life
    }
}
