package import API
import Accounts
package import HTTP
package import Items
import Synchronization
package import TestSupport

/// A world whose routes can be tested.
package protocol RouteWorld: AnyObject {
    var client: TestClient { get }
    /// Everything that a request could change.
    var state: String { get }
}

/// An app on the double of the storage, with a client and the doubles that a test controls.
package final class APIWorld: RouteWorld {
    package let items: InMemoryItems
    /// Has subscriptions only.
    package let accounts: InMemoryAccounts
    package let sender = RecordingSender()
    /// The double that delays rows, if they come later.
    package let late: LateRepository?
    package let owner = Owner(key: 1, epoch: "k3f9")
    package let time = ManualClock()
    /// The failures that were reported to the operator.
    package let reports = Reports()
    package let app: App
    package let client: TestClient

    /// A world without items at second 1,000.
    package init(
        isLate: Bool = false, isDraining: Bool = false, maxBody: Int = 16 << 20,
        origins: [WebOrigin] = [],
        hostAndOrigin: HostAndOriginGuard? = nil, page: Page? = .example,
        hasAssistants: Bool = true, hasReminders: Bool = true,
        imports: ImportQueue = ImportQueue { $0() }
    ) {
        let items = InMemoryItems(now: time.clock)
        let (reports, sender) = (reports, sender)
        let accounts = InMemoryAccounts(clock: time.clock, local: owner)
        let rows = isLate ? LateRepository(items, accounts) : nil
        self.items = items
        self.accounts = accounts
        late = rows
        app = App(
            items: rows ?? items, authMode: .anonymous(owner), ids: .incrementing(),
            maxBody: maxBody,
            origins: origins, hostAndOrigin: hostAndOrigin, page: page,
            assistants: hasAssistants
                ? Assistants(version: "9.9.9", timeZones: FixedTimeZones()) : nil,
            exchange: ExchangeServices(
                clock: time.clock, timeZones: FixedTimeZones(), queue: imports),
            push: hasReminders
                ? .example(
                    rows ?? accounts, accounts, zones: FixedTimeZones(), sender: sender)
                : nil,
            metrics: { $0.append("toodoo_example 1\n") },
            isDraining: { isDraining }, report: { reports.add($0) })
        client = TestClient(app)
    }

    /// Everything that a request could change: the revision, all items and subscriptions.
    package var state: String {
        let items = self.items
        return (try? "\(items.revision(of: owner)) \(items.all(of: owner)) \(accounts.writes)")
            ?? "failed"
    }
}

/// The failures that an app reported, in order.
package final class Reports: Sendable {
    private let failures = Mutex<[StorageFailure]>([])

    /// No reports yet.
    package init() {}

    package var all: [StorageFailure] { failures.withLock { $0 } }

    package func add(_ failure: StorageFailure) { failures.withLock { $0.append(failure) } }
}

/// The text of the id with that number.
package func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
}
