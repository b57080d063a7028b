import Accounts
import Items
import PostgreSQL
package import Storage

/// Reads a whole database at one moment, for a copy into another one, while servers may write.
package final class PostgresCopySource: CopySource {
    private let session: PostgresConnection

    private init(_ session: PostgresConnection) {
        self.session = session
    }

    /// Opens a database, which must have this program's schema.
    package static func open(
        _ database: PostgresAdministration
    ) throws(PostgresOpenFailure) -> PostgresCopySource {
        PostgresCopySource(try database.openCurrent())
    }

    package func read(
        _ body: (CopiedPart) throws(CopyFailure) -> Void
    ) throws(CopyFailure) {
        try reading { () throws(PostgresFailure) in _ = try session.run(.beginMoment)
        }
        try forEachPart(
            "owners_read",
            """
            SELECT owner, revision, last_sequence, item_bytes FROM owners WHERE NOT leaving \
            ORDER BY owner
            """
        ) { rows, row throws(PostgresFailure) in
            CopiedOwner(
                key: try rows.integer(row, 0), revision: try rows.integer(row, 1),
                lastSequence: try rows.integer(row, 2), itemBytes: try rows.integer(row, 3))
        } body: { owners throws(CopyFailure) in
            try body(.owners(owners))
        }
        try forEachPart(
            "accounts_read",
            "SELECT owner, name, email, password, created_at FROM accounts ORDER BY owner"
        ) { rows, row throws(PostgresFailure) in
            CopiedAccount(
                owner: try rows.integer(row, 0), name: rows.string(row, 1),
                email: Email(stored: rows.string(row, 2)), password: rows.string(row, 3),
                createdAt: try rows.double(row, 4))
        } body: { accounts throws(CopyFailure) in
            try body(.accounts(accounts))
        }
        try forEachPart(
            "tokens_read",
            """
            SELECT \(AccountStatements.tokenColumns) FROM tokens t \
            JOIN owners o ON o.owner = t.owner ORDER BY t.selector
            """
        ) { rows, row throws(PostgresFailure) in
            try FetchedReads.token(rows, row)
        } body: { tokens throws(CopyFailure) in
            try body(.tokens(tokens))
        }
        try forEachPart(
            "items_read",
            """
            SELECT i.owner, \(ItemColumns.list(of: "i")) FROM items i \
            WHERE NOT EXISTS (SELECT 1 FROM owners o WHERE o.owner = i.owner AND o.leaving) \
            ORDER BY i.owner, i.done, i.sequence
            """
        ) { rows, row throws(PostgresFailure) in
            (owner: try rows.integer(row, 0), item: try ItemColumns.item(rows, row, from: 1))
        } body: { items throws(CopyFailure) in
            try body(.items(items))
        }
        try reading { () throws(PostgresFailure) in _ = try session.run("COMMIT") }
    }

    /// Calls `body` with the values of a query's rows, in parts.
    private func forEachPart<Value>(
        _ name: String, _ sql: String,
        _ value: (PostgresRows, Int) throws(PostgresFailure) -> Value,
        body: ([Value]) throws(CopyFailure) -> Void
    ) throws(CopyFailure) {
        let cursor = try reading { () throws(PostgresFailure) in
            try PostgresCursor(name, session, rowsPerTrip: 250, sql)
        }
        while true {
            let part = try reading { () throws(PostgresFailure) in
                let rows = try cursor.next()
                return try (0..<rows.count).map { row throws(PostgresFailure) in
                    try value(rows, row)
                }
            }
            if part.isEmpty { return }
            try body(part)
        }
    }

    private func reading<Value>(
        _ work: () throws(PostgresFailure) -> Value
    ) throws(CopyFailure) -> Value {
        do throws(PostgresFailure) {
            return try work()
        } catch {
            throw .source(StorageFailure(error))
        }
    }
}
