import Accounts
import Items
import SQLite
import SQLiteStorage
import Storage

/// Opens a database in a file, with a share of its lock.
final class FileAccess: DatabaseAccess {
    /// Milliseconds to wait for another process's write: of a command that reads, or that changes
    /// accounts.
    private static let (readTimeout, accountTimeout) = (2_000, 10_000)

    let isNew: Bool
    private let path: String
    private var lock: DatabaseLock?
    /// An importer whose database is absent, and how long it waits.
    private var waiting: (importer: ItemImporter, seconds: Int)?

    init(_ path: String) {
        self.path = path
        isNew = !fileExists(path)
    }

    func accountAdministrator() throws(CommandFailure) -> AccountAdministrator {
        let lock = try lockForWriting(waiting: Self.accountTimeout)
        return try onOpen(path) { () throws(OpenFailure) in
            try SQLiteConnection.openAdministrator(
                lock.path, busyMilliseconds: Self.accountTimeout, clock: .system)
        }
    }

    func session() throws(CommandFailure) -> any DatabaseSession {
        let lock = try lockForReading()
        return try onOpen(path) { () throws(OpenFailure) in
            try SQLiteConnection.openCurrent(lock.path, busyMilliseconds: Self.readTimeout)
        }
    }

    func importer(
        of email: Email?, waiting seconds: Int
    ) throws(CommandFailure) -> (any ItemImporting)? {
        try DatabaseLock.requireRootControl(of: path)
        let importer = try onOpen(path) { () throws(OpenFailure) in
            try ItemImporter(clock: .system)
        }
        guard isNew else { return try open(importer, of: email, seconds) ? importer : nil }
        waiting = (importer, seconds)
        return email == nil ? importer : nil
    }

    func makeDatabase() throws(CommandFailure) {
        if let (importer, seconds) = waiting { _ = try open(importer, of: nil, seconds) }
    }

    private func open(
        _ importer: ItemImporter, of email: Email?, _ seconds: Int
    ) throws(CommandFailure) -> Bool {
        let lock = try lockForWriting(waiting: seconds * 1_000)
        return try onOpen(path) { () throws(OpenFailure) in
            try importer.open(lock.path, of: email, busyMilliseconds: seconds * 1_000)
        }
    }

    func check(
        progress: @escaping (CheckProgress) -> Void
    ) throws(CommandFailure) -> CheckReport {
        let lock = try lockForReading()
        let report = try onOpen(path) { () throws(OpenFailure) in
            try DatabaseCheck.run(
                lock.path, busyMilliseconds: Self.readTimeout, progress: progress)
        }
        return CheckReport(report, of: path)
    }

    func migrate() throws(CommandFailure) -> [String] {
        let lock = try lockForReading()
        let applied = try lock.migrateIfNeeded(waiting: Self.readTimeout)
        // `migrateIfNeeded` ignores an empty file; a file that cannot be migrated fails here.
        return try onOpen(path) { () throws(OpenFailure) in
            try applied
                + SQLiteSchema.migrate(
                    lock.path, busyMilliseconds: Self.readTimeout, clock: .system)
        }
    }

    func migrationStatus() throws(CommandFailure) -> [String] {
        let lock = try lockForReading()
        let steps = try onOpen(path) { () throws(OpenFailure) in
            try SQLiteSchema.status(of: lock.path, busyMilliseconds: Self.readTimeout)
        }
        return steps.map(\.line)
    }

    func renewEpochs(keepingTokens: Bool) throws(CommandFailure) {
        let lock = try lockForReading()
        try lock.exclusively(otherwise: .inUse(path)) { () throws(CommandFailure) in
            try onCopy(of: path, into: path) { () throws(DatabaseCopy.Failure) in
                try DatabaseCopy.prepareForRestore(
                    lock.path, keepingTokens: keepingTokens, clock: .system)
            }
        }
    }

    func fill(
        _ write: (any CopyTarget) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let new = try AtomicFile(path)
        do {
            let target = try onOpen(path) { () throws(OpenFailure) in
                try SQLiteConnection.openCopyTarget(new.path, clock: .system)
            }
            try write(target)
        }
        try new.publish()
    }

    func close() {
        lock?.release()
        lock = nil
    }

    private func lockForReading() throws(CommandFailure) -> DatabaseLock {
        let lock = try DatabaseLock(of: path)
        self.lock = lock
        return lock
    }

    private func lockForWriting(waiting milliseconds: Int) throws(CommandFailure) -> DatabaseLock {
        let lock = try DatabaseLock(writing: path)
        self.lock = lock
        _ = try lock.migrateIfNeeded(waiting: milliseconds)
        return lock
    }
}

extension CheckReport {
    init(_ report: DatabaseCheck.Report, of path: String) {
        self.init(
            findings: report.findings.map { $0.described(path) }, counts: report.counts.message,
            note: report.hasCheckedRows
                ? nil
                : "\(path) cannot be written to, so its rows were not checked against the CHECK "
                    + "constraints of its schema")
    }
}
