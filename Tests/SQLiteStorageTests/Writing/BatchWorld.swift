import Items
import SQLite
@testable import SQLiteStorage
import TestSupport

/// A batch on a database in memory, and a look at all that it leaves there.
final class BatchWorld {
    let database: Connection
    let batch: WriteBatch
    let commits = CommitCounter()
    let owner: Owner

    /// A world whose batch works by what `session` makes of the database.
    init(
        clock: Clock = .constant(1_000),
        session: (Connection) -> any StorageSession = { $0 }
    ) throws {
        database = try Connection.migratedInMemory()
        owner = try database.localOwner()
        batch = try WriteBatch(session: session(database), clock: clock, commits: commits)
    }

    /// Does these writes of the local owner in one batch.
    func run(_ actions: ItemWrite.Action...) -> [Outcome] {
        batch.run(actions.map { ItemWrite(owner: owner, action: $0) })
    }

    /// A world whose disk is full when the session has no steps left, and that session.
    static func failing(
        takesTransaction: Bool
    ) throws -> (world: BatchWorld, session: FaultySession) {
        var session: FaultySession?
        let world = try BatchWorld { database in
            let faulty = FaultySession(
                database, fault: DatabaseError(code: 13, message: "full"),
                takesTransaction: takesTransaction)
            session = faulty
            return faulty
        }
        guard let session else { throw Unexpected() }
        return (world, session)
    }

    /// Writes items with these numbers for titles in one batch, and then those that are late, a few
    /// at a time; `act` is called before the first of these.
    func run(
        _ numbers: [UInt64], late groups: [[UInt64]] = [], _ act: () -> Void = {}
    ) -> [Outcome] {
        let owner = owner
        let jobs = { (numbers: [UInt64]) in
            numbers.map { number in
                let put = ItemWrite.Action.put(id(number), content("\(number)"))
                return WriteJob(write: ItemWrite(owner: owner, action: put)) { _ in }
            }
        }
        var (all, rest) = (jobs(numbers), groups[...])
        return batch.run(&all, []) { _ in
            if rest.count == groups.count { act() }
            return jobs(rest.popFirst() ?? [])
        }.items
    }

    /// What the log says, without the times: revision, id, and the image
    /// with the revision it was of.
    var log: [String] {
        get throws {
            try database.rows(
                """
                SELECT revision, substr(hex(id), -1), place, title, done, was_revision
                FROM changes ORDER BY revision, id
                """, columns: 6)
        }
    }

    /// The titles of the items that are there.
    var titles: [String] {
        get throws { try database.rows("SELECT title FROM items ORDER BY place", columns: 1) }
    }
}
