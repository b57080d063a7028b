/// A row that is found by a key.
package protocol KeyedRow {
    associatedtype Key: Hashable

    var key: Key { get }
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
    /// new items, which nobody looks up.
    private var indexes: [Row.Key: Int] = [:]
    private var indexed = 0
    /// The rows that the current write has changed, as they were, in the order of the changes.
    private var journal: [(index: Int, row: Row)] = []

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

    /// Adds a row whose key is not known; returns its index.
    @discardableResult
    mutating func add(_ row: Row) -> Int {
        rows.append(row)
        return rows.count - 1
    }

    mutating func change(_ index: Int, _ body: (inout Row) -> Void) {
        journal.append((index, rows[index]))
        body(&rows[index])
    }

    /// Completes what is known of a row; that stays if the current write is refused.
    ///
    /// The current write has not changed the row before.
    mutating func note(_ index: Int, _ body: (inout Row) -> Void) {
        body(&rows[index])
    }

    /// Begins another write.
    mutating func begin() {
        if !journal.isEmpty { journal.removeAll(keepingCapacity: true) }
    }

    /// Puts the rows back that the current write has changed.
    mutating func rollBack() {
        while let (index, row) = journal.popLast() { rows[index] = row }
    }

    /// Forgets all rows.
    mutating func removeAll() {
        if rows.isEmpty { return }
        guard rows.count <= Self.keptCapacity else {
            self = KeyedRows()
            return
        }
        rows.removeAll(keepingCapacity: true)
        if !journal.isEmpty { journal.removeAll(keepingCapacity: true) }
        if indexed > 0 { indexes.removeAll(keepingCapacity: true) }
        indexed = 0
    }
}
