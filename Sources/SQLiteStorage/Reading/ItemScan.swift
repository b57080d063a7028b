import Items
import SQLite

/// Scans an owner's range of slots for the items of a query, in parts.
///
///     default order   matching items are shown at once
///     another order   scan the range ──► keep the first matches ──► show them
///                       ▲                                             │
///                       └────────── behind the last of them ◄─────────┘
///
/// A scan keeps positions and slots, and no rows. It must continue in the transaction in which it
/// began.
struct ItemScan {
    /// The number of items that a part visits, about a millisecond; long texts count as several.
    static let budget = 1_000
    /// The maximum number of positions that are kept.
    private static let capacity = 10_000

    private let query: ItemQuery
    private let range: Range<Int>
    private let owner: Int
    /// The next slot to visit.
    private var next: Int
    /// The first matches behind `position` so far; nil in the default order.
    private var best: BestPositions?
    /// The matches that are still to be shown, the last one first.
    private var found: [(position: ListPosition, slot: Slot)] = []
    private var isShowing = false
    /// The position of the last item that was shown, or in the default order was visited.
    private var position: ListPosition?
    private var scratch: [UInt8] = []

    /// A scan for items behind a position; `limit` is how many will be read, if it is known.
    init(_ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?) {
        self.query = query
        self.owner = owner.key
        self.position = position
        range = query.range(of: owner.key)
        next = range.lowerBound
        if let sort = query.sort {
            best = BestPositions(sort, capacity: max(1, min(limit ?? .max, Self.capacity)))
        } else if let position {
            next = Slot(owner: owner.key, position).value + 1
        }
    }

    /// The position up to which the order was read; nil in other orders than the default one.
    var scannedUpTo: ListPosition? { query.sort == nil ? position : nil }

    /// Calls `body` with up to `limit` items, until it returns false; false when no items remain.
    /// It may show none while more remain.
    mutating func next(
        _ limit: Int, _ reader: ItemReader, _ statements: ScanStatements,
        _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        guard query.sort != nil else { return try walk(limit, reader, statements, body) }
        if !isShowing {
            guard try collect(reader, statements) else { return true }
            found = best?.takeLastFirst() ?? []
            isShowing = true
        }
        var rest = limit
        while rest > 0, let last = found.popLast() {
            position = last.position
            rest -= 1
            guard try reader.visit(at: last.slot, to: body) ?? true else { return true }
        }
        guard found.isEmpty else { return true }
        guard best?.hasDropped == true else { return false }
        best?.hasDropped = false
        isShowing = false
        next = range.lowerBound
        return true
    }

    /// Shows matches in the default order.
    private mutating func walk(
        _ limit: Int, _ reader: ItemReader, _ statements: ScanStatements,
        _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        var rest = limit
        var goesOn = true
        let isAtEnd = try scanRows(reader, statements) { scan, row in
            scan.position = ListPosition(of: row, in: nil)
            guard scan.query.filter.matches(row, &scan.scratch) else { return true }
            rest -= 1
            goesOn = body(row)
            return goesOn && rest > 0
        }
        return !isAtEnd
    }

    /// Keeps the first matches in another order; true at the end of the range.
    private mutating func collect(
        _ reader: ItemReader, _ statements: ScanStatements
    ) throws(DatabaseError) -> Bool {
        // The range covers the condition on `done`.
        if query.filter.isDoneOnly { return try collectKeys(reader, statements) }
        let owner = owner
        return try scanRows(reader, statements) { scan, row in
            guard scan.query.filter.matches(row, &scan.scratch) else { return true }
            scan.best?.offer(row, of: owner, behind: scan.position)
            return true
        }
    }

    /// Collects without a filter: only the columns that orders use are decoded.
    private mutating func collectKeys(
        _ reader: ItemReader, _ statements: ScanStatements
    ) throws(DatabaseError) -> Bool {
        guard next < range.upperBound else { return true }
        guard query.sort?.key == .position else {
            return try statements.keys.withReset { statement throws(DatabaseError) in
                try collectKeys(from: &statement, hasPlaces: false, reader)
            }
        }
        return try statements.places.withReset { statement throws(DatabaseError) in
            try collectKeys(from: &statement, hasPlaces: true, reader)
        }
    }

    private mutating func collectKeys(
        from statement: inout Statement, hasPlaces: Bool, _ reader: ItemReader
    ) throws(DatabaseError) -> Bool {
        var budget = Self.budget
        try statement.bind(next, at: 1)
        try statement.bind(range.upperBound, at: 2)
        while try reader.session.step(&statement) {
            let slot = try statement.slot(from: next)
            next = slot + 1
            let title = statement.text(at: 3)
            let (revision, timestamp) = (
                statement.integer(at: 1), statement.optionalDouble(at: 2)
            )
            if hasPlaces {
                best?.offer(
                    Slot(slot), revision: revision, timestamp: timestamp, title: title,
                    place: statement.optionalBlob(at: 4), behind: position)
            } else {
                best?.offer(
                    Slot(slot), revision: revision, timestamp: timestamp, title: title,
                    place: nil, behind: position)
            }
            budget -= 1 + title.count >> 10
            guard budget > 0 else { return false }
        }
        return true
    }

    /// Calls `body` with the next rows until the budget is used up or it returns false; true at the
    /// end of the range.
    private mutating func scanRows(
        _ reader: ItemReader, _ statements: ScanStatements,
        _ body: (inout ItemScan, borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        var budget = Self.budget
        let (start, end) = (next, range.upperBound)
        guard start < end else { return true }
        return try statements.rows.withReset { statement throws(DatabaseError) in
            try statement.bind(start, at: 1)
            try statement.bind(end, at: 2)
            while try reader.session.step(&statement) {
                next = try statement.slot(from: next) + 1
                let goesOn = try SQLiteItemColumns.visit(statement, reader.long, reader.session) {
                    row in
                    budget -= Self.cost(row, query.filter)
                    return body(&self, row)
                }
                guard goesOn, budget > 0 else { return false }
            }
            return true
        }
    }

    /// The cost of visiting an item; a long description spans several pages, and is searched.
    private static func cost(_ row: borrowing ItemRow, _ filter: ItemFilter) -> Int {
        let bytes = row.title.count + (row.itemDescription?.count ?? 0)
        return 1 + (filter.words == nil ? bytes >> 10 : bytes >> 7)
    }
}
