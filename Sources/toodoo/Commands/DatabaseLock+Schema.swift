import Items
import SQLiteStorage

extension DatabaseLock {
    /// Brings the schema of a database that is there up to date, unless it
    /// is; returns what was applied.
    ///
    /// Nobody else may use it meanwhile: a server of an earlier version
    /// would go on with statements for the schema that it knows. Where there
    /// is nothing to do, as at every usual restart, nobody is in the way.
    func migrateIfNeeded(waiting milliseconds: Int) throws(CommandFailure) -> [String] {
        let needsMigration = try onOpen(path) { () throws(OpenFailure) in
            guard fileExists(path) else { return false }
            return try Migrator.needsMigration(path, busyMilliseconds: milliseconds)
        }
        guard needsMigration else { return [] }
        return try exclusively(otherwise: .needsMigration(path)) { () throws(CommandFailure) in
            try onOpen(path) { () throws(OpenFailure) in
                try Migrator.migrate(path, busyMilliseconds: milliseconds, clock: .system)
            }
        }
    }
}
