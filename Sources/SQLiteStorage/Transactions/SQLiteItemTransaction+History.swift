import Items
import SQLite

/// What an undo asks of the log.
///
///     log      │ 41  42 │ 43  44  45      the write to be undone has 41 and 42
///     item         ◄──────────┘           now, with 45 and 43 taken back: what the write left
///              ◄────                      and with 42 taken back as well: what was before it
extension SQLiteItemTransaction {
    /// How many entries are walked back through at most, so that an old write cannot keep the writer
    /// from the others; one that lies further back counts as forgotten.
    static let entriesToUndo = 250_000

    /// What an undo needs of a write.
    private struct LoggedWrite {
        /// Its entries, the oldest first, by place; and the places in the order of the entries.
        var entries: [Int: [Int]] = [:]
        var sequences: [Int] = []
        /// What it deleted, by place.
        var deleted: [Int: ItemID] = [:]
        /// Entries after the write, the newest first, by place.
        var later: [Int: [Int]] = [:]
        /// Whether it has both made and deleted items.
        var isMixed = false
    }

    func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> Bool {
        let write = try storing { () throws(DatabaseError) -> LoggedWrite? in
            try loadWrite(revision)
        }
        guard let write else { return false }
        // An id that was deleted and made again has two places, and one effect.
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
        return true
    }

    /// The entries of a write and of what came after it; nil when a part of the write is forgotten,
    /// or too much came after it.
    private func loadWrite(_ revision: Int) throws(DatabaseError) -> LoggedWrite? {
        var own: [LogEntry] = []
        var later: [(number: Int, sequence: Int)] = []
        var number = state?.lastEntry ?? 0
        while let entry = try entry(number), entry.revision >= revision {
            number = entry.previous
            if entry.revision > revision {
                guard later.count < Self.entriesToUndo else { return nil }
                later.append((entry.number, entry.sequence))
                continue
            }
            own.append(entry)
            if entry.members.contains(.first) { break }
        }
        guard own.last?.members.contains(.first) == true else { return nil }
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
        return write
    }

    /// What a write did at a place; where it made an item and deleted it again, there was none before
    /// and after it.
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

    /// Makes an item what it was before an entry.
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
