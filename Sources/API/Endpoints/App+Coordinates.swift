import HTTP
package import Items

/// `GET /coordinates`.
extension App {
    /// The geocoder and the cache of its results.
    package struct GeocodingServices {
        /// Cached results, as this lane reads them.
        package let cache: any GeocodeCache
        /// The geocoder, asked for addresses that are not cached.
        package let geocoder: any Geocoder
        package let clock: Clock

        /// Creates the services from their parts.
        package init(cache: any GeocodeCache, geocoder: any Geocoder, clock: Clock) {
            self.cache = cache
            self.geocoder = geocoder
            self.clock = clock
        }
    }

    /// Answers from the cache; otherwise the response is deferred until the geocoder has answered.
    func coordinates(
        _ request: borrowing Request, _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        let address = try readAddress(request)
        guard let geocoding else { throw .noGeocoder }
        // 0 is not a valid id (w3.org/TR/trace-context).
        let trace = request.trace?.child(.random(in: 1...(.max)))
        return perform(address, of: geocoding.cache, request.handle, &response) {
            [self] cache, response throws(Problem) in
            let known = try stored { () throws(StorageFailure) in
                try cache.cachedResult(for: address, now: geocoding.clock.now())
            }
            if let known {
                try write(.success(known.coordinate), to: &response)
                return .written
            }
            geocoding.geocoder.find(address, trace: trace) { found in
                deferred.send { response in
                    do throws(Problem) {
                        try write(found, to: &response)
                    } catch {
                        error.write(to: &response)
                    }
                }
            }
            return .deferred
        }
    }

    private func readAddress(_ request: borrowing Request) throws(Problem) -> Address {
        enum Name: String, CaseIterable { case address }
        var address: Address?
        try Parameters<Name>.read(request) { (_, value) throws(Problem) in
            let text = QueryParameters.text(value)
            address = text.flatMap { Address($0) }
        }
        guard let address else {
            throw .badParameter(
                "address",
                expected: "1 to \(Address.characters) characters, none of them a control character")
        }
        return address
    }
}

private func write(
    _ found: Result<Coordinate?, GeocodingFailure>, to response: inout ResponseWriter
) throws(Problem) {
    let coordinate: Coordinate?
    do throws(GeocodingFailure) {
        coordinate = try found.get()
    } catch {
        throw .geocoding(error)
    }
    guard let coordinate else { throw .addressNotFound }
    response.start(.ok)
    response.field("Content-Type", "application/json")
    // Coordinates rarely change, but the addresses that a user looks up are private.
    response.field("Cache-Control", "private, max-age=86400")
    response.body.append("{\"latitude\":")
    response.body.appendJSON(coordinate.latitude)
    response.body.append(",\"longitude\":")
    response.body.appendJSON(coordinate.longitude)
    response.body.append("}")
    response.finish()
}
