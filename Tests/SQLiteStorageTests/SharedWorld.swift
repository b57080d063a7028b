import Items
import SQLite
import SQLiteStorage
import TestSupport

/// A repository of any kind that belongs to two owners, and a look behind it where there is one.
final class SharedWorld {
    let repository: any ItemRepository
    let owners: [Owner]
    /// A connection to the same database; nil for the double.
    let database: Connection?
    // Held so that the folder is removed, and the database closed, when the world ends.
    private let folder: TemporaryFolder?
    private let storage: Storage?

    init(_ kind: ItemWorld.Kind, clock: Clock = .constant(1_000)) throws {
        switch kind {
        case .double:
            (folder, storage, database) = (nil, nil, nil)
            repository = InMemoryItems(now: clock)
            owners = [Owner(key: 1, epoch: "double"), Owner(key: 2, epoch: "double")]
        case .sqliteInMemory:
            (folder, storage) = (nil, nil)
            let session = try Connection.migratedInMemory(clock: clock)
            owners = [try session.localOwner(), try session.addOwner(2)]
            repository = try MemoryStorage(session, clock: clock).repository
            database = session
        case .sqliteOnDisk:
            let folder = try TemporaryFolder()
            let storage = try Storage.open(folder.file("items.sqlite"), clock: clock)
            let session = try Connection.open(folder.file("items.sqlite"), .readWrite)
            owners = [storage.localOwner, try session.addOwner(2)]
            repository = try storage.repository()
            database = session
            self.folder = folder
            self.storage = storage
        }
    }
}
