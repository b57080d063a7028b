import Items
import SQLite

/// What a write leaves in the log.
extension SQLiteItemTransaction {
    /// New items of one owner, whose places follow each other. Of several
    /// owners their rows would stand on as many pages, and SQLite copies
    /// each page that such a statement touches, to be able to take it back.
    struct Unlogged {
        let owner: Int
        let first: ToDoItem
        /// The place behind the last.
        var end: Int
    }

    /// Keeps in mind that the log has to say that there was nothing before this item.
    func noteUnlogged(_ item: ToDoItem) throws(DatabaseError) {
        if unlogged?.end == item.place, unlogged?.owner == owner.key {
            unlogged?.end += 1
        } else {
            try logNew()
            unlogged = Unlogged(owner: owner.key, first: item, end: item.place + 1)
        }
    }

    /// Has the log say of the new items that there was nothing before.
    func logNew() throws(DatabaseError) {
        guard let new = unlogged else { return }
        // For one alone the other statement takes 7,000 instructions less.
        if new.end == new.first.place + 1 {
            try logNothing(before: new.first, of: new.owner, former: nil)
        } else {
            let statements = try statements
            try statements.logNew.bind(new.first.place, at: 1)
            try statements.logNew.bind(new.end, at: 2)
            try session.run(&statements.logNew)
        }
        unlogged = nil
    }

    /// Logs that there was nothing before an item; `former` is the revision
    /// of its deletion, if it was there once.
    func logNothing(
        before item: ToDoItem, of owner: Int, former: Int?
    ) throws(DatabaseError) {
        let statements = try statements
        try statements.logNothing.bind(owner, at: 1)
        try statements.logNothing.bind(item.revision, at: 2)
        try statements.logNothing.bind(uuid: item.id, at: 3)
        try statements.logNothing.bind(item.updatedAt, at: 4)
        try statements.logNothing.bind(former, at: 5)
        try session.run(&statements.logNothing)
    }

    /// Logs an item as it is, before it is changed or goes.
    func log(_ item: ToDoItem, revision: Int, now: Double) throws(DatabaseError) {
        try statements.logItem.bind(owner.key, at: 1)
        try statements.logItem.bind(revision, at: 2)
        try statements.logItem.bind(now, at: 3)
        try statements.logItem.bind(item.place, at: 4)
        try session.run(&statements.logItem)
    }
}
