import Items
import Synchronization

/// The n-th id.
func id(_ number: UInt64) -> ItemID { ItemID(high: 0, low: number) }

/// Content with only a title.
func content(_ title: String) -> ItemContent { ItemContent(title: title) }

/// Counts events on any threads.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func count() { number.add(1, ordering: .relaxed) }
}
