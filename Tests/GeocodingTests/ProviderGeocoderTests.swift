import Items
import Synchronization
import Testing

@testable import Geocoding

private let home = #"[{"lat":"1.5","lon":"2.5"}]"#
private let atHome = Coordinate(latitude: 1.5, longitude: 2.5)

@Suite struct `A geocoder's lookup` {
    @Test func `requests the provider and caches the result`() throws {
        let world = try World(.answer(home))

        world.find("Home")
        world.scheduler.work()

        #expect(world.replies == [Found("Home", .success(atHome))])
        #expect(
            world.session.lastURL == "http://maps.example/search?q=Home&format=jsonv2&limit=1")
        #expect(world.session.userAgents == ["toodoo/1"])
        #expect(world.remembered.map(\.address.text) == ["Home"])
        #expect(world.remembered.map(\.coordinate) == [atHome])
        #expect(world.remembered.map(\.foundAt) == [7])
    }

    @Test func `caches that an address was not found`() throws {
        let world = try World(.answer("[]"))

        world.find("Nowhere")
        world.scheduler.work()

        #expect(world.replies == [Found("Nowhere", .success(nil))])
        #expect(world.remembered.map(\.coordinate) == [nil])
    }

    static let failures: [(RecordingSession.Outcome, GeocodingFailure)] = [
        (.answer(home, status: 500), .provider("it answered with status 500")),
        (.answer(home, status: 302), .provider("it answered with status 302")),
        (.answer("[]", status: 404), .provider("it answered with status 404")),
        (.answer("{}"), .provider("it answered with no array")),
        (.answer("["), .provider("it answered with what is no JSON at byte 1")),
        (.failure(.timedOut), .timedOut), (.failure(.unavailable), .unavailable),
        (.failure(.tooLarge), .provider("its answer was too large")),
        (.failure(.failed("no route")), .provider("no route")),
    ]

    @Test(arguments: failures)
    func `fails like the provider and caches nothing`(
        answer: RecordingSession.Outcome, failure: GeocodingFailure
    ) throws {
        let world = try World(answer)

        world.find("Home")
        world.scheduler.work()

        #expect(world.replies == [Found("Home", .failure(failure))])
        #expect(world.remembered == [])
    }

    // proves: limits-8
    @Test func `is shared by simultaneous clients`() throws {
        let world = try World(.answer(home))

        for _ in 0..<3 { world.find("Home") }
        world.scheduler.work()
        world.scheduler.pass(60)
        world.scheduler.work()

        #expect(world.session.urls.count == 1)
        #expect(world.replies == Array(repeating: Found("Home", .success(atHome)), count: 3))
    }

    @Test func `passes the trace of the first client on`() throws {
        let world = try World(.answer(home))

        world.find("Home", trace: "first")
        world.find("Home", trace: "second")
        world.find("Elsewhere")
        world.scheduler.work()
        world.scheduler.pass(60)
        world.scheduler.work()

        #expect(world.session.traces == ["first", nil])
    }

    // proves: limits-8
    @Test func `runs one at a time, and once a second`() throws {
        let world = try World(.answer(home))
        for name in ["a", "b", "c"] { world.find(name) }

        world.scheduler.work()
        #expect(world.asked == ["a"])
        world.scheduler.pass(0.999_999_999)
        #expect(world.scheduler.waiting == 0)
        world.scheduler.pass(0.000_000_001)
        #expect(world.scheduler.waiting == 1)
        // The second request takes so long that the third could begin.
        world.scheduler.pass(1.5)
        #expect(world.scheduler.waiting == 1)
        world.scheduler.work()
        world.scheduler.pass(60)
        world.scheduler.work()

        #expect(world.asked == ["a", "b", "c"])
        #expect(world.replies.map(\.address) == ["a", "b", "c"])
    }

    @Test func `waits a second after an idle time as well`() throws {
        let world = try World(.answer(home))
        world.find("a")
        world.scheduler.work()
        world.scheduler.pass(0.5)

        world.find("b")
        world.scheduler.work()
        let early = world.asked
        world.scheduler.pass(0.5)
        world.scheduler.work()

        #expect(early == ["a"])
        #expect(world.asked == ["a", "b"])
    }

    @Test func `continues after a failure`() throws {
        let world = try World(.failure(.timedOut), .answer(home))
        world.find("a")
        world.find("b")

        world.scheduler.work()
        world.scheduler.pass(1)
        world.scheduler.work()

        #expect(world.replies == [Found("a", .failure(.timedOut)), Found("b", .success(atHome))])
    }

    // proves: limits-8
    @Test func `times out for a client, and its later result is cached`() throws {
        let world = try World(.answer(home))
        world.find("Home")

        world.scheduler.pass(4.999)
        let early = world.replies
        world.scheduler.pass(0.001)
        let late = world.replies
        world.scheduler.work()

        #expect(early == [])
        #expect(late == [Found("Home", .failure(.timedOut))])
        #expect(world.replies == late)
        #expect(world.remembered.map(\.coordinate) == [atHome])
    }

    @Test func `in progress is joined by later clients with their own time-out`() throws {
        let world = try World(.answer(home))
        world.find("Home")
        world.scheduler.pass(4)
        world.find("Home")

        world.scheduler.pass(2)
        let early = world.replies
        world.scheduler.work()

        #expect(early == [Found("Home", .failure(.timedOut))])
        #expect(world.replies == early + [Found("Home", .success(atHome))])
        #expect(world.asked == ["Home"])
    }

    @Test func `is not started for clients that have timed out`() throws {
        let world = try World(.answer(home))
        world.find("a")
        world.find("b")
        world.scheduler.pass(5)

        world.scheduler.work()
        world.scheduler.pass(60)
        world.scheduler.work()

        #expect(world.asked == ["a"])
        #expect(world.replies.map(\.result) == [.failure(.timedOut), .failure(.timedOut)])
    }

    @Test func `is refused when too many clients wait, until some have left`() throws {
        let world = try World(.answer(home))
        for _ in 0..<1_024 { world.find("home") }

        world.find("home")
        let refused = world.replies
        world.scheduler.pass(5)
        world.find("home")

        #expect(refused == [Found("home", .failure(.overloaded))])
        #expect(world.replies.count == 1_025)
        #expect(world.replies.dropFirst().allSatisfy { $0.result == .failure(.timedOut) })
    }

    @Test func `is refused when too many addresses wait, unless the address is queued already`()
        throws
    {
        let world = try World(.answer(home))
        world.find("first")
        for number in 0..<16 { world.find("\(number)") }

        world.find("one more")
        world.find("7")
        world.find("first")

        #expect(world.replies == [Found("one more", .failure(.overloaded))])
    }

    @Test func `is accepted again when clients have timed out`() throws {
        let world = try World(.answer(home))
        for number in 0...16 { world.find("\(number)") }
        world.scheduler.pass(5)
        let replies = world.replies.count

        world.find("one more")

        #expect(replies == 17)
        #expect(world.replies.count == 17)
    }
}

/// The result that a client received for an address.
private struct Found: Equatable {
    let address: String
    let result: Result<Coordinate?, GeocodingFailure>

    init(_ address: String, _ result: Result<Coordinate?, GeocodingFailure>) {
        self.address = address
        self.result = result
    }
}

/// A geocoder with a provider, a clock and a thread of the test.
private final class World {
    /// The results, from any thread.
    private final class Notes: Sendable {
        let found = Mutex<[Found]>([])
        let remembered = Mutex<[GeocodeResult]>([])
    }

    let session: RecordingSession
    let scheduler = TestScheduler()
    private let geocoder: ProviderGeocoder
    private let notes: Notes

    init(_ answers: RecordingSession.Outcome...) throws {
        let notes = Notes()
        self.notes = notes
        session = RecordingSession(answers)
        geocoder = ProviderGeocoder(
            Nominatim(base: try #require(ProviderURL("http://maps.example"))), session: session,
            scheduler: scheduler.scheduler, clock: .constant(7), userAgent: "toodoo/1"
        ) { found in notes.remembered.withLock { $0.append(found) } }
    }

    /// The results of the clients, in order.
    var replies: [Found] { notes.found.withLock { $0 } }
    var remembered: [GeocodeResult] { notes.remembered.withLock { $0 } }

    /// The addresses that the provider received.
    var asked: [String] {
        session.urls.map { String($0.split(separator: "?q=")[1].prefix { $0 != "&" }) }
    }

    func find(_ words: String, trace: String? = nil) {
        guard let address = Address(words) else {
            Issue.record("\(words) is no address")
            return
        }
        let notes = notes
        geocoder.find(address, trace: trace) { result in
            notes.found.withLock { $0.append(Found(words, result)) }
        }
    }
}
