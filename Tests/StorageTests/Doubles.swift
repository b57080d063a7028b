import Dispatch
import Items
import Synchronization

/// The n-th id.
func id(_ number: UInt64) -> ItemID { ItemID(high: 0, low: number) }

/// Content with only a title.
func content(_ title: String) -> ItemContent { ItemContent(title: title) }

extension IdempotentRequest {
    /// A POST with this key, whose response has the revision.
    static func post(_ key: String) -> IdempotentRequest {
        IdempotentRequest(
            key: IdempotencyKey(key, method: "POST", target: "/items"), fingerprint: [1]
        ) { StoredResponse(status: 201, head: [], content: Array("\($0.revision)".utf8)) }
    }
}

/// Stops commits until the test lets them go on, like a slow disk.
struct Gate: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let open = DispatchSemaphore(value: 0)

    /// Waits until a batch is about to commit.
    func waitForCommit() { arrived.wait() }

    /// Lets `count` commits continue.
    func letGo(_ count: Int = 1) {
        for _ in 0..<count { open.signal() }
    }

    func pass() {
        arrived.signal()
        open.wait()
    }
}

/// Counts events on any threads.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func count() { number.add(1, ordering: .relaxed) }
}
