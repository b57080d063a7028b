package import Items
import PostgresStorage
import SQLite
import SQLiteStorage
import SQLiteTestSupport
package import TestSupport

/// An empty repository of any kind, for tests that hold for all kinds.
package final class ItemWorld {
    /// The kinds of repositories.
    package enum Kind: CaseIterable, Sendable {
        case double
        case sqliteInMemory
        case sqliteOnDisk
        case postgres
        /// PostgreSQL with partitioned tables.
        case partitionedPostgres

        /// The kinds on SQLite.
        package static let sqlite = [sqliteInMemory, sqliteOnDisk]

        /// The kinds that every machine has.
        package static let allCases = [double, sqliteInMemory, sqliteOnDisk]

        /// The double and the storages of servers. PostgreSQL is included if this machine has it.
        package static let engines = allCases + (PostgresWorld.isAvailable ? [postgres] : [])

        /// The kinds that follow the contract of repositories. PostgreSQL is included if this
        /// machine has it.
        package static let repositories =
            engines + (PostgresWorld.isAvailable ? [partitionedPostgres] : [])
    }

    package let repository: any ReadableRepository
    package let owner: Owner
    // Held so that the folder is removed, and the database closed, when the world ends.
    private let folder: TemporaryFolder?
    private let storage: SQLiteDatabase?
    private let postgres: PostgresWorld?

    /// A new world of this kind, in which writes happen at the times of `clock`.
    package init(_ kind: Kind, clock: Clock = .constant(1_000)) throws {
        switch kind {
        case .double:
            (folder, storage, postgres) = (nil, nil, nil)
            repository = InMemoryItems(now: clock)
            owner = Owner(key: 1, epoch: "double")
        case .sqliteInMemory:
            (folder, storage, postgres) = (nil, nil, nil)
            let session = try SQLiteConnection.migratedInMemory(clock: clock)
            owner = try session.localOwner()
            repository = try InMemoryStorage(session, clock: clock).repository
        case .sqliteOnDisk:
            let folder = try TemporaryFolder()
            var options = SQLiteDatabase.Options()
            options.timeZones = FixedTimeZones()
            let storage = try SQLiteDatabase.open(
                folder.file("items.sqlite"), options: options, clock: clock)
            owner = storage.localOwner
            repository = storage.repository()
            self.folder = folder
            self.storage = storage
            postgres = nil
        case .postgres, .partitionedPostgres:
            (folder, storage) = (nil, nil)
            let world = try PostgresWorld(
                clock: clock, partitions: kind == .partitionedPostgres ? 4 : nil)
            owner = world.database.localOwner
            repository = world.database.repository()
            postgres = world
        }
    }
}
