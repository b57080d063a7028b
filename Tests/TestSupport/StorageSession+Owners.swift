package import Items
import SQLite
package import SQLiteStorage

extension StorageSession {
    /// One more owner in the database, as accounts will make them; its epoch tells it from the others.
    package func addOwner(_ key: Int) throws -> Owner {
        let owner = Owner(key: key, epoch: "epoch\(key)")
        try execute("INSERT INTO owners (owner, epoch) VALUES (\(owner.key), '\(owner.epoch)')")
        return owner
    }
}
