import API
import APITestSupport
import FoundationEssentials
import Items
import Synchronization
import TestSupport
import Testing

private let home = Coordinate(latitude: 52.5170365, longitude: -0.1)

@Suite struct `GET the coordinates of an address` {
    // proves: limits-8
    @Test func `answers a cached address without a request to the geocoder`() throws {
        let world = World(.success(nil))
        try world.remember("Unter den Linden 1", home)

        let response = world.client.send("GET", "/coordinates?address=%20Unter+den%20%20Linden%201")

        #expect(response.status == 200)
        #expect(response.text == #"{"latitude":52.5170365,"longitude":-0.1}"#)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "private, max-age=86400")
        #expect(world.asked == [])
    }

    @Test func `requests an uncached address from the geocoder`() {
        let world = World(.success(home))

        let response = world.client.send("GET", "/coordinates?address=K%C3%B6ln")

        #expect(response.status == 200)
        #expect(response.text == #"{"latitude":52.5170365,"longitude":-0.1}"#)
        #expect(world.asked == ["Köln"])
    }

    @Test func `answers 404 to an unknown address, cached or not`() throws {
        let world = World(.success(nil))
        try world.remember("Nowhere", nil)

        let remembered = world.client.send("GET", "/coordinates?address=Nowhere")
        let asked = world.client.send("GET", "/coordinates?address=Elsewhere")

        #expect([remembered.status, asked.status] == [404, 404])
        #expect(remembered.problemName == "address-not-found")
        #expect(asked.problemName == "address-not-found")
        #expect(world.asked == ["Elsewhere"])
    }

    @Test func `requests an address again when its cache entry has expired`() throws {
        let world = World(.success(home))
        try world.remember("Home", nil)
        world.time.advance(by: 86_400)

        let response = world.client.send("GET", "/coordinates?address=Home")

        #expect(response.status == 200)
        #expect(world.asked == ["Home"])
    }

    // proves: limits-8
    @Test(arguments: [
        (GeocodingFailure.unavailable, 503, "no-geocoder", nil),
        (.overloaded, 503, "overloaded", "5"), (.timedOut, 504, "geocoder-too-slow", nil),
        (.provider("it \"lies\""), 502, "geocoder-failed", nil),
    ])
    func `answers each geocoding failure with its own problem`(
        failure: GeocodingFailure, status: Int, name: String, retryAfter: String?
    ) {
        let response = World(.failure(failure)).client.send("GET", "/coordinates?address=Home")

        #expect(response.status == status)
        #expect(response.problemName == name)
        #expect(response["Retry-After"] == retryAfter)
        #expect(response["Cache-Control"] == "no-store")
        #expect(response.problem?.instance == response["X-Request-Id"])
        if case .provider(let reason) = failure {
            #expect(response.problem?.detail == "The geocoder failed: \(reason).")
        }
    }

    @Test func `passes the request's trace on with a new parent id`() throws {
        let world = World(.success(home))
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

        _ = world.client.send(
            "GET", "/coordinates?address=a", ["traceparent": "00-\(trace)-00f067aa0ba902b7-01"])
        _ = world.client.send("GET", "/coordinates?address=b", ["traceparent": "nonsense"])
        _ = world.client.send("GET", "/coordinates?address=c")

        #expect(world.traces.count == 3)
        let sent = try #require(world.traces.first ?? nil)
        #expect(sent.wholeMatch(of: /00-([0-9a-f]{32})-([0-9a-f]{16})-01/)?.output.1 == trace[...])
        #expect(!sent.contains("00f067aa0ba902b7"))
        #expect(world.traces.dropFirst() == [nil, nil])
    }

    // proves: limits-8
    @Test func `answers 503 without a geocoder`() {
        let response = APIWorld().client.send("GET", "/coordinates?address=Home")

        #expect(response.status == 503)
        #expect(response.problemName == "no-geocoder")
        #expect(response["Retry-After"] == nil)
        #expect(response.problem?.detail == "This server was started without a geocoder.")
    }

    @Test func `fails with the storage`() {
        let world = World(.success(home))
        world.cache.failure = .inputOutput("disk I/O error")

        let response = world.client.send("GET", "/coordinates?address=Home")

        #expect(response.status == 500)
        #expect(world.asked == [])
    }

    @Test(arguments: [
        "", "?", "?address", "?address=", "?address=%20%09", "?address=a%00b", "?address=%1B",
        "?address=%FF", "?address=" + String(repeating: "x", count: 501), "?q=Home",
        "?address=a&address=b", "?address=Home&limit=1",
    ])
    func `accepts one address and no other parameter`(query: String) {
        let world = World(.success(home))

        let response = world.client.send("GET", "/coordinates" + query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(world.asked == [])
    }

    @Test func `answers HEAD with the same fields as GET`() {
        let world = World(.success(home))

        let get = world.client.send("GET", "/coordinates?address=Home")
        let head = world.client.send("HEAD", "/coordinates?address=Home")

        #expect(head.status == 200)
        #expect(head.fields.map { "\($0)" } == get.fields.map { "\($0)" })
        #expect(head.body == [])
    }
}

/// An app with a geocoder of the test.
private final class World {
    let cache = InMemoryAddresses()
    let time = ManualClock()
    let client: TestClient
    private let geocoder: RecordingGeocoder

    init(_ result: Result<Coordinate?, GeocodingFailure>) {
        geocoder = RecordingGeocoder(result)
        client = TestClient(
            App(
                items: InMemoryItems(), authMode: .anonymous(Owner(key: 1, epoch: "k3f9")),
                ids: .incrementing(),
                geocoding: App.GeocodingServices(
                    cache: cache, geocoder: geocoder, clock: time.clock)))
    }

    /// The addresses that the geocoder received.
    var asked: [String] { geocoder.asked.withLock { $0 } }

    /// The trace of each request to the geocoder.
    var traces: [String?] { geocoder.traces.withLock { $0 } }

    func remember(_ words: String, _ coordinate: Coordinate?) throws {
        let address = try #require(Address(words))
        cache.found[address] = GeocodeResult(
            address: address, coordinate: coordinate, foundAt: time.clock.now())
    }
}

/// Gives one result for every address and records the addresses.
private final class RecordingGeocoder: Geocoder {
    let asked = Mutex<[String]>([])
    let traces = Mutex<[String?]>([])
    private let result: Result<Coordinate?, GeocodingFailure>

    init(_ result: Result<Coordinate?, GeocodingFailure>) {
        self.result = result
    }

    func find(
        _ address: Address, trace: String?,
        reply: @escaping @Sendable (Result<Coordinate?, GeocodingFailure>) -> Void
    ) {
        asked.withLock { $0.append(address.text) }
        traces.withLock { $0.append(trace) }
        reply(result)
    }
}

/// A double of the cache.
private final class InMemoryAddresses: GeocodeCache, GeocodeRows {
    var found: [Address: GeocodeResult] = [:]
    var failure: StorageFailure?

    func cachedResult(for address: Address, now: Double) throws(StorageFailure) -> GeocodeResult? {
        if let failure { throw failure }
        return found[address].flatMap { $0.isFresh(at: now) ? $0 : nil }
    }
}
