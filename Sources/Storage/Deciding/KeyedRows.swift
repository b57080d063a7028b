/// A row that is found by a key.
package protocol KeyedRow {
    associatedtype Key: Hashable

    var key: Key { get }
    /// Whether it differs from the database.
    var isChanged: Bool { get }

    /// Makes it what the database has.
    mutating func revert()
}

/// Rows in the order in which they became known; the changes of a write that is refused are put
/// back.
package struct KeyedRows<Row: KeyedRow> {
    /// The rows for which the memory of one batch is kept for the next.
    private static var keptCapacity: Int { 2_048 }
    /// Up to this number of rows, looking at each is cheaper than hashing a key.
    private static var scannedRows: Int { 8 }

    package private(set) var rows: [Row] = []
    /// The indexes of the first `indexed` rows, which grow when a key is looked up: most rows are
    /// new items, which are not looked up.
    private var indexes: [Row.Key: Int] = [:]
    private var indexed = 0
    /// The rows that the current write was the first to change.
    private var firstChanges: [Int] = []
    /// The rows that it has changed again, as they were, in the order of the changes.
    private var oldRows: [(index: Int, row: Row)] = []

    init() {}

    /// The index of a row that is known.
    mutating func index(of key: Row.Key) -> Int? {
        guard rows.count > Self.scannedRows else { return rows.lastIndex { $0.key == key } }
        while indexed < rows.count {
            indexes[rows[indexed].key] = indexed
            indexed += 1
        }
        return indexes[key]
    }

    /// Adds a row whose key is not known, and which may be changed already; returns its index.
    @discardableResult
    mutating func add(_ row: consuming Row) -> Int {
        if row.isChanged { firstChanges.append(rows.count) }
        rows.append(row)
        return rows.count - 1
    }

    mutating func change(_ index: Int, _ body: (inout Row) -> Void) {
        if rows[index].isChanged {
            oldRows.append((index, rows[index]))
        } else {
            firstChanges.append(index)
        }
        body(&rows[index])
    }

    /// Completes what is known of a row; that stays if the current write is refused.
    ///
    /// The current write has not changed the row before.
    mutating func note(_ index: Int, _ body: (inout Row) -> Void) {
        assert(!firstChanges.contains(index), "a change would be put back without this")
        body(&rows[index])
    }

    /// Begins another write.
    mutating func begin() {
        if !firstChanges.isEmpty { firstChanges.removeAll(keepingCapacity: true) }
        if !oldRows.isEmpty { oldRows.removeAll(keepingCapacity: true) }
    }

    /// Puts the rows back that the current write has changed.
    mutating func rollBack() {
        while let (index, row) = oldRows.popLast() { rows[index] = row }
        while let index = firstChanges.popLast() { rows[index].revert() }
    }

    /// Forgets all rows.
    mutating func removeAll() {
        if rows.isEmpty { return }
        guard rows.count <= Self.keptCapacity else {
            self = KeyedRows()
            return
        }
        rows.removeAll(keepingCapacity: true)
        begin()
        if indexed > 0 { indexes.removeAll(keepingCapacity: true) }
        indexed = 0
    }
}
