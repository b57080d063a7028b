import API
import HTTP
import Items
import Synchronization
import TestSupport

/// A world in which a route can be tried.
protocol RouteWorld: AnyObject {
    var client: TestClient { get }
    /// Everything that a request could change.
    var state: String { get }
}

/// An app over the double, with a client of it: what a test decides, asks and looks into.
final class APIWorld: RouteWorld {
    let items: InMemoryItems
    let owner = Owner(key: 1, epoch: "k3f9")
    let time = Time()
    /// What the operator was told of.
    let reports = Reports()
    let app: App
    let client: TestClient

    /// A world without items at second 1,000.
    init(
        isDraining: Bool = false, maxBody: Int = 16 << 20, origins: [WebOrigin] = [],
        crossSite: CrossSiteGuard? = nil
    ) {
        let items = InMemoryItems(now: time.clock)
        let reports = reports
        self.items = items
        app = App(
            items: items, authMode: .anonymous(owner), ids: .incrementing(), maxBody: maxBody,
            origins: origins, crossSite: crossSite, metrics: { $0.append("toodoo_example 1\n") },
            isDraining: { isDraining }, report: { reports.add($0) })
        client = TestClient(app)
    }

    /// Everything that a request could change: the revision and all items.
    var state: String {
        let items = self.items
        return (try? "\(items.revision(of: owner)) \(items.all(of: owner))") ?? "failed"
    }
}

/// A client of an app over a repository of any kind, which lives as long as the client does.
final class StoredClient {
    let owner: Owner
    let app: App
    private let world: ItemWorld
    let client: TestClient

    /// A client of an app without items and with ids that count from 1.
    init(_ kind: ItemWorld.Kind, clock: Clock = .constant(1_000)) throws {
        world = try ItemWorld(kind, clock: clock)
        owner = world.owner
        app = App(items: world.repository, authMode: .anonymous(world.owner), ids: .incrementing())
        client = TestClient(app)
    }

    /// Sends a request and waits for its answer.
    func send(
        _ method: String, _ target: String, _ fields: [String: String] = [:], body: String? = nil
    ) -> TestResponse {
        client.send(method, target, fields, body: body)
    }

    /// The same with a body of JSON.
    func send(_ method: String, _ target: String, json: String) -> TestResponse {
        client.send(method, target, json: json)
    }
}

/// A clock that moves when it is told to.
final class Time: Sendable {
    private let seconds = Mutex(1_000.0)

    var clock: Clock { Clock { [self] in seconds.withLock { $0 } } }

    func pass(_ more: Double) { seconds.withLock { $0 += more } }
}

/// What an app reported, in order.
final class Reports: Sendable {
    private let failures = Mutex<[StorageFailure]>([])

    var all: [StorageFailure] { failures.withLock { $0 } }

    func add(_ failure: StorageFailure) { failures.withLock { $0.append(failure) } }
}

/// The text of the id with that number.
func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
}
