package import Accounts
package import Items
import SQLite

/// All items of a database at one moment, beside a server that may be writing.
package final class ItemExport {
    private let reader: ItemReader

    private let owner: Owner
    /// How many accounts there are.
    package let accounts: Int

    private init(_ reader: ItemReader, of owner: Owner, among accounts: Int) {
        self.reader = reader
        self.owner = owner
        self.accounts = accounts
    }

    /// Opens a database that must be there, with the schema of this program, for the
    /// items of an account or of the local owner; nil when there is no such account.
    package static func open(
        _ path: String, of email: Email? = nil, busyMilliseconds: Int
    ) throws(OpenFailure) -> ItemExport? {
        let session = try Connection.openExisting(path, busyMilliseconds: busyMilliseconds)
        try Migrator(session, Migration.all, clock: .constant(0)).requireCurrent()
        return try opening { () throws(DatabaseError) in
            // The owner's key is all that reading needs.
            var owner = Owner(key: Owner.localKey, epoch: "")
            if let email {
                guard let found = try session.owner(of: email) else { return nil }
                owner = found
            }
            return ItemExport(
                try ItemReader(session: session, commits: CommitCounter()), of: owner,
                among: try session.integer("SELECT count(*) FROM accounts") ?? 0)
        }
    }

    /// Shows every item of the owner in the default order, as long as `body` answers true.
    package func read(_ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            _ = try reader.list(
                ItemQuery(), of: owner, after: nil, limit: .max, begin: { _ in true }, body)
            try reader.endRound()
        }
    }
}
