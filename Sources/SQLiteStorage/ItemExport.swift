package import Items
import SQLite

/// All items of a database at one moment, beside a server that may be writing.
package final class ItemExport {
    private let reader: ItemReader

    private init(_ reader: ItemReader) {
        self.reader = reader
    }

    /// Opens a database that must be there, with the schema of this program.
    package static func open(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> ItemExport {
        let session = try Connection.existing(path, busyMilliseconds: busyMilliseconds)
        try Migrator(session, Migration.all, clock: .constant(0)).requireCurrent()
        return try opening { () throws(DatabaseError) in
            ItemExport(try ItemReader(session: session, commits: CommitCounter()))
        }
    }

    /// Shows every item of the local owner in the default order, as long as `body` answers true.
    package func read(_ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) {
        // The owner's key is all that reading needs.
        let owner = Owner(key: Owner.localKey, epoch: "")
        try storing { () throws(DatabaseError) in
            _ = try reader.list(
                ItemQuery(), of: owner, after: nil, limit: .max, begin: { _ in true }, body)
            try reader.settle()
        }
    }
}
