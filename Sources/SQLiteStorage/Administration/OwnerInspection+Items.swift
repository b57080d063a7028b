package import Items
import SQLite

extension OwnerInspection {
    /// A row of `items`; times are in ISO 8601.
    package struct Item: Equatable, Sendable {
        /// The storage of an item's description.
        package enum Description: Equatable, Sendable {
            case none
            /// In the row of the item.
            case inline(bytes: Int)
            /// In a row of `descriptions`, which a damaged database may lack.
            case separate(bytes: Int, exists: Bool)
        }

        package let sequence: Int
        /// The key of the row.
        package let slot: Int
        package let id: ItemID
        package let revision: Int
        package let createdAt: String
        /// Nil when the item was never changed.
        package let updatedAt: String?
        /// Nil when the item is open.
        package let doneAt: String?
        package let title: String
        package let description: Description
        /// The other members of the content that the item has.
        package let members: [Member]
    }

    /// A row of `ids`.
    package struct ID: Equatable, Sendable {
        /// The deletion of an item.
        package struct Deletion: Equatable, Sendable {
            package let entry: Int
            /// The revision and the time of the deletion in ISO 8601; nil when the log does not
            /// have the entry.
            package let when: (revision: Int, time: String)?

            package static func == (a: Deletion, b: Deletion) -> Bool {
                a.entry == b.entry && a.when?.revision == b.when?.revision
                    && a.when?.time == b.when?.time
            }
        }

        package let id: ItemID
        package let sequence: Int
        /// Nil while the item exists.
        package let deletion: Deletion?
    }

    /// Calls `body` with items in the default order until it returns false.
    package func items(
        limit: Int? = nil, _ body: (Item) -> Bool
    ) throws(StorageFailure) {
        var last = 0
        try visit(Self.itemsSQL, limit: limit) { row throws(DatabaseError) in
            let item = try item(row)
            last = try row.slot(from: last + 1)
            return body(item)
        }
    }

    private func item(_ row: borrowing Statement) throws(DatabaseError) -> Item {
        let slot = Slot(row.integer(at: 0))
        let doneAt = try row.optionalTime(at: 5)
        try row.require(slot.owner == owner && slot.sequence > 0, "a sequence that is none")
        try row.require(slot.done == (doneAt != nil), "another half than it says")
        return Item(
            sequence: slot.sequence, slot: slot.value, id: try row.itemID(at: 1),
            revision: try row.counter(at: 2), createdAt: try row.time(at: 3),
            updatedAt: try row.optionalTime(at: 4), doneAt: doneAt,
            title: try row.validString(at: ContentColumn.title.at(Self.firstOfContent)),
            description: try description(row),
            members: try ContentColumn.inspected(
                .all.subtracting([.title, .description]), row, at: Self.firstOfContent
            ).filter { $0.value != nil })
    }

    private func description(
        _ row: borrowing Statement
    ) throws(DatabaseError) -> Item.Description {
        if !row.isNull(at: 6) {
            return .separate(bytes: try row.counter(at: 6), exists: row.integer(at: 7) != 0)
        }
        return row.isNull(at: 8) ? .none : .inline(bytes: try row.counter(at: 8))
    }

    private static let itemsSQL = """
        SELECT slot, id, revision, \(time("created_at")), \(time("updated_at")), \
        \(time("done_at")), description_bytes, number IS NOT NULL, \
        length(CAST(items.description AS BLOB)), \(ContentColumn.inspectedList(of: "items")) \
        FROM items LEFT JOIN descriptions ON number = slot & ~2147483648 \
        WHERE slot BETWEEN ?1 << 32 AND ?1 << 32 | 4294967295 ORDER BY slot LIMIT ?2
        """
    private static let firstOfContent: Int32 = 9

    /// Calls `body` with ids in order, tombstones included, until it returns false.
    package func ids(limit: Int? = nil, _ body: (ID) -> Bool) throws(StorageFailure) {
        var last: ItemID?
        try visit(Self.idsSQL, limit: limit) { row throws(DatabaseError) in
            let id = try row.itemID(at: 0)
            if let last { try row.require(last < id, "an id that is not in order") }
            last = id
            return body(
                ID(id: id, sequence: try row.sequence(at: 1), deletion: try deletion(row)))
        }
    }

    private func deletion(_ row: borrowing Statement) throws(DatabaseError) -> ID.Deletion? {
        guard !row.isNull(at: 2) else { return nil }
        let entry = try row.counter(at: 2)
        guard !row.isNull(at: 3) else { return ID.Deletion(entry: entry, when: nil) }
        return ID.Deletion(
            entry: entry, when: (revision: try row.counter(at: 3), time: try row.time(at: 4)))
    }

    private static let idsSQL = """
        SELECT ids.id, ids.sequence, deleted_by, log.revision, \(time("log.changed_at")) \
        FROM ids LEFT JOIN log ON log.entry = deleted_by AND log.owner = ids.owner \
        WHERE ids.owner = ?1 ORDER BY ids.id LIMIT ?2
        """
}
