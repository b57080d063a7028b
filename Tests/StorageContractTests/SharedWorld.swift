import SQLiteTestSupport
import Items
import PostgresStorage
import SQLite
import SQLiteStorage
import StorageTestSupport
import TestSupport

/// A repository of any kind with two owners, and its database if it has one.
final class SharedWorld {
    private(set) var repository: any ReadableRepository
    let owners: [Owner]
    /// A connection to the same SQLite database; nil for other kinds.
    let database: SQLiteConnection?
    private let clock: Clock
    // Held so that the folder is removed and the database closed with this object.
    private let folder: TemporaryFolder?
    private var storage: SQLiteDatabase?
    private let postgres: PostgresWorld?

    /// A world with limits for each owner, in bytes of items and of history. The double has no
    /// limit of history.
    init(
        _ kind: ItemWorld.Kind, clock: Clock = .constant(1_000), itemLimit: ItemSize = .unlimited,
        historyByteLimit: Int = .max
    ) throws {
        self.clock = clock
        switch kind {
        case .double:
            (folder, storage, database, postgres) = (nil, nil, nil, nil)
            let items = InMemoryItems(now: clock)
            items.itemLimit = itemLimit
            repository = items
            owners = [Owner(key: 1, epoch: "double"), Owner(key: 2, epoch: "double")]
        case .sqliteInMemory:
            (folder, storage, postgres) = (nil, nil, nil)
            let session = try SQLiteConnection.migratedInMemory(clock: clock)
            owners = [try session.localOwner(), try session.addOwner(2)]
            repository = try InMemoryStorage(
                session, clock: clock, itemLimit: itemLimit,
                historyByteLimit: historyByteLimit
            ).repository
            database = session
        case .sqliteOnDisk:
            let folder = try TemporaryFolder()
            let storage = try SQLiteDatabase.open(
                folder.file("items.sqlite"), options: .rooms(itemLimit, historyByteLimit),
                clock: clock)
            let session = try SQLiteConnection.open(folder.file("items.sqlite"), .readWrite)
            owners = [storage.localOwner, try session.addOwner(2)]
            repository = storage.repository()
            database = session
            self.folder = folder
            self.storage = storage
            postgres = nil
        case .postgres, .partitionedPostgres:
            (folder, storage, database) = (nil, nil, nil)
            let world = try PostgresWorld(
                clock: clock, partitions: kind == .partitionedPostgres ? 4 : nil,
                itemLimit: itemLimit, historyByteLimit: historyByteLimit)
            owners = [world.database.localOwner, try world.addOwner()]
            repository = world.database.repository()
            postgres = world
        }
    }

    /// Restarts storage with another limit of items.
    func restart(itemLimit: ItemSize) throws {
        try repository.endRound()
        if let folder {
            let storage = try SQLiteDatabase.open(
                folder.file("items.sqlite"), options: .rooms(itemLimit, .max), clock: clock)
            repository = storage.repository()
            self.storage = storage
        } else if let postgres {
            repository = try postgres.open(clock: clock, itemLimit: itemLimit).repository()
        } else if let database {
            repository = try InMemoryStorage(database, clock: clock, itemLimit: itemLimit)
                .repository
        } else if let double = repository as? InMemoryItems {
            double.itemLimit = itemLimit
        }
    }

    /// Deletes an owner's log up to and including a revision before the last one, with its
    /// tombstones and marks, as the pruner does.
    func forget(upTo horizon: Int, of owner: Owner) throws {
        if let double = repository as? InMemoryItems {
            return double.forget(upTo: horizon, of: owner)
        }
        if let postgres { return try postgres.forget(upTo: horizon, of: owner) }
        try repository.endRound()
        let old = "FROM log WHERE owner = \(owner.key) AND revision <= \(horizon)"
        try database?.execute(
            """
            BEGIN IMMEDIATE;
            DELETE FROM ids WHERE owner = \(owner.key) AND deleted_by IN (SELECT entry \(old));
            DELETE FROM marks WHERE owner = \(owner.key) AND revision <= \(horizon);
            UPDATE owners SET history_bytes = history_bytes
            - (SELECT coalesce(sum(\(SQLiteConnection.historyBytes)), 0) \(old)) WHERE owner = \(owner.key);
            DELETE \(old);
            COMMIT;
            """)
    }

    /// The findings of `toodoo check`; none for the double.
    func violations() throws -> [String] {
        try repository.endRound()
        if let postgres { return try postgres.violations() }
        return database?.violations() ?? []
    }
}

extension SQLiteDatabase.Options {
    fileprivate static func rooms(_ items: ItemSize, _ history: Int) -> SQLiteDatabase.Options {
        var options = SQLiteDatabase.Options()
        (options.ownerItems, options.ownerHistory) = (items, history)
        return options
    }
}
