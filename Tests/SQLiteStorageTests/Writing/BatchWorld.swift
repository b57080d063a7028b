import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport

/// A batch on a database in memory, and the stored rows.
final class BatchWorld {
    let database: SQLiteConnection
    let batch: WriteBatch
    let commits = CommitCounter()
    let owner: Owner

    /// A world whose batch uses the session that `session` makes of the database.
    init(
        clock: Clock = .constant(1_000), itemLimit: ItemSize = .unlimited,
        historyByteLimit: Int = .max, session: (SQLiteConnection) -> any StorageSession = { $0 }
    ) throws {
        database = try SQLiteConnection.migratedInMemory()
        owner = try database.localOwner()
        batch = WriteBatch(
            session: session(database), clock: clock, commits: commits,
            itemLimit: itemLimit,
            historyByteLimit: historyByteLimit)
    }

    /// The stored sizes of an owner's items and history.
    func sums(of owner: Owner? = nil) throws -> [String] {
        try database.rows(
            """
            SELECT item_bytes, history_bytes FROM owners WHERE owner = \((owner ?? self.owner).key)
            """, columns: 2)
    }

    /// Executes writes of the local owner in one batch.
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

    /// The log, ordered by owner: revision, sequence, kind and members of the entry, and the title.
    var log: [String] {
        get throws {
            try database.rows(
                "SELECT revision, sequence, members, title FROM log ORDER BY owner, entry",
                columns: 4
            ).map { row in
                var columns = row.split(separator: "|").map(String.init)
                columns[2] = ChangeMembers(rawValue: Int(columns[2]) ?? -1).words
                return columns.joined(separator: "|")
            }
        }
    }

    /// The titles of the items, in order of creation.
    var titles: [String] {
        get throws {
            try database.rows(
                "SELECT title FROM items ORDER BY slot >> 32, slot & 2147483647", columns: 1)
        }
    }
}

extension ChangeMembers {
    /// The set flags, as words.
    var words: String {
        var words: [String] = []
        for (member, word) in Self.kinds where contains(member) { words.append(word) }
        if contains(.all) { return (words + ["all"]).joined(separator: " ") }
        words += ItemMember.allCases.filter(content.contains).map(\.rawValue)
        return words.joined(separator: " ")
    }

    private static let kinds: [(ChangeMembers, String)] = [
        (.first, "first"), (.repeated, "again"), (.marked, "marked"), (.creation, "new"),
        (.deletion, "gone"),
    ]
}
