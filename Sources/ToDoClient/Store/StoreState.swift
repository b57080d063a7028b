import Foundation

/// What a store holds in memory.
struct StoreState: Sendable {
    enum Phase { case unopened, open, closed }

    var phase = Phase.unopened
    var replica = Replica()
    var shown = ShownItems()
    var status = SyncStatus.idle
    var subscribers: [UUID: AsyncStream<ToDoItemSnapshot>.Continuation] = [:]
    /// The bytes in the log, and those of them that were written at once.
    var logSize = 0
    var baseSize = 0

    var snapshot: ToDoItemSnapshot {
        ToDoItemSnapshot(shown, conflicts: replica.conflicts, status: status)
    }

    /// Applies an event and shows what it changed.
    mutating func apply(_ event: Event) {
        switch replica.apply(event) {
        case .some(let ids) where ids.count <= 1_000 || ids.count < shown.rows.count / 4:
            for id in ids { shown.update(id, replica.row(id), isUnsent: replica.isUnsent(id)) }
        case .some, .all:
            shown = replica.allShown
        }
    }

    /// Tells all subscribers how things are now.
    func publish() {
        guard !subscribers.isEmpty else { return }
        let snapshot = snapshot
        for continuation in subscribers.values { continuation.yield(snapshot) }
    }
}
