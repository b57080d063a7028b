import PostgresStorage
import SQLiteStorage
import Storage

extension ServeCommand {
    struct OpenedDatabase {
        let storage: any Storage
        /// Held while the process lives, so that a file is not replaced and its schema is not
        /// changed.
        let lock: DatabaseLock?
        let warnings: [String]
    }

    /// Opens the database, and migrates it first if it has an older schema; ends the process if it
    /// cannot be served.
    func openDatabase(_ log: FailureLog, _ timeZones: TimeZoneDirectory) -> OpenedDatabase {
        do throws(CommandFailure) {
            switch options.database {
            case .file(let path): return try openFile(path, log, timeZones)
            case .server(let url): return try openServer(url, log, timeZones)
            }
        } catch {
            Output.fail(error.message, .failure)
        }
    }

    /// Several processes may open the same database; the one that comes first migrates it.
    private func openServer(
        _ url: DatabaseURL, _ log: FailureLog, _ timeZones: TimeZoneDirectory
    ) throws(CommandFailure) -> OpenedDatabase {
        var settings = PostgresDatabase.Options()
        settings.report = { log.report($0) }
        settings.onConnect = { log.reportConnection() }
        settings.ownerItems = options.ownerItems
        settings.ownerHistory = options.ownerHistory
        settings.timeZones = timeZones
        settings.notifications = options.notifications == .listen ? .listen : .poll
        do throws(PostgresOpenFailure) {
            let storage = try PostgresDatabase.open(
                url.text, options: settings, clock: .system, steady: .sinceBoot)
            return OpenedDatabase(storage: storage, lock: nil, warnings: [])
        } catch {
            throw .openServer(error, url.name)
        }
    }

    private func openFile(
        _ path: String, _ log: FailureLog, _ timeZones: TimeZoneDirectory
    ) throws(CommandFailure) -> OpenedDatabase {
        let lock = try DatabaseLock(writing: path)
        let warnings = try restrictAccess(to: lock.path)
        var settings = SQLiteDatabase.Options()
        settings.report = { log.report($0) }
        settings.reportHeldLog = { log.report($0) }
        settings.hasExclusiveAccess = false
        settings.ownerItems = options.ownerItems
        settings.ownerHistory = options.ownerHistory
        settings.timeZones = timeZones
        // The usual start opens it once.
        var storage = try openCurrent(lock.path, settings)
        if storage == nil {
            _ = try lock.migrateIfNeeded(waiting: settings.busyMilliseconds)
            storage = try openCurrent(lock.path, settings)
        }
        guard let storage else { throw .open(.older, path) }
        return OpenedDatabase(storage: storage, lock: lock, warnings: warnings)
    }

    /// Opens the database; nil when its schema is older.
    private func openCurrent(
        _ path: String, _ settings: SQLiteDatabase.Options
    ) throws(CommandFailure) -> SQLiteDatabase? {
        do throws(OpenFailure) {
            return try SQLiteDatabase.open(
                path, options: settings, clock: clock, steady: .sinceBoot)
        } catch .older {
            return nil
        } catch {
            throw .open(error, options.database.name)
        }
    }

    /// Removes the permissions of other users on the database, because it has all items and the
    /// hashes of passwords. Returns warnings; throws if only another user can do it.
    private func restrictAccess(to path: String) throws(CommandFailure) -> [String] {
        var warnings: [String] = []
        for suffix in ["", "-wal", "-shm", "-journal", ".lock"] {
            guard let file = SharedFile(restricting: path + suffix) else { continue }
            guard !file.isShared || file.isOwn else {
                // There is nothing to read in the lock file.
                if suffix == ".lock" { continue }
                throw .readableByOthers(file.path)
            }
            warnings.append(file.isShared ? file.notRestricted : file.restricted)
        }
        return warnings
    }
}
