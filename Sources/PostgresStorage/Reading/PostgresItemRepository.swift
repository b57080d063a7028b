package import Items
import PostgreSQL
package import Storage

/// The PostgreSQL storage of items, accounts and addresses for one lane: a reader with a connection
/// of its own, and the shared writer.
///
/// Each call reads one moment, which is not older than the call: it sees each write that any server
/// has answered. A call whose rows have not arrived throws `StorageFailure.pending`.
package final class PostgresItemRepository: ItemRepository {
    /// The items that one list visits; a longer one is read from a snapshot. Each may have
    /// 65 KB, and a lane holds them all until it has written the response.
    static let itemsPerList = 500

    let reader: PostgresReader
    let clock: Clock
    private let write: (WriteJob) -> Void
    private let snapshots: PostgresSnapshotPool
    private let revisions: RevisionCache

    /// A repository that reads through `reader` and writes through `write`. `clock` decides which
    /// tokens have expired.
    package init(
        reader: PostgresReader, snapshots: PostgresSnapshotPool, revisions: RevisionCache,
        clock: Clock, write: @escaping (WriteJob) -> Void
    ) {
        self.reader = reader
        self.snapshots = snapshots
        self.revisions = revisions
        self.clock = clock
        self.write = write
    }

    package var remoteReads: (any RemoteReads)? { reader }

    /// The revision in the result of such a statement; 0 of an owner that does not exist.
    static func revision(_ found: ReadRows) throws(PostgresFailure) -> Int {
        guard let row = found.first else { return 0 }
        return try found.rows.integer(row, 0)
    }

    package func revision(of owner: Owner) throws(StorageFailure) -> Int {
        let found = try reader.rows(of: .revision(owner: owner.key))[0]
        return try storing { () throws(PostgresFailure) in try Self.revision(found) }
    }

    package func knownRevision(of owner: Owner) throws(StorageFailure) -> Int {
        if let known = revisions.revision(of: owner.key) { return known }
        // Later writes are notified from now on, so none is missed between.
        let revision = try revision(of: owner)
        revisions.update([(owner.key, revision)])
        return revision
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        let found = try reader.rows(of: .item(owner: owner.key, id: PostgresUUID(id)))[0]
        guard let row = found.first else { return false }
        try storing { () throws(PostgresFailure) in try ItemColumns.visit(found.rows, row, body) }
        return true
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        let filter = query.filter
        // A filter may refuse any number of items.
        let most = filter.isDoneOnly ? min(limit, Self.itemsPerList) : Self.itemsPerList
        // One more shows whether there are more.
        let commands = ListStatements.items(
            of: owner.key, query, after: position, limit: most + 1)
        let results = try reader.rows(
            of: .statements([ReadStatements.revision(of: owner.key)] + commands))
        return try storing { () throws(PostgresFailure) in
            guard begin(try Self.revision(results[0])) else { return true }
            var (visited, shown) = (0, 0)
            var scratch: [UInt8] = []
            for found in results.dropFirst() {
                let rows = found.rows
                for row in 0..<rows.count {
                    guard shown < limit else { return true }
                    guard visited < Self.itemsPerList else { return false }
                    visited += 1
                    var goesOn = true
                    try ItemColumns.visit(rows, row) { item in
                        guard filter.isDoneOnly || filter.matches(item, &scratch) else { return }
                        shown += 1
                        goesOn = body(item)
                    }
                    guard goesOn else { return true }
                }
                // What comes behind is in no result if this one is cut.
                if rows.count > most { return shown >= limit }
            }
            return true
        }
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?
    ) throws(StorageFailure) -> any ItemSnapshot {
        try reader.snapshot { request, arrivals throws(StorageFailure) in
            try snapshots.open(query, of: owner, after: position, for: request, arrivals)
        }
    }

    package func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        self.write(WriteJob(write: write, once: request, reply: reply))
    }

    /// Nothing outlives a call.
    package func endRound() throws(StorageFailure) {}
}
