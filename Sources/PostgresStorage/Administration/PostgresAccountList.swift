package import Accounts
package import Items
import PostgreSQL
package import Storage

/// Lists the accounts or tokens of a database while servers may be writing.
package final class PostgresAccountList: AccountListing {
    private let session: PostgresConnection

    private init(_ session: PostgresConnection) {
        self.session = session
    }

    /// Opens a database, which must have this program's schema.
    package static func open(
        _ database: PostgresAdministration
    ) throws(PostgresOpenFailure) -> PostgresAccountList {
        PostgresAccountList(try database.openCurrent())
    }

    package func accounts(_ body: (AccountEntry) -> Void) throws(StorageFailure) {
        try read(
            """
            SELECT name, email, \(Self.time("created_at")), \
            (SELECT count(*) FROM items i WHERE i.owner = a.owner), \
            (SELECT \(Self.time("max(last_used_at)")) FROM tokens t WHERE t.owner = a.owner) \
            FROM accounts a ORDER BY owner
            """
        ) { rows, row throws(PostgresFailure) in
            body(
                AccountEntry(
                    name: rows.string(row, 0), email: rows.string(row, 1),
                    createdAt: rows.string(row, 2), items: try rows.integer(row, 3),
                    lastUsedAt: rows.optionalString(row, 4)))
            return true
        }
    }

    package func tokens(
        of email: Email?, _ body: (TokenEntry) -> Void
    ) throws(StorageFailure) -> Bool {
        var condition = ""
        if let email {
            let owner = try storing { () throws(PostgresFailure) in try session.owner(of: email) }
            guard let owner else { return false }
            condition = "WHERE t.owner = \(owner.key)"
        }
        try read(
            """
            SELECT selector, email, label, \(Self.time("t.created_at")), \
            \(Self.time("last_used_at")), \(Self.time("expires_at")), is_read_only \
            FROM tokens t JOIN accounts a ON a.owner = t.owner \(condition) \
            ORDER BY t.owner, last_used_at
            """
        ) { rows, row throws(PostgresFailure) in
            body(
                TokenEntry(
                    selector: TokenSelector(try rows.uuid(row, 0)), email: rows.string(row, 1),
                    label: rows.optionalString(row, 2), isReadOnly: try rows.bool(row, 6),
                    createdAt: rows.string(row, 3), lastUsedAt: rows.string(row, 4),
                    expiresAt: rows.string(row, 5)))
            return true
        }
        return true
    }

    private func read(
        _ sql: String, _ body: (PostgresRows, Int) throws(PostgresFailure) -> Bool
    ) throws(StorageFailure) {
        try storing { () throws(PostgresFailure) in
            try session.transaction(.beginMoment) { () throws(PostgresFailure) in
                try PostgresCursor("entries", session, sql).forEach(body)
            }
        }
    }

    /// A time in ISO 8601, without the part of a second.
    static func time(_ column: String) -> String {
        """
        to_char(to_timestamp(floor(\(column))) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        """
    }
}
