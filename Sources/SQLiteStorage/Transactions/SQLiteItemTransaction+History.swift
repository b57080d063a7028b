import Items
import SQLite
import Storage

/// The log as an undo reads it.
///
///     log      │ 41  42 │ 43  44  45      the write to undo has the entries 41 and 42
///     item         ◄──────────┘           now, with 45 and 43 reverted: what the write left
///              ◄────                      with 42 reverted as well: what was before the write
extension SQLiteItemTransaction {
    /// The log entries that an undo of a write needs.
    private struct LoggedWrite {
        /// The write's entries by sequence, the oldest first; and the sequences in order of
        /// entries.
        var entries: [Int: [Int]] = [:]
        var sequences: [Int] = []
        /// The ids of deleted items, by sequence.
        var deleted: [Int: ItemID] = [:]
        /// The entries after the write by sequence, the newest first.
        var later: [Int: [Int]] = [:]
        /// Whether the write has created and deleted items.
        var isMixed = false
    }

    func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> LoggedEffects {
        let write: LoggedWrite
        switch try storing({ () throws(DatabaseError) in try loadWrite(revision) }) {
        case .write(let loaded): write = loaded
        case .expired: return .expired
        case .tooMany: return .tooMany
        }
        // An id that was deleted and created again has two sequences, and one effect.
        var merged: [ItemID: WriteEffect] = [:]
        for sequence in write.sequences {
            let effect = try storing { () throws(DatabaseError) in
                try self.effect(of: write, at: sequence)
            }
            guard write.isMixed else {
                try body(effect)
                continue
            }
            let other = merged[effect.id]
            merged[effect.id] = WriteEffect(
                id: effect.id, before: effect.before ?? other?.before,
                after: effect.after ?? other?.after)
        }
        for id in merged.keys.sorted() {
            if let effect = merged[id] { try body(effect) }
        }
        return .whole
    }

    private enum Loaded {
        case write(LoggedWrite), expired, tooMany
    }

    /// The entries of a write and those after it.
    private func loadWrite(_ revision: Int) throws(DatabaseError) -> Loaded {
        var own: [LogEntry] = []
        var later: [(number: Int, sequence: Int)] = []
        var number = state?.lastEntry ?? 0
        while let entry = try entry(number), entry.revision >= revision {
            livenessProbes.answer()
            if !isAlone {
                guard changesToUndo > 0 else { return .tooMany }
                changesToUndo -= 1
            }
            number = entry.previous
            if entry.revision > revision {
                guard later.count < UndoLimits.laterChanges else { return .expired }
                later.append((entry.number, entry.sequence))
                continue
            }
            own.append(entry)
            if entry.members.contains(.first) { break }
        }
        guard own.last?.members.contains(.first) == true else { return .expired }
        var write = LoggedWrite()
        for entry in own.reversed() {
            if write.entries[entry.sequence] == nil { write.sequences.append(entry.sequence) }
            write.entries[entry.sequence, default: []].append(entry.number)
            if entry.members.contains(.deletion) { write.deleted[entry.sequence] = entry.id }
        }
        for (number, sequence) in later where write.entries[sequence] != nil {
            write.later[sequence, default: []].append(number)
        }
        write.isMixed =
            own.contains { $0.members.contains(.creation) }
            && own.contains { $0.members.contains(.deletion) }
        return .write(write)
    }

    /// The effect of a write on a sequence; if it created and deleted the item, there is none
    /// before and after.
    private func effect(
        of write: LoggedWrite, at sequence: Int
    ) throws(DatabaseError) -> WriteEffect {
        var item = try item(at: sequence)
        for number in write.later[sequence] ?? [] { try revert(number, of: &item, at: sequence) }
        let after = item
        for number in (write.entries[sequence] ?? []).reversed() {
            try revert(number, of: &item, at: sequence)
        }
        guard let id = after?.id ?? item?.id ?? write.deleted[sequence] else {
            throw try log.image.corruption("a change of no item")
        }
        return WriteEffect(id: id, before: item, after: after)
    }

    private func revert(
        _ number: Int, of item: inout ToDoItem?, at sequence: Int
    ) throws(DatabaseError) {
        let old = item
        item = try log.image.withReset { statement throws(DatabaseError) in
            try statement.bind(number, at: 1)
            try statement.require(try session.step(&statement), "no entry")
            let image = LogImage()
            return try image.item(statement, after: old, at: sequence)
        }
    }

    private func entry(_ number: Int) throws(DatabaseError) -> LogEntry? {
        guard number > 0 else { return nil }
        return try log.entry.withReset { statement throws(DatabaseError) in
            try statement.bind(number, at: 1)
            try statement.bind(owner.key, at: 2)
            return try session.step(&statement) ? LogEntry(number, statement) : nil
        }
    }
}
