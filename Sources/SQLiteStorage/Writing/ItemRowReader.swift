import Items
import SQLite
import Storage

/// Reads items, with their ids and details, inside the transaction of a batch.
final class ItemRowReader {
    /// The limits of one part in items and in bytes of text, because an item can have 64 KiB.
    private static let itemsPerPart = 1_000
    private static let bytesPerPart = 16 << 20

    private let session: any StorageSession
    private let livenessProbes: LivenessProbes
    private let lazyDetails: Lazy<ItemDetails>
    private var sequence: Statement
    private var item: Statement
    private var slotRange: Statement
    private var tombstone: Statement
    private var scratch: [UInt8] = []

    init(
        _ session: any StorageSession, _ livenessProbes: LivenessProbes = LivenessProbes()
    ) throws(DatabaseError) {
        self.session = session
        self.livenessProbes = livenessProbes
        lazyDetails = Lazy(session, ItemDetails.init)
        sequence = try session.prepare(ItemReader.sequenceSQL)
        item = try session.prepare(ItemReader.itemSQL)
        slotRange = try session.prepare(ScanStatements.rowsSQL)
        tombstone = try session.prepare(
            """
            SELECT log.revision FROM ids JOIN log ON log.entry = ids.deleted_by \
            WHERE ids.owner = ?1 AND ids.id = ?2 AND log.owner = ?1
            """)
    }

    private var details: ItemDetails {
        get throws(DatabaseError) { try lazyDetails.value }
    }

    func item(_ id: OwnedID) throws(DatabaseError) -> ToDoItem? {
        let sequence = try sequence.withReset { statement throws(DatabaseError) -> Int? in
            try statement.bind(id.owner, at: 1)
            try statement.bind(uuid: id.id, at: 2)
            return try session.step(&statement) ? try statement.sequence(at: 0) : nil
        }
        guard let sequence else { return nil }
        let item = try item(of: id.owner, at: sequence)
        guard let item, item.id == id.id else {
            throw self.item.corruption("an id that leads to no item")
        }
        return item
    }

    /// The open or done item with a sequence of an owner.
    func item(of owner: Int, at sequence: Int) throws(DatabaseError) -> ToDoItem? {
        for done in [false, true] {
            let item = try item.withReset { statement throws(DatabaseError) -> ToDoItem? in
                try statement.bind(Slot(owner: owner, done: done, sequence: sequence).value, at: 1)
                guard try session.step(&statement) else { return nil }
                return try SQLiteItemColumns.item(statement, details, session)
            }
            if let item { return item }
        }
        return nil
    }

    /// The next open or done items that match, after a sequence; and whether they are the last
    /// ones.
    func part(
        of owner: Int, _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(DatabaseError) -> (items: [ToDoItem], isAll: Bool) {
        var items: [ToDoItem] = []
        var bytes = 0
        let start = Slot(owner: owner, done: done, sequence: sequence).value + 1
        let end = Slot.range(of: owner, done: done).upperBound
        let details = try details
        let isAll = try slotRange.withReset { statement throws(DatabaseError) in
            try statement.bind(start, at: 1)
            try statement.bind(end, at: 2)
            var next = start
            while try session.step(&statement) {
                next = try statement.slot(from: next) + 1
                livenessProbes.answer()
                try SQLiteItemColumns.visit(statement, details, session) { row in
                    guard filter.matches(row, &scratch) else { return }
                    items.append(ToDoItem(row))
                    bytes += row.title.count + (row.itemDescription?.count ?? 0)
                }
                guard items.count < Self.itemsPerPart, bytes < Self.bytesPerPart else {
                    return false
                }
            }
            return true
        }
        return (items, isAll)
    }

    func tombstone(of id: OwnedID) throws(DatabaseError) -> Int? {
        try tombstone.withReset { statement throws(DatabaseError) in
            try statement.bind(id.owner, at: 1)
            try statement.bind(uuid: id.id, at: 2)
            return try session.step(&statement) ? statement.counter(at: 0) : nil
        }
    }
}
