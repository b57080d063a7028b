package import Accounts
package import Items
import PostgreSQL
import Storage

/// All items of an owner at one moment, while servers may be writing.
package final class PostgresItemExport: ItemExporting {
    private let session: PostgresConnection
    private let owner: Int
    package let accounts: Int
    package let adopter: String?

    private init(
        _ session: PostgresConnection, of owner: Int, among accounts: Int, adopter: String?
    ) {
        self.session = session
        self.owner = owner
        self.accounts = accounts
        self.adopter = adopter
    }

    /// Opens a database, which must have this program's schema, for the items of an account or of
    /// the local owner; nil when the account does not exist.
    package static func open(
        _ database: PostgresAdministration, of email: Email? = nil
    ) throws(PostgresOpenFailure) -> PostgresItemExport? {
        let session = try database.openCurrent()
        return try opening { () throws(PostgresFailure) in
            var owner = Owner.localKey
            if let email {
                guard let found = try session.owner(of: email) else { return nil }
                owner = found.key
            }
            let accounts = try session.run("SELECT count(*) FROM accounts").integer(0, 0)
            let adopter = try session.run(
                "SELECT email FROM accounts WHERE owner = \(Owner.localKey)")
            return PostgresItemExport(
                session, of: owner, among: accounts,
                adopter: adopter.count == 0 ? nil : adopter.string(0, 0))
        }
    }

    package func read(_ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) {
        try storing { () throws(PostgresFailure) in
            try session.transaction(.beginMoment) { () throws(PostgresFailure) in
                let cursor = try PostgresCursor(
                    "exported", session,
                    """
                    SELECT \(ItemColumns.list) FROM items WHERE owner = \(owner) \
                    ORDER BY done, sequence
                    """)
                try cursor.forEach { rows, row throws(PostgresFailure) in
                    var goesOn = true
                    try ItemColumns.visit(rows, row) { goesOn = body($0) }
                    return goesOn
                }
            }
        }
    }
}
