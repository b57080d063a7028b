import Items
import PostgreSQL
import Storage

/// The reads of a bulk write and of an undo.
///
///     changes  │ 7.1  7.2 │ 8.1  9.1  9.2      the write to undo is revision 7
///     item         ◄──────────┘                now, with 9.2 and 8.1 reverted: what the write left
///              ◄────                           with 7.2 reverted as well: what was before it
extension PostgresItemTransaction {
    /// The items of one part, because an item can have 64 KiB.
    private static let itemsPerCall = 250
    /// The maximum numbers of the write's own changes, and of the later changes of its items. SQLite
    /// counts the later changes of all items of the owner, since it has to read them.
    private var changesToUndo: (own: Int?, later: Int) {
        isBulk
            ? (nil, UndoLimits.laterChanges) : (UndoLimits.inSharedBatch, UndoLimits.inSharedBatch)
    }

    func select(
        _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        var items: [ToDoItem] = []
        var start = sequence
        while true {
            let rows = try run(
                PostgresCommand(
                    """
                    SELECT \(ItemColumns.list) FROM items \
                    WHERE owner = $1 AND done = $2 AND sequence > $3 \
                    ORDER BY owner, done, sequence LIMIT \(Self.itemsPerCall)
                    """
                ) {
                    $0.append(owner.key)
                    $0.append(done)
                    $0.append(start)
                })
            for row in 0..<rows.count {
                let item = try storing { () throws(PostgresFailure) in
                    try ItemColumns.item(rows, row)
                }
                start = item.sequence
                if filter.matches(item) { items.append(item) }
            }
            try storing { () throws(PostgresFailure) in
                try fetchNext(of: items.map { (owner.key, $0) })
            }
            if rows.count < Self.itemsPerCall { return (items, true) }
            // A part without a match gives the caller no sequence from which to continue.
            if !items.isEmpty { return (items, false) }
        }
    }

    func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> LoggedEffects {
        let most = changesToUndo
        let own = try run(
            PostgresCommand(
                """
                SELECT \(ChangeColumns.image) FROM changes WHERE owner = $1 AND revision = $2 \
                ORDER BY owner, revision, ordinal\(most.own.map { " LIMIT \($0 + 1)" } ?? "")
                """
            ) {
                $0.append(owner.key)
                $0.append(revision)
            })
        // The oldest changes are deleted first, so a write with its first change is whole.
        let first = try storing { () throws(PostgresFailure) in
            own.count > 0 ? try own.integer(0, ChangeColumns.At.ordinal) : nil
        }
        guard first == 1 else { return .expired }
        if let limit = most.own, own.count > limit { return .tooMany }
        guard let effects = try effects(of: own, revision, atMost: most.later) else {
            return isBulk ? .expired : .tooMany
        }
        for effect in effects { try body(effect) }
        return .whole
    }

    /// The effects of the write with these changes; nil when too many follow it.
    private func effects(
        of own: PostgresRows, _ revision: Int, atMost limit: Int
    ) throws(StorageFailure) -> [WriteEffect]? {
        var sequences: [Int] = []
        var ownRows: [Int: [Int]] = [:]
        var ids: [Int: ItemID] = [:]
        var (hasCreation, hasDeletion) = (false, false)
        try storing { () throws(PostgresFailure) in
            typealias At = ChangeColumns.At
            for row in 0..<own.count {
                let sequence = try own.integer(row, At.sequence)
                if ownRows[sequence] == nil { sequences.append(sequence) }
                ownRows[sequence, default: []].append(row)
                ids[sequence] = ItemID(try own.uuid(row, At.id))
                let members = ChangeMembers(rawValue: try own.integer(row, At.members))
                hasCreation = hasCreation || members.contains(.creation)
                hasDeletion = hasDeletion || members.contains(.deletion)
            }
        }
        let later = try run(
            PostgresCommand(
                """
                SELECT \(ChangeColumns.image) FROM changes \
                WHERE owner = $1 AND revision > $2 AND sequence = ANY ($3) \
                ORDER BY owner DESC, revision DESC, ordinal DESC LIMIT \(limit + 1)
                """
            ) {
                $0.append(owner.key)
                $0.append(revision)
                $0.append(sequences) { $0 }
            })
        guard later.count <= limit else { return nil }
        // Written with arrays, or as a join, a generic plan may read all items of the owner.
        let halves = [false, true].map { done in
            """
            SELECT i.* FROM unnest($2) AS n (sequence) CROSS JOIN LATERAL ( \
            SELECT \(ItemColumns.list) FROM items \
            WHERE owner = $1 AND done = \(done) AND sequence = n.sequence LIMIT 1) i
            """
        }
        let now = try run(
            PostgresCommand(halves.joined(separator: " UNION ALL ")) {
                $0.append(owner.key)
                $0.append(sequences) { $0 }
            })
        return try storing { () throws(PostgresFailure) in
            var items: [Int: ToDoItem] = [:]
            for row in 0..<now.count {
                let item = try ItemColumns.item(now, row)
                items[item.sequence] = item
            }
            for row in 0..<later.count {
                let sequence = try later.integer(row, ChangeColumns.At.sequence)
                items[sequence] = try ChangeColumns.item(
                    before: later, row, after: items[sequence])
            }
            var effects: [WriteEffect] = []
            for sequence in sequences {
                let after = items[sequence]
                var before = after
                for row in (ownRows[sequence] ?? []).reversed() {
                    before = try ChangeColumns.item(before: own, row, after: before)
                }
                guard let id = after?.id ?? before?.id ?? ids[sequence] else { continue }
                effects.append(WriteEffect(id: id, before: before, after: after))
            }
            return hasCreation && hasDeletion ? Self.merged(effects) : effects
        }
    }

    /// An id that was deleted and created again has two sequences, and one effect.
    private static func merged(_ effects: [WriteEffect]) -> [WriteEffect] {
        var merged: [ItemID: WriteEffect] = [:]
        for effect in effects {
            let other = merged[effect.id]
            merged[effect.id] = WriteEffect(
                id: effect.id, before: effect.before ?? other?.before,
                after: effect.after ?? other?.after)
        }
        return merged.keys.sorted().compactMap { merged[$0] }
    }
}
