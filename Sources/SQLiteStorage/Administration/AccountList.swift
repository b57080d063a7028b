package import Accounts
package import Items
import SQLite
package import Storage

/// Lists the accounts or tokens of a database while a server may be writing.
package final class AccountList: AccountListing {
    private let session: Connection

    private init(_ session: Connection) {
        self.session = session
    }

    /// Opens an existing database, which must have this program's schema.
    package static func open(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> AccountList {
        let session = try Connection.openExisting(path, busyMilliseconds: busyMilliseconds)
        try Migrator(session, Migration.all, clock: .constant(0)).requireCurrent()
        return AccountList(session)
    }

    /// Calls `body` with every account in order of creation.
    package func accounts(_ body: (AccountEntry) -> Void) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            var all = try session.prepare(
                """
                SELECT name, email, \(Self.time("created_at")), \
                (SELECT count(*) FROM items \
                WHERE slot >= accounts.owner << 32 AND slot < (accounts.owner + 1) << 32), \
                (SELECT \(Self.time("max(last_used_at)")) FROM tokens \
                WHERE tokens.owner = accounts.owner) FROM accounts ORDER BY owner
                """)
            while try session.step(&all) {
                body(
                    AccountEntry(
                        name: try all.validString(at: 0), email: try all.validString(at: 1),
                        createdAt: all.string(at: 2), items: all.integer(at: 3),
                        lastUsedAt: all.isNull(at: 4) ? nil : all.string(at: 4)))
            }
        }
    }

    /// Calls `body` with every token, or with those of one account; false when the account does not
    /// exist.
    package func tokens(
        of email: Email?, _ body: (TokenEntry) -> Void
    ) throws(StorageFailure) -> Bool {
        try storing { () throws(DatabaseError) in
            var condition = ""
            if let email {
                guard let owner = try session.owner(of: email) else { return false }
                condition = "WHERE owner = \(owner.key)"
            }
            var all = try session.prepare(
                """
                SELECT selector, email, label, \(Self.time("tokens.created_at")), \
                \(Self.time("last_used_at")), \(Self.time("expires_at")), is_read_only \
                FROM tokens JOIN accounts USING (owner) \(condition) ORDER BY owner, last_used_at
                """)
            while try session.step(&all) {
                body(
                    TokenEntry(
                        selector: try AccountColumns.selector(all, at: 0),
                        email: try all.validString(at: 1), label: try all.optionalString(at: 2),
                        isReadOnly: all.integer(at: 6) != 0,
                        createdAt: all.string(at: 3), lastUsedAt: all.string(at: 4),
                        expiresAt: all.string(at: 5)))
            }
            return true
        }
    }

    private static func time(_ column: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%SZ', \(column), 'unixepoch')"
    }
}
