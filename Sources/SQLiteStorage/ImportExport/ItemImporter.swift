package import Accounts
package import Items
import SQLite
package import Storage

/// Imports many items into the database of a server that may be running, all or none.
///
///     stage   insert each item into a temporary table on disk: no lock, constant memory
///     commit  BEGIN IMMEDIATE · every staged item by the write rules · COMMIT
///
/// The input is read once, so it may be a pipe. The database is locked only during the commit.
package final class ItemImporter: ItemImporting {
    private let session: any StorageSession
    private let transaction: SQLiteItemTransaction
    private let owner: Owner
    private let clock: Clock
    private let staged: StagedItems

    /// Opens the database as the server does, for the items of an account or of the local owner;
    /// nil when the account does not exist.
    package static func open(
        _ path: String, of email: Email? = nil, busyMilliseconds: Int, clock: Clock
    ) throws(OpenFailure) -> ItemImporter? {
        let connection = try Connection.openMigrated(
            path, busyMilliseconds: busyMilliseconds, clock: clock)
        return try opening { () throws(DatabaseError) in
            guard let email else {
                return try ItemImporter(
                    connection, owner: try connection.localOwner(), clock: clock)
            }
            guard let owner = try connection.owner(of: email) else { return nil }
            return try ItemImporter(connection, owner: owner, clock: clock)
        }
    }

    private init(
        _ session: any StorageSession, owner: Owner, clock: Clock
    ) throws(DatabaseError) {
        self.session = session
        self.owner = owner
        self.clock = clock
        transaction = SQLiteItemTransaction(
            session: session, responseByteLimit: IdempotentRequest.byteLimit)
        staged = try StagedItems(session)
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

    /// Writes all staged items as one write; `progress` receives the number written so far.
    package func commit(progress: (Int) -> Void) throws(WriteFailure) -> ItemImport.Counts {
        do throws(WriteFailure) {
            try writing { () throws(DatabaseError) in
                // The open transaction has touched only the temporary table.
                try session.execute("COMMIT")
                try session.run(&transaction.statements.begin)
            }
            let counts = try write(progress)
            try writing { () throws(DatabaseError) in
                try session.commit(&transaction.statements.commit)
            }
            return counts
        } catch {
            // A transaction that is not rolled back here ends with the connection.
            if session.isInTransaction { try? session.execute("ROLLBACK") }
            throw error
        }
    }

    private func write(_ progress: (Int) -> Void) throws(WriteFailure) -> ItemImport.Counts {
        transaction.reset()
        // Staging may have taken hours, and the account may have been removed meanwhile.
        transaction.begin(of: owner, isBoundToEpoch: true)
        var write = try ItemImport(in: transaction, now: clock.now())
        do throws(StorageFailure) {
            var written = 0
            while let item = try storing({ () throws(DatabaseError) in try staged.next() }) {
                try write.upsert(item)
                written += 1
                progress(written)
            }
            try write.finish()
            try transaction.finish()
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
