import Items
import SQLite
import TestSupport

@testable import SQLiteStorage

/// A writer whose texts become searchable so many at a time, and searches beside it.
final class SearchWorld {
    let session: Connection
    let owner: Owner
    private let run: Int
    private let writing: any StorageSession
    private var batch: WriteBatch

    /// A world whose batches work by what `writing` makes of the database.
    init(run: Int, writing: (Connection) -> any StorageSession = { $0 }) throws {
        session = try Connection.migratedInMemory()
        owner = try session.localOwner()
        self.run = run
        self.writing = writing(session)
        batch = try Self.batch(self.writing, run)
    }

    private static func batch(_ session: any StorageSession, _ run: Int) throws -> WriteBatch {
        try WriteBatch(
            session: session, clock: .constant(0), commits: CommitCounter(), searchRun: run)
    }

    /// Goes on as another process would, which knows nothing but what the database says.
    func restart() throws {
        batch = try Self.batch(writing, run)
    }

    @discardableResult
    func write(_ writes: [ItemWrite]) -> [Outcome] {
        batch.run(writes)
    }

    @discardableResult
    func write(_ action: ItemWrite.Action, of owner: Owner? = nil) -> Outcome {
        write([ItemWrite(owner: owner ?? self.owner, action: action)])[0]
    }

    /// Does what goes on though nobody writes, and answers in how many turns: no more than a thousand,
    /// so that what never ends fails.
    func takeTurns() -> Int {
        var turns = 0
        while turns < 1_000, takeTurn() { turns += 1 }
        return turns
    }

    /// Does a little of it, and answers whether there was anything to do.
    func takeTurn() -> Bool {
        guard batch.remainder == .goesOn else { return false }
        _ = batch.run([WriteJob](), [], isTurn: true)
        return true
    }

    /// Does so a minute after a failure.
    func takeLateTurn() {
        _ = batch.run([WriteJob](), [], isTurn: true)
    }

    /// How it stands with what goes on though nobody writes.
    var remainder: Remainder { batch.remainder }

    /// How many items have these words, as an index or a walk tells.
    func find(_ text: String, of owner: Owner? = nil) throws -> Int {
        var filter = ItemFilter()
        filter.words = SearchWords(text)
        var count = 0
        _ = try ItemLister(session).list(
            ItemQuery(filter: filter), of: owner ?? self.owner, after: nil, limit: .max,
            effort: .max
        ) { _ in
            count += 1
            return true
        }
        return count
    }

    func count(_ table: String) throws -> Int? {
        try session.integer("SELECT count(*) FROM \(table)")
    }

    /// Up to which place an owner's items are searchable.
    func searchableTo(of owner: Owner? = nil) throws -> Int? {
        let key = (owner ?? self.owner).key
        return try session.integer("SELECT searchable_to FROM owners WHERE owner = \(key)")
    }

    /// How many items of an owner a search has to look at one by one.
    func waiting(of owner: Owner? = nil) throws -> Int? {
        let key = (owner ?? self.owner).key
        return try session.integer(
            """
            SELECT count(*) FROM items JOIN owners USING (owner) WHERE owner = \(key) \
            AND (place > searchable_to OR (owner, place) IN (SELECT * FROM unsearchable))
            """)
    }
}
