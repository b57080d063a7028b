package import Items
package import SQLite

/// Items, accounts and addresses in SQLite, as one lane sees them: its own read-only session, and the writer it shares with the others.
package final class SQLiteItemRepository: ItemRepository {
    let reader: ItemReader
    private let accountReader: PreparedLater<AccountReader>
    private let write: (WriteJob) -> Void
    private let look: (ItemQuery, Owner, Int) throws(StorageFailure) -> any ItemSnapshot
    let figures: ReaderFigures?
    private let whenRead: () -> Void

    /// A repository that reads by `session`, writes by `write` and takes its snapshots from `look`, which is
    /// told what the owner's clock says now. `clock` tells which tokens have expired, and `whenRead` is
    /// called when a round that has read ends.
    package init(
        session: any StorageSession,
        commits: CommitCounter,
        clock: Clock,
        write: @escaping (WriteJob) -> Void,
        look: @escaping (ItemQuery, Owner, Int) throws(StorageFailure) -> any ItemSnapshot,
        figures: ReaderFigures? = nil,
        whenRead: @escaping () -> Void = {}
    ) throws(DatabaseError) {
        let reader = try ItemReader(session: session, commits: commits)
        self.reader = reader
        accountReader = PreparedLater(session) { _ throws(DatabaseError) in
            try AccountReader(reader, clock: clock)
        }
        self.write = write
        self.look = look
        self.figures = figures
        self.whenRead = whenRead
    }

    var accounts: AccountReader {
        get throws(DatabaseError) { try accountReader.statements }
    }

    package func clock(of owner: Owner) throws(StorageFailure) -> Int {
        try storing { () throws(DatabaseError) in try reader.clock(of: owner) }
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        try storing { () throws(DatabaseError) in try reader.read(id, of: owner, body) }
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> ListPosition? {
        try storing { () throws(DatabaseError) in
            try reader.list(query, of: owner, after: position, limit: limit, begin: begin, body)
        }
    }

    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange) -> Bool
    ) throws(StorageFailure) -> Bool {
        try storing { () throws(DatabaseError) in
            try reader.changes(of: owner, since: position, limit: limit, begin: begin, body)
        }
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner
    ) throws(StorageFailure) -> any ItemSnapshot {
        try look(query, owner, clock(of: owner))
    }

    package func submit(
        _ write: ItemWrite, once request: KeptRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        self.write(WriteJob(write: write, once: request, reply: reply))
    }

    package func settle() throws(StorageFailure) {
        let hasRead = reader.isReading
        try storing { () throws(DatabaseError) in try reader.settle() }
        if hasRead { whenRead() }
    }
}
