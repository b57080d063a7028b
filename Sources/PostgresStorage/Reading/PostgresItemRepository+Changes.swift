package import Items
import PostgreSQL

/// The changes since a position: an owner's changes in the order of writing, of which one is shown
/// if it is the newest of its item.
///
///     changes   1.1  1.2  1.3 │ 2.1 │ 3.1  3.2      revision.ordinal
///                   ▲
///               after(1, rest: 1)
extension PostgresItemRepository {
    /// The changes of one trip, and those that a call looks at.
    private static let changesPerTrip = 256
    private static let changesPerCall = 2_048

    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition? {
        try storing { () throws(PostgresFailure) in
            let moment = try session.beginMoment([
                Self.revision(of: owner), Self.wholeness(of: owner, behind: position),
            ])
            defer { session.endMoment() }
            let current = try Self.revision(moment[0])
            let isWhole = try moment[1].bool(0, 0)
            let position = position ?? .beginning(at: current)
            guard position.revision <= current else { return nil }
            var walk = Walk(owner: owner.key, revision: current, limit: limit)
            switch position {
            case .listing(let began, let done, let sequence):
                guard began == current || isWhole else { return nil }
                guard begin(current) else { return position }
                let start = ListPosition(done: done, sequence: sequence)
                if let stop = try list(behind: start, began: began, &walk, body) { return stop }
                return try visit(behind: (began, .max), &walk, body)
            case .after(let revision, rest: 0):
                guard revision == current || isWhole else { return nil }
                guard begin(current) else { return position }
                return try visit(behind: (revision, .max), &walk, body)
            case .after(let revision, let rest):
                // The oldest changes go first, so those behind one that is there are there.
                guard try moment[1].bool(0, 1) else { return nil }
                let last = try moment[1].integer(0, 2)
                guard begin(current) else { return position }
                return try visit(behind: (revision, last - rest), &walk, body)
            }
        }
    }

    /// What a call has still to do.
    private struct Walk {
        let owner: Int
        let revision: Int
        var rest: Int
        var budget = PostgresItemRepository.changesPerCall

        init(owner: Int, revision: Int, limit: Int) {
            self.owner = owner
            self.revision = revision
            rest = limit
        }
    }

    /// Whether the changes behind a revision are all there, and those behind a part of it; and the
    /// last ordinal of the revision, 0 if it is gone.
    private static func wholeness(
        of owner: Owner, behind position: ChangePosition?
    ) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT EXISTS (SELECT 1 FROM changes \
            WHERE owner = $1 AND revision = $2 + 1 AND ordinal = 1), \
            EXISTS (SELECT 1 FROM changes WHERE owner = $1 AND revision = $2 \
            AND ordinal = l.last - $3 + 1), l.last FROM (SELECT coalesce(max(ordinal), 0) AS last \
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
        behind start: ListPosition, began: Int, _ walk: inout Walk,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(PostgresFailure) -> ChangePosition? {
        var start = start
        var stop = Self.position(start, began: began)
        guard walk.rest > 0 else { return stop }
        while true {
            let rows = try session.readInMoment(
                ListStatements.items(
                    of: walk.owner, ItemQuery(), after: start, limit: Self.changesPerTrip))[0]
            for row in 0..<rows.count {
                // One item beyond the limit tells that there are more.
                guard walk.rest > 0 else { return stop }
                var goesOn = true
                try ItemColumns.visit(rows, row) { item in
                    start = ListPosition(of: item, in: nil)
                    let behind = Self.position(start, began: began)
                    goesOn = body(.item(copy item), behind)
                    if goesOn { stop = behind }
                }
                guard goesOn else { return stop }
                walk.rest -= 1
            }
            if rows.count < Self.changesPerTrip { return nil }
        }
    }

    private static func position(_ start: ListPosition, began: Int) -> ChangePosition {
        let done = start.key == .done(true)
        return .listing(began: began, done: done, sequence: start.sequence)
    }

    /// Shows the changes behind one; returns the position at which it stopped.
    private func visit(
        behind start: (revision: Int, ordinal: Int), _ walk: inout Walk,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(PostgresFailure) -> ChangePosition {
        var start = start
        // Nothing was visited yet, so it stops where it began.
        var stop: ChangePosition?
        while start.revision < walk.revision || start.ordinal < .max {
            let rows = try session.readInMoment([Self.changes(of: walk.owner, behind: start)])[0]
            for row in 0..<rows.count {
                let (revision, ordinal) = (try rows.integer(row, 0), try rows.integer(row, 1))
                let rest = try rows.integer(row, 4) - ordinal
                let behind = ChangePosition.after(revision: revision, rest: rest)
                let before = stop ?? Self.position(before: (revision, ordinal), rest, start)
                guard walk.rest > 0, walk.budget > 0,
                    try show(rows, row, revision, behind, &walk, body)
                else { return before }
                walk.budget -= 1
                stop = behind
                start = (revision, ordinal)
            }
            if rows.count < Self.changesPerTrip { break }
        }
        return .after(revision: walk.revision)
    }

    /// The position at which a walk began whose first change is given.
    private static func position(
        before first: (revision: Int, ordinal: Int), _ rest: Int,
        _ start: (revision: Int, ordinal: Int)
    ) -> ChangePosition {
        first.revision == start.revision
            ? .after(revision: start.revision, rest: rest + 1) : .after(revision: start.revision)
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
        try ItemColumns.visit(rows, row, from: 5) { goesOn = body(.item(copy $0), behind) }
        walk.rest -= 1
        return goesOn
    }

    /// Changes in the order of writing, each with its item if it is the item's newest, and with the
    /// last ordinal of its revision.
    private static func changes(
        of owner: Int, behind start: (revision: Int, ordinal: Int)
    ) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT c.revision, c.ordinal, c.id, t.id IS NOT NULL, (SELECT max(ordinal) FROM changes \
            WHERE owner = $1 AND revision = c.revision), \(ItemColumns.list(of: "i")) \
            FROM (SELECT revision, ordinal, id, sequence, members FROM changes \
            WHERE owner = $1 AND (revision, ordinal) > ($2, $3) \
            ORDER BY revision, ordinal LIMIT \(changesPerTrip)) c \
            LEFT JOIN items i ON i.owner = $1 AND i.id = c.id AND i.sequence = c.sequence \
            AND i.revision = c.revision AND c.members & \(unshown) = 0 \
            LEFT JOIN tombstones t ON t.owner = $1 AND t.id = c.id \
            AND t.revision = c.revision AND t.ordinal = c.ordinal \
            ORDER BY c.revision, c.ordinal
            """
        ) {
            $0.append(owner)
            $0.append(start.revision)
            $0.append(start.ordinal)
        }
    }

    /// Changes after which the item is not shown: deletions, and further ones of the same write.
    private static let unshown = ChangeMembers.deletion.union(.repeated).rawValue
}
