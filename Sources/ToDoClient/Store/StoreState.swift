import Foundation

/// The in-memory state of a store.
struct StoreState: Sendable {
    enum Phase { case unopened, open, closed }

    var phase = Phase.unopened
    var replica = Replica()
    var shown = ShownItems()
    var status = SyncStatus.idle
    var file = FileState.intact
    var subscribers: [UUID: AsyncStream<ToDoItemSnapshot>.Continuation] = [:]
    /// The size of the log in bytes, and the size of the checkpoint at its beginning.
    var logSize = 0
    var checkpointSize = 0

    var snapshot: ToDoItemSnapshot {
        ToDoItemSnapshot(
            shown, conflicts: replica.conflicts, status: status, file: file,
            undo: replica.undo.last, redo: replica.redo.last)
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

    /// Sends the current snapshot to all subscribers.
    func publish() {
        guard !subscribers.isEmpty else { return }
        let snapshot = snapshot
        for continuation in subscribers.values { continuation.yield(snapshot) }
    }
}
