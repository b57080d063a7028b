package import Accounts
package import Items
package import SQLite

/// Brings many items into the database of a server that may be running, all of them or none.
///
///     stage   each item into a table of this connection's own, on the disk: no lock, flat memory
///     commit  BEGIN IMMEDIATE · every staged item by the rules of writing · COMMIT
///
/// The file is read once, so that it may be a pipe, and nobody waits for its reading: the lock on
/// the database is held for as long as the rows take.
package final class ItemImporter {
    /// Why an item cannot be staged.
    package enum StagingFailure: Error, Equatable, Sendable {
        /// An item with this id was staged before.
        case repeatedID
        case database(DatabaseError)
    }

    private let session: any StorageSession
    private let transaction: SQLiteItemTransaction
    private let owner: Owner
    private let clock: Clock
    private let staged: StagedItems

    /// Opens the database as a server would, for the items of an account or of the local
    /// owner, and gives others so long to let go of it; nil when there is no such account.
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

    /// Puts an item aside until the commit.
    package func stage(_ item: NewItem) throws(StagingFailure) {
        do throws(DatabaseError) {
            try staged.add(item)
        } catch {
            throw error.kind == .constraint(.unique) ? .repeatedID : .database(error)
        }
    }

    /// Writes everything that was staged as one write, and tells `progress` how far it is.
    package func commit(progress: (Int) -> Void) throws(WriteFailure) -> ItemImport.Counts {
        do throws(WriteFailure) {
            try writing { () throws(DatabaseError) in
                // The transaction until now touched nothing but the connection's own table.
                try session.execute("COMMIT")
                try session.run(&transaction.statements.begin)
            }
            let counts = try write(progress)
            try writing { () throws(DatabaseError) in
                try session.commit(&transaction.statements.commit)
            }
            return counts
        } catch {
            // What is not rolled back here goes with the connection.
            if session.isInTransaction { try? session.execute("ROLLBACK") }
            throw error
        }
    }

    private func write(_ progress: (Int) -> Void) throws(WriteFailure) -> ItemImport.Counts {
        transaction.reset()
        // Whoever wrote the file may have taken hours, and be gone by now.
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
