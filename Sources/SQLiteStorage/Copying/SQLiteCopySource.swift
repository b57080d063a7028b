import Accounts
import Items
import SQLite
package import Storage

/// Reads a whole database at one moment, for a copy into another one, while servers may write.
package final class SQLiteCopySource: CopySource {
    private static let rowsPerPart = 250

    private let session: Connection

    private init(_ session: Connection) {
        self.session = session
    }

    /// Opens an existing database, which must have this program's schema.
    package static func open(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> SQLiteCopySource {
        let session = try Connection.openExisting(path, busyMilliseconds: busyMilliseconds)
        try Migrator(session, Migration.all, clock: .constant(0)).requireCurrent()
        return SQLiteCopySource(session)
    }

    package func read(
        _ body: (CopiedPart) throws(CopyFailure) -> Void
    ) throws(CopyFailure) {
        try reading { () throws(DatabaseError) in try session.execute("BEGIN") }
        try forEachPart(
            """
            SELECT owner, revision, last_sequence, item_bytes FROM owners WHERE leaving = 0 \
            ORDER BY owner
            """
        ) { row throws(DatabaseError) in
            CopiedOwner(
                key: try row.counter(at: 0), revision: row.integer(at: 1),
                lastSequence: row.integer(at: 2), itemBytes: row.integer(at: 3))
        } body: { owners throws(CopyFailure) in
            try body(.owners(owners))
        }
        try forEachPart(
            "SELECT owner, name, email, password, created_at FROM accounts ORDER BY owner"
        ) { row throws(DatabaseError) in
            CopiedAccount(
                owner: try row.counter(at: 0), name: try row.validString(at: 1),
                email: Email(stored: try row.validString(at: 2)),
                password: try row.validString(at: 3), createdAt: row.double(at: 4))
        } body: { accounts throws(CopyFailure) in
            try body(.accounts(accounts))
        }
        try forEachPart(
            """
            SELECT \(AccountColumns.tokenList) FROM tokens JOIN owners USING (owner) \
            ORDER BY selector
            """
        ) { row throws(DatabaseError) in
            try AccountColumns.token(row)
        } body: { tokens throws(CopyFailure) in
            try body(.tokens(tokens))
        }
        let long = try reading { () throws(DatabaseError) in try LongDescriptions(session) }
        try forEachPart(
            """
            SELECT \(ItemColumns.list) FROM items \
            WHERE slot >> 32 IN (SELECT owner FROM owners WHERE leaving = 0) ORDER BY slot
            """
        ) { row throws(DatabaseError) in
            (
                owner: Slot(row.integer(at: ItemColumns.At.slot)).owner,
                item: try ItemColumns.item(row, long, session)
            )
        } body: { items throws(CopyFailure) in
            try body(.items(items))
        }
        try reading { () throws(DatabaseError) in try session.execute("COMMIT") }
    }

    /// Calls `body` with the values of a query's rows, in parts.
    private func forEachPart<Value>(
        _ sql: String, _ value: (borrowing Statement) throws(DatabaseError) -> Value,
        body: ([Value]) throws(CopyFailure) -> Void
    ) throws(CopyFailure) {
        var rows = try reading { () throws(DatabaseError) in try session.prepare(sql) }
        while true {
            let part = try reading { () throws(DatabaseError) in
                var part: [Value] = []
                while part.count < Self.rowsPerPart, try session.step(&rows) {
                    part.append(try value(rows))
                }
                return part
            }
            if part.isEmpty { return }
            try body(part)
            if part.count < Self.rowsPerPart { return }
        }
    }

    private func reading<Value: ~Copyable>(
        _ work: () throws(DatabaseError) -> Value
    ) throws(CopyFailure) -> Value {
        do throws(DatabaseError) {
            return try work()
        } catch {
            throw .source(StorageFailure(error))
        }
    }
}
