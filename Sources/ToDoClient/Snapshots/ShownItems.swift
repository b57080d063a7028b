import Foundation

/// The shown items: ordered, and by id.
struct ShownItems: Sendable {
    private(set) var todo = SortedChunks<RowByPosition>()
    private(set) var done = SortedChunks<RowByPosition>()
    private(set) var rows = SortedChunks<RowByID>()
    private(set) var unsentIDs = SortedChunks<UnsentID>()

    init() {}

    /// All items at once. For repeated ids, the first row counts.
    init(_ all: [Row], unsentIDs: [UUID] = []) {
        var known = Set<UUID>()
        let rows = all.filter { known.insert($0.item.id).inserted }
        let byPosition = rows.map(RowByPosition.init).sorted { $0.sortKey < $1.sortKey }
        todo = SortedChunks(sorted: byPosition.filter { !$0.row.item.done })
        done = SortedChunks(sorted: byPosition.filter(\.row.item.done))
        self.rows = SortedChunks(
            sorted: rows.map(RowByID.init).sorted { $0.sortKey < $1.sortKey })
        self.unsentIDs = SortedChunks(
            sorted: Set(unsentIDs).map(UnsentID.init).sorted { $0.sortKey < $1.sortKey })
    }

    /// Shows an item as it is now; nil removes it.
    mutating func update(_ id: UUID, _ row: Row?, isUnsent: Bool) {
        if let old = rows[key: id.key]?.row {
            let staysThere = row.map {
                $0.item.done == old.item.done && $0.position == old.position
            }
            if staysThere != true {
                if old.item.done { done.remove(old.position) } else { todo.remove(old.position) }
            }
        }
        if let row {
            if row.item.done {
                done.insert(RowByPosition(row: row))
            } else {
                todo.insert(RowByPosition(row: row))
            }
            rows.insert(RowByID(row: row))
        } else {
            rows.remove(id.key)
        }
        if isUnsent {
            unsentIDs.insert(UnsentID(id: id))
        } else {
            unsentIDs.remove(id.key)
        }
    }
}
