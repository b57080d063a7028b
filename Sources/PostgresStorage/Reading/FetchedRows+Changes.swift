import Items
import PostgreSQL
import Storage

/// The changes since a position: an owner's changes in the order of writing, of which one is shown
/// if it is the newest of its item.
///
///     changes   1.1  1.2  1.3 │ 2.1 │ 3.1  3.2      revision.ordinal
///                   ▲
///               after(1, rest: 1)
extension FetchedRows {
    /// The maximum numbers of items that a call returns and of changes that it reads, which are
    /// more because later changes replace some.
    private static let itemsPerCall = 512
    private static let changesPerCall = 256...512

    static func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int
    ) -> [PostgresCommand] {
        let (items, changes) = most(limit)
        var commands = [
            ReadStatements.revision(of: owner.key), historyCheck(of: owner, behind: position),
            Self.changes(of: owner.key, behind: position, limit: changes + 1),
        ]
        if let start = ListPosition(listing: position) {
            commands += ListStatements.items(
                of: owner.key, ItemQuery(), after: start, limit: items)
        }
        return commands
    }

    /// The maximum numbers of rows of items and of changes; one more item shows whether there are
    /// more.
    private static func most(_ limit: Int) -> (items: Int, changes: Int) {
        (
            min(limit, itemsPerCall) + 1,
            min(max(limit, changesPerCall.lowerBound), changesPerCall.upperBound)
        )
    }

    func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition? {
        let (items, changes) = Self.most(limit)
        let (revision, history, changed) = (try rows(0), try rows(1).rows, try rows(2).rows)
        let listed = ListPosition(listing: position) == nil ? nil : try rows(3).rows
        return try storing { () throws(PostgresFailure) in
            let current = try Self.revision(revision)
            let isComplete = try history.bool(0, 0)
            let position = position ?? .beginning(at: current)
            guard position.revision <= current else { return nil }
            var walk = Walk(revision: current, limit: limit, items: items, changes: changes)
            switch position {
            case .listing(let began, let done, let sequence):
                guard began == current || isComplete else { return nil }
                guard begin(current) else { return position }
                let start = ListPosition(done: done, sequence: sequence)
                if let listed,
                    let stop = try list(listed, behind: start, began: began, &walk, body)
                {
                    return stop
                }
                // The changes after the listing began; without a position it has just begun.
                return try visit(changed, behind: began, &walk, body)
            case .after(let revision, rest: 0):
                guard revision == current || isComplete else { return nil }
                guard begin(current) else { return position }
                return try visit(changed, behind: revision, &walk, body)
            case .after(let revision, rest: _):
                // The oldest changes are deleted first, so the history has all behind one that it
                // has.
                guard try history.bool(0, 1) else { return nil }
                guard begin(current) else { return position }
                return try visit(changed, behind: revision, &walk, body)
            }
        }
    }

    /// The rest of a call.
    private struct Walk {
        let revision: Int
        var rest: Int
        /// Results with this number of items, or more changes, may be cut.
        let items: Int
        let changes: Int

        init(revision: Int, limit: Int, items: Int, changes: Int) {
            self.revision = revision
            self.items = items
            self.changes = changes
            rest = limit
        }
    }

    /// Whether the history has all changes behind a revision, and those behind a part of it.
    private static func historyCheck(
        of owner: Owner, behind position: ChangePosition?
    ) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT EXISTS (SELECT 1 FROM changes \
            WHERE owner = $1 AND revision = $2 + 1 AND ordinal = 1), \
            EXISTS (SELECT 1 FROM changes WHERE owner = $1 AND revision = $2 \
            AND ordinal = l.last - $3 + 1) FROM (SELECT coalesce(max(ordinal), 0) AS last \
            FROM changes WHERE owner = $1 AND revision = $2) l
            """
        ) {
            $0.append(owner.key)
            $0.append(position?.revision ?? 0)
            if case .after(_, let rest)? = position { $0.append(rest) } else { $0.append(0) }
        }
    }

    /// Shows the items behind a position; returns the position at which it stopped, nil at the end.
    private func list(
        _ rows: PostgresRows, behind start: ListPosition, began: Int, _ walk: inout Walk,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(PostgresFailure) -> ChangePosition? {
        var stop = Self.position(start, began: began)
        guard walk.rest > 0 else { return stop }
        for row in 0..<min(rows.count, walk.items - 1) {
            var goesOn = true
            try PostgresItemColumns.visit(rows, row) { item in
                let behind = Self.position(ListPosition(of: item, in: nil), began: began)
                goesOn = body(.item(copy item), behind)
                if goesOn { stop = behind }
            }
            guard goesOn else { return stop }
            walk.rest -= 1
        }
        return rows.count < walk.items ? nil : stop
    }

    private static func position(_ start: ListPosition, began: Int) -> ChangePosition {
        let done = start.key == .done(true)
        return .listing(began: began, done: done, sequence: start.sequence)
    }

    /// Shows the changes behind one in a revision; returns the position at which it stopped.
    private func visit(
        _ rows: PostgresRows, behind start: Int, _ walk: inout Walk,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(PostgresFailure) -> ChangePosition {
        // Nothing was visited yet, so it stops where it began.
        var stop: ChangePosition?
        var write = (revision: 0, last: 0)
        for row in 0..<rows.count {
            let (revision, ordinal) = (try rows.integer(row, 0), try rows.integer(row, 1))
            if revision != write.revision {
                write = (revision, try lastOrdinal(of: revision, rows, from: row))
            }
            let rest = write.last - ordinal
            let behind = ChangePosition.after(revision: revision, rest: rest)
            let before =
                stop ?? .after(revision: start, rest: revision == start ? rest + 1 : 0)
            guard walk.rest > 0, row < walk.changes,
                try show(rows, row, revision, behind, &walk, body)
            else { return before }
            stop = behind
        }
        return .after(revision: walk.revision)
    }

    /// The last ordinal of a revision whose changes begin in a row. The last row has the last
    /// ordinal of its revision, which can continue after it.
    private func lastOrdinal(
        of revision: Int, _ rows: PostgresRows, from row: Int
    ) throws(PostgresFailure) -> Int {
        var next = row + 1
        while next < rows.count, try rows.integer(next, 0) == revision { next += 1 }
        return try rows.integer(next - 1, next == rows.count ? 4 : 1)
    }

    /// Shows a change if it is the newest of its item; false when `body` returned false.
    private func show(
        _ rows: PostgresRows, _ row: Int, _ revision: Int, _ behind: ChangePosition,
        _ walk: inout Walk, _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(PostgresFailure) -> Bool {
        if try rows.bool(row, 3) {
            walk.rest -= 1
            return body(
                .deleted(ItemID(try rows.uuid(row, 2)), revision: revision), behind)
        }
        guard !rows.isNull(row, 5) else { return true }
        var goesOn = true
        try PostgresItemColumns.visit(rows, row, from: 5) { goesOn = body(.item(copy $0), behind) }
        walk.rest -= 1
        return goesOn
    }

    /// Changes in the order of writing, each with its item if it is the item's newest, and the last
    /// with the last ordinal of its revision; none without a position.
    private static func changes(
        of owner: Int, behind position: ChangePosition?, limit: Int
    ) -> PostgresCommand {
        let revision = position?.revision ?? .max
        var (ordinal, isPart) = (Int.max, false)
        if case .after(_, let rest)? = position, rest > 0 { (ordinal, isPart) = (rest, true) }
        let start =
            isPart
            ? "(SELECT coalesce(max(ordinal), 0) - $3 FROM changes WHERE owner = $1 "
                + "AND revision = $2)" : "$3"
        return PostgresCommand(
            """
            SELECT c.revision, c.ordinal, c.id, t.id IS NOT NULL, \
            CASE WHEN lead(c.ordinal) OVER (ORDER BY c.revision, c.ordinal) IS NULL \
            THEN (SELECT max(ordinal) FROM changes WHERE owner = $1 AND revision = c.revision) END, \
            \(PostgresItemColumns.list(of: "i")) \
            FROM (SELECT revision, ordinal, id, sequence, members FROM changes \
            WHERE owner = $1 AND (revision, ordinal) > ($2, \(start)) \
            ORDER BY revision, ordinal LIMIT $4) c \
            LEFT JOIN items i ON i.owner = $1 AND i.id = c.id AND i.sequence = c.sequence \
            AND i.revision = c.revision AND c.members & \(unshown) = 0 \
            LEFT JOIN tombstones t ON t.owner = $1 AND t.id = c.id \
            AND t.revision = c.revision AND t.ordinal = c.ordinal \
            ORDER BY c.revision, c.ordinal
            """
        ) {
            $0.append(owner)
            $0.append(revision)
            $0.append(ordinal)
            $0.append(limit)
        }
    }

    /// Changes after which the item is not shown: deletions, and further ones of the same write.
    private static let unshown = ChangeMembers.deletion.union(.repeated).rawValue
}

extension ListPosition {
    /// The position at which a listing of all items continues; nil if the listing is complete.
    fileprivate init?(listing position: ChangePosition?) {
        switch position {
        case nil: self.init(done: false, sequence: 0)
        case .listing(began: _, let done, let sequence)?: self.init(done: done, sequence: sequence)
        case .after?: return nil
        }
    }
}
