package import Items
package import PostgreSQL
package import Storage

/// The PostgreSQL storage of items, accounts and addresses for one lane: its own connection, and the
/// shared writer.
///
/// Each call reads one moment, which is not older than the call: what any server has answered is
/// seen. A call blocks until the database answers.
package final class PostgresItemRepository: ItemRepository {
    /// The items that one list looks at; beyond them it is read from a snapshot.
    static let itemsPerList = 2_000

    let session: ReaderSession
    let clock: Clock
    private let write: (WriteJob) -> Void
    private let snapshots: PostgresSnapshotPool
    private let board: RevisionBoard

    /// A repository that reads through `connect` and writes through `write`. `clock` decides which
    /// tokens have expired.
    package init(
        snapshots: PostgresSnapshotPool, board: RevisionBoard, clock: Clock,
        write: @escaping (WriteJob) -> Void,
        connect: @escaping () throws(PostgresFailure) -> any PostgresSession
    ) {
        session = ReaderSession(connect)
        self.snapshots = snapshots
        self.board = board
        self.clock = clock
        self.write = write
    }

    static func revision(of owner: Owner) -> PostgresCommand {
        PostgresCommand("SELECT revision FROM owners WHERE owner = $1") { $0.append(owner.key) }
    }

    /// The revision in the result of such a command; 0 of an owner that does not exist.
    static func revision(_ rows: PostgresRows) throws(PostgresFailure) -> Int {
        rows.count == 0 ? 0 : try rows.integer(0, 0)
    }

    package func revision(of owner: Owner) throws(StorageFailure) -> Int {
        try storing { () throws(PostgresFailure) in
            try Self.revision(try session.read([Self.revision(of: owner)])[0])
        }
    }

    package func heardRevision(of owner: Owner) throws(StorageFailure) -> Int {
        if let heard = board.revision(of: owner.key) { return heard }
        // What is written from now on is heard, so nothing is missed between.
        let revision = try revision(of: owner)
        board.learn([(owner.key, revision)])
        return revision
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        try storing { () throws(PostgresFailure) in
            let command = PostgresCommand(
                "SELECT \(ItemColumns.list) FROM items WHERE owner = $1 AND id = $2"
            ) {
                $0.append(owner.key)
                $0.append(PostgresUUID(id))
            }
            let rows = try session.read([command])[0]
            guard rows.count > 0 else { return false }
            try ItemColumns.visit(rows, 0, body)
            return true
        }
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        try storing { () throws(PostgresFailure) in
            let filter = query.filter
            // Of a filter it is not known how many items must be looked at.
            let most = filter.isDoneOnly ? min(limit, Self.itemsPerList) : Self.itemsPerList
            // One more tells whether there are more.
            let commands = ListStatements.items(
                of: owner.key, query, after: position, limit: most + 1)
            let results = try session.read([Self.revision(of: owner)] + commands)
            guard begin(try Self.revision(results[0])) else { return true }
            var (visited, shown) = (0, 0)
            var scratch: [UInt8] = []
            for rows in results.dropFirst() {
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
        try snapshots.snapshot(query, of: owner, after: position)
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
