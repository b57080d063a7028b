import Foundation

/// Reading the state from the log, and writing events to it.
extension ToDoItemStore {
    /// A log is rewritten when it is this many times as long as after the last rewriting.
    private static let growth = 4
    /// A log is not rewritten below this size.
    private static let smallestRewritten = 1 << 18

    /// Calls `body` with the state of the open store; opens the store first.
    func withOpenState<Result>(
        _ body: (inout StoreState) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try state.withLock { state throws(StoreError) in
            switch state.phase {
            case .closed: throw .closed
            case .open: break
            case .unopened: try load(&state)
            }
            return try body(&state)
        }
    }

    private func load(_ state: inout StoreState) throws(StoreError) {
        let contents: PersistentDataStore.Contents
        do {
            contents = try data.load()
        } catch {
            throw StoreError(disk: error)
        }
        var hasUnreadableRecord = false
        var replica = Replica()
        var partsLeft = 0
        state.logSize = 0
        state.checkpointSize = 0
        for record in contents.records {
            let size = record.count + 10
            state.logSize += size
            if partsLeft > 0 {
                partsLeft -= 1
                state.checkpointSize += size
            }
            guard let event = try? Event(record: record) else {
                hasUnreadableRecord = true
                continue
            }
            if case .checkpoint(.start(_, _, let parts)) = event {
                partsLeft = parts
                state.checkpointSize = size
            }
            _ = replica.apply(event)
        }
        var copy = contents.damagedCopy
        if hasUnreadableRecord, copy == nil {
            do {
                copy = try data.keepCopy()
            } catch {
                // Without the copy, the repair would lose what this version cannot read.
                data.close()
                throw StoreError(disk: error)
            }
        }
        state.replica = replica
        state.phase = .open
        if contents.isDamaged || hasUnreadableRecord {
            state.file = .damaged(copy: copy)
            repair(&state)
        }
        state.shown = state.replica.allShown
    }

    /// Drops the token, so that the next sync fetches the server's part of the missing records.
    private func repair(_ state: inout StoreState) {
        _ = state.replica.apply(.expired)
        // If this fails, the log stays damaged and the next opening repairs it again.
        rewrite(&state)
    }

    /// Writes an event to the log, then changes the state. Changes nothing if it throws.
    func commit(_ event: Event, _ state: inout StoreState) throws(StoreError) {
        let record: Data
        do {
            record = try event.record()
            try data.append(record)
        } catch {
            throw StoreError(disk: error)
        }
        state.logSize += record.count + 10
        state.apply(event)
        // Without a size from the last rewriting, an item counts as about 150 bytes.
        let size = max(
            state.checkpointSize, 150 * (state.shown.rows.count + state.shown.unsentIDs.count))
        if state.logSize > max(Self.smallestRewritten, Self.growth * size) {
            rewrite(&state)
        }
        state.publish()
    }

    /// Replaces the log by the state. Nothing is lost if it fails: the log does not change.
    private func rewrite(_ state: inout StoreState) {
        guard let events = state.replica.checkpointEvents() else { return }
        do {
            let records = try events.map { try $0.record() }
            let size = records.reduce(0) { $0 + $1.count + 10 }
            try data.replace(records)
            state.logSize = size
            state.checkpointSize = size
        } catch {
            // Not again at each of the following writes.
            state.checkpointSize = state.logSize
        }
    }
}
