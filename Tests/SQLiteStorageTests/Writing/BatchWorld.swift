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
