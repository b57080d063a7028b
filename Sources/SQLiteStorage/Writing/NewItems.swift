import Items
import SQLite

/// The new items of a transaction on their way into the database, many by one statement.
///
///     insert             it waits here, where `find` sees it
///     16 of them, or     they are written: the items, and in the log that there were none before
///     any other write,
///     or the end
///
/// A third of what an INSERT costs is not its row's: it begins and ends, and opens each tree. And rows
/// of one statement that come in order find their place beside the one before.
final class NewItems {
    /// As many are written at once.
    static let most = 16
    /// With fewer, the statement for many costs as much as one for each.
    private static let few = 3

    private struct Note {
        let owner: Int
        let item: ToDoItem
        /// The revision of its tombstone, if there was one.
        let former: Int?
    }

    private let session: any StorageSession
    private let alone: PreparedLater<InsertStatements>
    private let together: PreparedLater<InsertStatements>
    private var notes: [Note] = []
    private var binder = ItemBinder()

    init(_ session: any StorageSession) {
        self.session = session
        alone = PreparedLater(session) { session throws(DatabaseError) in
            try InsertStatements(session, rows: 1)
        }
        together = PreparedLater(session) { session throws(DatabaseError) in
            try InsertStatements(session, rows: Self.most)
        }
    }

    /// Notes an item that is not there yet; a tombstone of it had the revision `former`.
    func note(_ item: ToDoItem, of owner: Owner, former: Int?) throws(DatabaseError) {
        notes.append(Note(owner: owner.key, item: item, former: former))
        if notes.count == Self.most { try write() }
    }

    /// The item with this id, if it waits here.
    func find(_ id: ItemID, of owner: Owner) -> ToDoItem? {
        notes.first { $0.item.id == id && $0.owner == owner.key }?.item
    }

    /// Forgets what is not written yet.
    func forget() { notes.removeAll(keepingCapacity: true) }

    /// Writes what waits.
    func write() throws(DatabaseError) {
        guard !notes.isEmpty else { return }
        defer { forget() }
        if notes.count > Self.few {
            try write(notes[...], by: together.statements)
        } else {
            for index in notes.indices { try write(notes[index...index], by: alone.statements) }
        }
    }

    private func write(
        _ notes: ArraySlice<Note>, by statements: InsertStatements
    ) throws(DatabaseError) {
        for (row, note) in notes.enumerated() {
            try binder.bind(
                note.item, of: note.owner, to: &statements.items,
                from: 1 + Int32(row) * ItemBinder.count)
            try statements.bindLog(note.item, of: note.owner, former: note.former, row: row)
        }
        try statements.run(notes.count, session)
    }
}
