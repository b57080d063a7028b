import Items
import SQLiteStorage

extension DatabaseLock {
    /// Migrates an existing database if necessary; returns the applied migrations.
    ///
    /// Migrating needs the whole lock: a running server of an earlier version would continue with
    /// statements for the older schema. A database that is up to date, as at most restarts, needs
    /// only a share of the lock.
    func migrateIfNeeded(waiting milliseconds: Int) throws(CommandFailure) -> [String] {
        let needsMigration = try onOpen(path) { () throws(OpenFailure) in
            guard isTaken(path) else { return false }
            return try SQLiteSchema.needsMigration(path, busyMilliseconds: milliseconds)
        }
        guard needsMigration else { return [] }
        return try exclusively(otherwise: .needsMigration(path)) { () throws(CommandFailure) in
            try onOpen(path) { () throws(OpenFailure) in
                try SQLiteSchema.migrate(path, busyMilliseconds: milliseconds, clock: .system)
            }
        }
    }
}
