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

    /// Forgets the log and the tombstones of an owner, as storage does when they are old.
    func forget(upTo horizon: Int, of owner: Owner) throws {
        if let double = repository as? InMemoryItems {
            return double.forget(upTo: horizon, of: owner)
        }
        try repository.settle()
        for table in ["changes", "tombstones"] {
            try database?.execute(
                "DELETE FROM \(table) WHERE owner = \(owner.key) AND revision <= \(horizon)")
        }
        try database?.execute(
            "UPDATE owners SET horizon = min(\(horizon), revision) WHERE owner = \(owner.key)")
    }

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
            repository = storage.repository()
            database = session
            self.folder = folder
            self.storage = storage
        }
    }
}
