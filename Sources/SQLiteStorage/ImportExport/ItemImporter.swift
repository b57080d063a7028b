package import Accounts
package import Items
import SQLite
package import Storage

/// Imports many items into the database of a server that may be running, all or none.
///
///     stage   insert each item into a temporary table on disk: no lock, constant memory
///     commit  BEGIN IMMEDIATE · every staged item by the write rules · COMMIT
///
/// The input is read once, so it may be a pipe. The database is locked only during the commit, and
/// may be opened after the staging, so that a refused input makes none.
package final class ItemImporter: ItemImporting {
    /// The items of one part, because an item can have 64 KiB.
    private static let itemsPerFlush = 250

    private let clock: Clock
    private let staged: StagedItems
    private var target: Target?

    /// The open database, and whose items are imported.
    private struct Target {
        let store: SQLiteRowStore
        let transaction: BatchTransaction
        let owner: Owner

        init(_ session: any StorageSession, _ owner: Owner) {
            self.owner = owner
            store = SQLiteRowStore(session, limits: OwnerLimits())
            transaction = BatchTransaction(store, limits: OwnerLimits())
        }
    }

    /// An importer whose database is to be opened before the commit.
    package init(clock: Clock) throws(OpenFailure) {
        self.clock = clock
        staged = try opening { () throws(DatabaseError) in try StagedItems() }
    }

    /// Opens the database as the server does, for the items of an account or of the local owner;
    /// false when the account does not exist.
    package func open(
        _ path: String, of email: Email? = nil, busyMilliseconds: Int
    ) throws(OpenFailure) -> Bool {
        let connection = try SQLiteConnection.openMigrated(
            path, busyMilliseconds: busyMilliseconds, clock: clock)
        let owner = try opening { () throws(DatabaseError) -> Owner? in
            guard let email else { return try connection.localOwner() }
            return try connection.account(with: email)
        }
        target = owner.map { Target(connection, $0) }
        return owner != nil
    }

    /// Each id is compared at once.
    package var uncomparedItems: Int { 0 }
    package func finishStaging() throws(StagingFailure) {}

    /// Stages an item for the commit.
    package func stage(_ item: NewItem) throws(StagingFailure) {
        do throws(DatabaseError) {
            try staged.add(item)
        } catch {
            throw error.kind == .constraint(.unique)
                ? .repeatedID(0) : .storage(StorageFailure(error))
        }
    }

    /// Writes all staged items as one write, or counts them; `progress` receives the number so far.
    package func commit(
        _ mode: ItemImport.Mode, progress: (Int) -> Void
    ) throws(WriteFailure) -> ItemImport.Counts {
        guard let target else { preconditionFailure("the database of an import is not open") }
        let store = target.store
        do throws(WriteFailure) {
            try writing { () throws(DatabaseError) in try store.begin() }
            let counts = try write(to: target, mode, progress)
            try writing { () throws(DatabaseError) in
                try store.write(owners: target.transaction.rows.owners)
                try store.commit()
            }
            return counts
        } catch {
            // A transaction that is not rolled back here ends with the connection.
            store.rollBack()
            throw error
        }
    }

    private func write(
        to target: Target, _ mode: ItemImport.Mode, _ progress: (Int) -> Void
    ) throws(WriteFailure) -> ItemImport.Counts {
        let transaction = target.transaction
        // Staging may have taken hours, and the account may have been removed meanwhile.
        transaction.begin(of: target.owner, isBoundToEpoch: true)
        var write = try ItemImport(mode, in: transaction, now: clock.now())
        do throws(StorageFailure) {
            var written = 0
            while let item = try storing({ () throws(DatabaseError) in try staged.next() }) {
                try write.take(item)
                written += 1
                progress(written)
                if written.isMultiple(of: Self.itemsPerFlush) { try transaction.flush() }
            }
            try write.finish()
            try transaction.flush()
        } catch {
            throw .storage(error)
        }
        return write.counts
    }

    private func writing<Value>(
        _ work: () throws(DatabaseError) -> Value
    ) throws(WriteFailure) -> Value {
        do throws(DatabaseError) {
            return try work()
        } catch {
            throw .storage(StorageFailure(error))
        }
    }
}
