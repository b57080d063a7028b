package import Accounts
package import Items
import PostgreSQL
package import Storage

/// Imports many items into a database on which servers may be running, all or none.
///
///     stage   insert the items in parts into a temporary table: no lock, constant memory
///     commit  BEGIN, lock the owner · staged items in parts by the write rules · COMMIT
///
/// Servers wait during the commit only, and only with writes of this owner.
package final class PostgresItemImporter: ItemImporting {
    /// The items of one part, because an item can have 64 KiB.
    private static let itemsPerPart = 250

    private let session: PostgresConnection
    private let store = PostgresRowStore()
    private let transaction: BatchTransaction
    private let owner: Owner
    private let clock: Clock
    private var part: [NewItem] = []
    private var staged = 0

    /// Opens a database as a server does, for the items of an account or of the local owner; nil
    /// when the account does not exist.
    package static func open(
        _ database: PostgresAdministration, of email: Email? = nil, clock: Clock
    ) throws(PostgresOpenFailure) -> PostgresItemImporter? {
        let session = try database.openMigrated(clock: clock)
        return try opening { () throws(PostgresFailure) in
            let owner: Owner
            if let email {
                guard let found = try session.sql.account(with: email) else { return nil }
                owner = found
            } else {
                owner = try session.localOwner()
            }
            try session.execute(
                script: """
                    CREATE TEMPORARY TABLE staged (
                        number bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, done boolean NOT NULL,
                        \(PostgresContentColumn.definitions)
                    )
                    """)
            return PostgresItemImporter(session, owner: owner, clock: clock)
        }
    }

    private init(_ session: PostgresConnection, owner: Owner, clock: Clock) {
        self.session = session
        self.owner = owner
        self.clock = clock
        transaction = BatchTransaction(store, limits: OwnerLimits())
        store.begin(session)
    }

    package var uncomparedItems: Int { part.count }

    package func stage(_ item: NewItem) throws(StagingFailure) {
        part.append(item)
        if part.count == Self.itemsPerPart { try finishStaging() }
    }

    package func finishStaging() throws(StagingFailure) {
        if part.isEmpty { return }
        var inserted: [Int] = []
        do throws(PostgresFailure) {
            let rows = try session.run(insertion)
            inserted = try (0..<rows.count).map { row throws(PostgresFailure) in
                try rows.integer(row, 0)
            }
        } catch {
            throw .storage(StorageFailure(error))
        }
        // The items whose ids were there are missing.
        let numbers = Set(inserted)
        for index in part.indices where !numbers.contains(staged + index) {
            throw .repeatedID(index)
        }
        staged += part.count
        part = []
    }

    /// Inserts the part; returns the numbers of the items whose ids are new.
    private var insertion: PostgresCommand {
        PostgresCommand(
            """
            INSERT INTO staged SELECT * \
            FROM unnest(\([String].parameters(3 + PostgresContentColumn.names.count))) \
            ON CONFLICT (id) DO NOTHING RETURNING number
            """
        ) { list in
            list.append(part.indices) { staged + $0 }
            list.append(part) { PostgresUUID($0.id) }
            list.append(part) { $0.content.done }
            PostgresContentColumn.append(part, to: &list) { item, _ in item.content }
        }
    }

    package func commit(
        _ mode: ItemImport.Mode, progress: (Int) -> Void
    ) throws(WriteFailure) -> ItemImport.Counts {
        do throws(WriteFailure) {
            try writing { () throws(PostgresFailure) in
                // A cached plan is one for the few items of the beginning: it would read all stored
                // items for each part.
                _ = try session.exchange(
                    ["BEGIN", "SET LOCAL plan_cache_mode = force_custom_plan"].map {
                        PostgresCommand($0)
                    })
            }
            let counts = try write(mode, progress)
            try writing { () throws(PostgresFailure) in _ = try session.run("COMMIT") }
            return counts
        } catch {
            // The transaction ends with the connection.
            session.close()
            throw error
        }
    }

    private func write(
        _ mode: ItemImport.Mode, _ progress: (Int) -> Void
    ) throws(WriteFailure) -> ItemImport.Counts {
        // Staging may have taken hours, and the account may have been removed meanwhile.
        transaction.begin(of: owner, isBoundToEpoch: true)
        var write = try ItemImport(mode, in: transaction, now: clock.now())
        do throws(StorageFailure) {
            var written = 0
            while written < staged {
                let items = try fetch(from: written)
                guard !items.isEmpty else { throw .unexpected("a staged item is gone") }
                for item in items {
                    try write.take(item)
                    written += 1
                    progress(written)
                }
                try transaction.flush()
            }
            try write.finish()
            try storing { () throws(PostgresFailure) in
                _ = try store.exchange(transaction.rows.flushOfOwners)
            }
        } catch {
            throw .storage(error)
        }
        return write.counts
    }

    /// Reads a part, and the items that are stored under its ids.
    private func fetch(from number: Int) throws(StorageFailure) -> [NewItem] {
        let items = try storing { () throws(PostgresFailure) in try readStaged(from: number) }
        try transaction.readAhead(items.map { OwnedID(owner: owner.key, id: $0.id) })
        return items
    }

    private func readStaged(from number: Int) throws(PostgresFailure) -> [NewItem] {
        let rows = try session.run(
            PostgresCommand(
                """
                SELECT id, done, \(PostgresContentColumn.names.joined(separator: ", ")) \
                FROM staged WHERE number >= $1 ORDER BY number LIMIT \(Self.itemsPerPart)
                """
            ) { $0.append(number) })
        return try (0..<rows.count).map { row throws(PostgresFailure) in
            var content = ItemContent(title: "", done: try rows.bool(row, 1))
            try PostgresContentColumn.read(.all, of: &content, from: rows, row, at: 2)
            return NewItem(id: ItemID(try rows.uuid(row, 0)), content: content)
        }
    }

    private func writing<Value>(
        _ work: () throws(PostgresFailure) -> Value
    ) throws(WriteFailure) -> Value {
        do throws(PostgresFailure) {
            return try work()
        } catch {
            throw .storage(StorageFailure(error))
        }
    }
}
