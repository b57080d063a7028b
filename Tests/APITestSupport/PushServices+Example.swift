package import API
package import Accounts
import HTTP
package import Items
import Synchronization

/// The sender that subscriptions start and test, which sends nothing.
package final class RecordingSender: Sendable {
    private let state = Mutex((starts: 0, tests: [Subscription](), isFull: false))

    package init() {}

    /// How often a subscription was made.
    package var starts: Int { state.withLock(\.starts) }
    package var tests: [Subscription] { state.withLock(\.tests) }

    /// Makes it refuse tests.
    package func fill() { state.withLock { $0.isFull = true } }

    func start() { state.withLock { $0.starts += 1 } }

    func test(_ subscription: Subscription) -> Bool {
        state.withLock { state in
            if !state.isFull { state.tests.append(subscription) }
            return !state.isFull
        }
    }
}

extension PushServices {
    /// The key that clients subscribe with.
    package static let examplePublicKey = "B" + String(repeating: "A", count: 86)

    /// Services that permit `push.example` and `ntfy.example`. A point is one if it begins with 4 and
    /// does not end with 0.
    package static func example(
        _ repository: any AccountRepository, _ writer: any AccountWriter,
        zones: any TimeZoneDatabase, sender: RecordingSender = RecordingSender(),
        ticks: ManualMonotonicClock = ManualMonotonicClock()
    ) -> PushServices {
        let hosts = ["push.example", "ntfy.example"].compactMap { PushAddresses.Host($0) }
        return PushServices(
            Shared(
                publicKey: examplePublicKey,
                addresses: PushAddresses(
                    hosts: hosts, local: [WebOrigin("http://192.168.1.5:8080")].compactMap { $0 }),
                writer: writer, zones: zones,
                isPoint: { $0.count == 65 && $0.first == 4 && $0.last != 0 },
                start: { sender.start() }, test: { sender.test($0) }, steady: { ticks.now }),
            repository: repository)
    }
}
