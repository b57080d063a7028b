import Items
import SQLite

/// What an undo asks of the log.
extension SQLiteItemTransaction {
    func horizon() throws(StorageFailure) -> Int {
        try storing { () throws(DatabaseError) in
            try statements.horizon.withReset { statement throws(DatabaseError) in
                try statement.bind(owner.key, at: 1)
                return try session.step(&statement) ? statement.counter(at: 0) : 0
            }
        }
    }

    func touched(by revision: Int) throws(StorageFailure) -> [ItemID] {
        try storing { () throws(DatabaseError) in
            try logNew()
            return try statements.touched.withReset { statement throws(DatabaseError) in
                try statement.bind(owner.key, at: 1)
                try statement.bind(revision, at: 2)
                var ids: [ItemID] = []
                while try session.step(&statement) { ids.append(try statement.itemID(at: 0)) }
                return ids
            }
        }
    }

    func image(of id: ItemID, before revision: Int) throws(StorageFailure) -> ToDoItem? {
        try storing { () throws(DatabaseError) in
            try logNew()
            return try statements.image.withReset { statement throws(DatabaseError) in
                try statement.bind(owner.key, at: 1)
                try statement.bind(revision, at: 2)
                try statement.bind(uuid: id, at: 3)
                return try session.step(&statement) ? ItemColumns.item(statement) : nil
            }
        }
    }

    func former(of id: ItemID, before revision: Int) throws(StorageFailure) -> Int? {
        try storing { () throws(DatabaseError) in
            try logNew()
            return try statements.former.withReset { statement throws(DatabaseError) in
                try statement.bind(owner.key, at: 1)
                try statement.bind(revision, at: 2)
                try statement.bind(uuid: id, at: 3)
                guard try session.step(&statement), !statement.isNull(at: 0) else { return nil }
                return try statement.counter(at: 0)
            }
        }
    }
}
