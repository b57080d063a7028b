import API
import HTTP
import Items
import Synchronization
import TestSupport

/// An app over the double, with a client of it: what a test decides, asks and looks into.
final class APIWorld {
    let items: InMemoryItems
    let owner = Owner(key: 1, epoch: "k3f9")
    let time = Time()
    /// What the operator was told of.
    let reports = Reports()
    let app: App
    let client: TestClient

    /// A world without items at second 1,000.
    init(isDraining: Bool = false) {
        let items = InMemoryItems(now: time.clock)
        let reports = reports
        self.items = items
        app = App(
            App.Parts(
                items: items, owner: owner, ids: .incrementing(), isDraining: { isDraining },
                report: { reports.add($0) }))
        client = TestClient(app)
    }

    /// Everything that a request could change: the clock and all items.
    var state: String {
        let items = self.items
        return (try? "\(items.clock(of: owner)) \(items.all(of: owner))") ?? "failed"
    }
}

extension ItemWorld {
    /// An app over this world's repository, with ids that count from 1.
    var app: App {
        App(App.Parts(items: repository, owner: owner, ids: .incrementing()))
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

extension IDs {
    /// The ids 1, 2, 3…
    static func incrementing() -> IDs {
        let last = Counter()
        return IDs { ItemID(high: 0, low: last.next()) }
    }
}

private final class Counter: Sendable {
    private let last = Mutex<UInt64>(0)

    func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

/// The text of the id with that number.
func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
}
