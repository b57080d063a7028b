import Items
import Synchronization

/// Announces that items were stored which have a reminder, so that the sender claims in time.
///
/// It is a help only: the sender also asks each half a minute, for other processes' writes and for
/// those of bulk writes, which announce nothing.
package final class ReminderSignal: Sendable {
    private let isConnected = Atomic<Bool>(false)
    private let receiver = Mutex<(@Sendable (Double) -> Void)?>(nil)

    /// A signal that nothing receives yet.
    package init() {}

    /// Sets the receiver of the earliest time among the reminders of a batch; it is called on the
    /// writer's thread, after the commit.
    package func connect(_ receive: @escaping @Sendable (Double) -> Void) {
        receiver.withLock { $0 = receive }
        isConnected.store(true, ordering: .relaxed)
    }

    func send(_ rows: BatchRows) {
        // A server without reminders looks at no item.
        guard isConnected.load(ordering: .relaxed) else { return }
        var earliest: Double?
        // A span, because an array's element would be copied with its texts.
        let rows = rows.items
        let items = rows.span
        for index in items.indices where items[index].isChanged {
            guard let time = items[index].changed?.content.reminderTime else { continue }
            earliest = min(time, earliest ?? time)
        }
        guard let earliest else { return }
        receiver.withLock { $0 }?(earliest)
    }
}
