package import Accounts
package import Items
import SQLite
import Storage

/// All items of an owner at one moment, while a server may be writing.
package final class ItemExport: ItemExporting {
    private let reader: ItemReader

    private let owner: Owner
    /// The number of accounts in the database.
    package let accounts: Int
    /// The email of the account that has the local owner's items, if one has adopted them.
    package let adopter: String?

    private init(
        _ reader: ItemReader, of owner: Owner, among accounts: Int, adopter: String?
    ) {
        self.reader = reader
        self.owner = owner
        self.accounts = accounts
        self.adopter = adopter
    }

    /// Opens an existing database, which must have this program's schema, for the items of an
    /// account or of the local owner; nil when the account does not exist.
    package static func open(
        _ path: String, of email: Email? = nil, busyMilliseconds: Int
    ) throws(OpenFailure) -> ItemExport? {
        let session = try Connection.openExisting(path, busyMilliseconds: busyMilliseconds)
        try Migrator(session, Migration.all, clock: .constant(0)).requireCurrent()
        return try opening { () throws(DatabaseError) in
            // Reads use only the owner's key.
            var owner = Owner(key: Owner.localKey, epoch: "")
            if let email {
                guard let found = try session.owner(of: email) else { return nil }
                owner = found
            }
            return ItemExport(
                try ItemReader(session: session, commits: CommitCounter()), of: owner,
                among: try session.integer("SELECT count(*) FROM accounts") ?? 0,
                adopter: try session.query("SELECT email FROM accounts WHERE owner = ?1") {
                    statement throws(DatabaseError) in
                    try statement.bind(Owner.localKey, at: 1)
                    return try session.step(&statement) ? try statement.validString(at: 0) : nil
                })
        }
    }

    /// Calls `body` with every item of the owner in the default order until it returns false.
    package func read(_ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            _ = try reader.list(
                ItemQuery(), of: owner, after: nil, limit: .max, begin: { _ in true }, body)
            try reader.endRound()
        }
    }
}
