package import Items
import SQLite
package import SQLiteStorage

extension StorageSession {
    /// Adds an owner with an account and with its own epoch.
    package func addOwner(_ key: Int) throws -> Owner {
        let owner = Owner(key: key, epoch: "epoch\(key)")
        let email = "owner\(key)@example.org"
        try execute(
            """
            INSERT INTO owners (owner, epoch) VALUES (\(key), '\(owner.epoch)');
            INSERT INTO accounts (owner, name, email, email_key, password, created_at)
            VALUES (\(key), 'Owner \(key)', '\(email)', CAST('\(email)' AS BLOB), '$y$', 1);
            UPDATE access SET last_owner = max(last_owner, \(key));
            """)
        return owner
    }
}
