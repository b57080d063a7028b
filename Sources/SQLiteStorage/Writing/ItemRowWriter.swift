import Items
import SQLite
import Storage

/// Writes items, their ids and their details.
///
/// A struct, so that exclusive access to the statements is checked once for all rows of a batch:
/// each access to a member of a class has a check of its own, which takes 65 instructions.
struct ItemRowWriter: ~Copyable {
    /// A place for the statements, from the first write on.
    final class Box {
        var writer: ItemRowWriter

        init(_ session: any StorageSession) throws(DatabaseError) {
            writer = try ItemRowWriter(session)
        }
    }

    private let session: any StorageSession
    private var insertItem: Statement
    private var updateItem: Statement
    private var deleteItem: Statement
    private var insertDetails: Statement
    private var deleteDetails: Statement
    private var insertReminder: Statement
    private var deleteReminder: Statement
    private var insertID: Statement
    private var upsertID: Statement
    private var updateID: Statement
}

extension ItemRowWriter {
    init(_ session: any StorageSession) throws(DatabaseError) {
        self.init(
            session: session,
            insertItem: try session.prepare(
                "INSERT INTO items (\(SQLiteItemColumns.list)) VALUES (\(SQLiteItemColumns.names.parameters))"
            ),
            updateItem: try session.prepare(
                """
                UPDATE items SET \(SQLiteItemColumns.names.assignments(without: SQLiteItemColumns.fixed)) \
                WHERE slot = ?1
                """),
            deleteItem: try session.prepare("DELETE FROM items WHERE slot = ?1"),
            insertDetails: try session.prepare(
                """
                INSERT OR REPLACE INTO details (\(ItemDetails.columns.list)) \
                VALUES (\(ItemDetails.columns.parameters))
                """),
            deleteDetails: try session.prepare("DELETE FROM details WHERE number = ?1"),
            insertReminder: try session.prepare(
                "INSERT INTO reminders (at, owner, sequence) VALUES (?1, ?2, ?3)"),
            deleteReminder: try session.prepare(
                "DELETE FROM reminders WHERE at = ?1 AND owner = ?2 AND sequence = ?3"),
            insertID: try session.prepare(
                "INSERT INTO ids (owner, id, sequence) VALUES (?1, ?2, ?3)"),
            upsertID: try session.prepare(
                """
                INSERT INTO ids (owner, id, sequence, deleted_by) VALUES (?1, ?2, ?3, ?4) \
                ON CONFLICT (owner, id) \
                DO UPDATE SET sequence = ?3, deleted_by = ?4 WHERE deleted_by IS NOT NULL
                """),
            updateID: try session.prepare(
                """
                UPDATE ids SET deleted_by = ?3, sequence = ?5 \
                WHERE owner = ?1 AND id = ?2 AND sequence = ?4 AND deleted_by IS NULL
                """))
    }

    /// Writes the changed items, or their tombstones, given the changes and the log entry of the
    /// first.
    mutating func write(
        _ items: [BatchRows.ItemEntry], _ changes: [ChangeRow], _ firstEntry: Int
    ) throws(DatabaseError) {
        // A span, because an array's element would be copied with its texts.
        let items = items.span
        for index in items.indices where items[index].isChanged {
            try write(items[index], changes, firstEntry)
        }
    }

    private mutating func write(
        _ entry: borrowing BatchRows.ItemEntry, _ changes: [ChangeRow], _ firstEntry: Int
    ) throws(DatabaseError) {
        let owner = entry.key.owner
        if let stored = entry.stored {
            guard let item = entry.changed, item.sequence == stored.sequence else {
                try delete(stored, of: owner)
                try setID(entry, from: stored, changes, firstEntry)
                if let item = entry.changed { try insert(item, of: owner) }
                return
            }
            try update(stored, to: item, of: owner)
        } else if let item = entry.changed {
            if entry.isGenerated {
                try insertNew(item, of: owner)
            } else {
                try insert(item, of: owner)
                try setID(entry.key, item.sequence, deletedBy: nil)
            }
        } else if case .written(let change) = entry.tombstone {
            // Created and deleted.
            try setID(entry.key, changes[change].sequence, deletedBy: firstEntry + change)
        }
    }

    /// Inserts an item whose id is new.
    mutating func insertNew(_ item: ToDoItem, of owner: Int) throws(DatabaseError) {
        try insert(item, of: owner)
        try insertID.bind(owner, at: 1)
        try insertID.bind(uuid: item.id, at: 2)
        try insertID.bind(item.sequence, at: 3)
        try session.run(&insertID)
        try requireOne(insertID)
    }

    /// Inserts an item, without its id.
    mutating func insert(_ item: ToDoItem, of owner: Int) throws(DatabaseError) {
        try SQLiteItemColumns.bind(item, of: owner, to: &insertItem)
        try session.run(&insertItem)
        try insertDetails(of: item, owner)
        if let time = item.content.reminderTime {
            try Self.run(&insertReminder, time, item, owner, session)
        }
    }

    private mutating func update(
        _ old: ToDoItem, to item: ToDoItem, of owner: Int
    ) throws(DatabaseError) {
        if old.content.done == item.content.done {
            try SQLiteItemColumns.bind(item, of: owner, to: &updateItem)
            try session.run(&updateItem)
            try requireOne(updateItem)
        } else {
            try deleteRow(of: old, owner)
            try SQLiteItemColumns.bind(item, of: owner, to: &insertItem)
            try session.run(&insertItem)
        }
        let changed = ItemContent.Members(between: old.content, and: item.content)
        if !changed.isDisjoint(with: ItemDetails.possible) {
            try deleteDetails(of: old, owner)
            try insertDetails(of: item, owner)
        }
        let (former, time) = (old.content.reminderTime, item.content.reminderTime)
        guard former != time else { return }
        if let former { try deleteReminder(former, of: old, owner) }
        if let time { try Self.run(&insertReminder, time, item, owner, session) }
    }

    private mutating func deleteReminder(
        _ time: Double, of item: ToDoItem, _ owner: Int
    ) throws(DatabaseError) {
        try Self.run(&deleteReminder, time, item, owner, session)
        try requireOne(deleteReminder)
    }

    private static func run(
        _ statement: inout Statement, _ time: Double, _ item: ToDoItem, _ owner: Int,
        _ session: any StorageSession
    ) throws(DatabaseError) {
        try statement.bind(time, at: 1)
        try statement.bind(owner, at: 2)
        try statement.bind(item.sequence, at: 3)
        try session.run(&statement)
    }

    private mutating func delete(_ item: ToDoItem, of owner: Int) throws(DatabaseError) {
        try deleteRow(of: item, owner)
        try deleteDetails(of: item, owner)
        if let time = item.content.reminderTime { try deleteReminder(time, of: item, owner) }
    }

    private mutating func deleteRow(of item: ToDoItem, _ owner: Int) throws(DatabaseError) {
        let slot = Slot(owner: owner, done: item.content.done, sequence: item.sequence)
        try deleteItem.bind(slot.value, at: 1)
        try session.run(&deleteItem)
        try requireOne(deleteItem)
    }

    private mutating func insertDetails(
        of item: ToDoItem, _ owner: Int
    ) throws(DatabaseError) {
        guard ItemDetails.mark(of: item.content) != nil else { return }
        try ItemDetails.bind(
            item.content, Slot.number(owner: owner, sequence: item.sequence), to: &insertDetails)
        try session.run(&insertDetails)
    }

    private mutating func deleteDetails(
        of item: ToDoItem, _ owner: Int
    ) throws(DatabaseError) {
        guard ItemDetails.mark(of: item.content) != nil else { return }
        try deleteDetails.bind(Slot.number(owner: owner, sequence: item.sequence), at: 1)
        try session.run(&deleteDetails)
        try requireOne(deleteDetails)
    }

    /// Writes the row of an id that has none, or a tombstone.
    private mutating func setID(
        _ id: OwnedID, _ sequence: Int, deletedBy entry: Int?
    ) throws(DatabaseError) {
        try upsertID.bind(id.owner, at: 1)
        try upsertID.bind(uuid: id.id, at: 2)
        try upsertID.bind(sequence, at: 3)
        try upsertID.bind(entry, at: 4)
        try session.run(&upsertID)
        try requireOne(upsertID)
    }

    /// Makes the row of a stored item's id a tombstone, or one of another item.
    private mutating func setID(
        _ entry: borrowing BatchRows.ItemEntry, from stored: ToDoItem, _ changes: [ChangeRow],
        _ firstEntry: Int
    ) throws(DatabaseError) {
        var (sequence, deletedBy): (Int, Int?) = (entry.changed?.sequence ?? stored.sequence, nil)
        if case .written(let change) = entry.tombstone {
            (sequence, deletedBy) = (changes[change].sequence, firstEntry + change)
        }
        try updateID.bind(entry.key.owner, at: 1)
        try updateID.bind(uuid: entry.key.id, at: 2)
        try updateID.bind(deletedBy, at: 3)
        try updateID.bind(stored.sequence, at: 4)
        try updateID.bind(sequence, at: 5)
        try session.run(&updateID)
        try requireOne(updateID)
    }

    /// Throws unless the statement changed exactly one row; another number is damage.
    private func requireOne(_ statement: borrowing Statement) throws(DatabaseError) {
        try statement.require(session.changes == 1, "no counterpart in another table")
    }
}
