import CommandLine
import Items
import SQLite
import SQLiteStorage

/// `toodoo restore`: replaces the database by a backup.
///
///     1  the lock, of which every other command and server has a share
///     2  a copy of the backup beside the database: checked, migrated, with new epochs
///     3  the old WAL into the old database, so that one file is complete
///     4  sync of the copy
///     5  a second name for the old database, then the copy under the first, in one rename
///
/// Whenever the process or the machine stops, the database is completely the old or the new one.
struct RestoreCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "restore", "replace the database by a backup",
        operand: .init("FILE", "a file", completes: .files),
        options: [
            OptionSpec("--keep-tokens", help: "the tokens of the backup stay valid"),
            .database(isFile: true),
        ],
        about: """
            Replaces the database by a backup. No server may be running on it. The backup is checked first and
            is not changed; the former database is kept beside the new one, under a name that is printed.
            Clients that synchronise must start over, since the revision clock may have been set back. All
            tokens are revoked, since the backup may contain tokens that were revoked after it was made;
            accounts that were removed after it exist again.
            """)
    static let reasonAgainstServers: String? =
        "pg_restore restores a PostgreSQL database, "
        + "which then needs toodoo migrate --new-epoch"

    private let file: String
    private let database: String
    private let keepsTokens: Bool

    init(_ arguments: DatabaseArguments) {
        file = arguments.operand ?? ""
        database = arguments.database.name
        keepsTokens = arguments.has("--keep-tokens")
    }

    func run() throws(CommandFailure) {
        let source = try DatabaseLock.existing(file)
        let lock = try DatabaseLock(replacing: database)
        try check(source)
        let copy = try AtomicFile(replacing: lock.path)
        try fill(copy, from: source)
        if isTaken(lock.path) { try emptyLog(lock) }
        let replaced = try ReplacedDatabase.replace(lock.path, by: copy)
        lock.release()
        Output.line("\(database) is restored from \(file)")
        if let replaced {
            Output.line(
                "the former database, until \(replaced.date), is kept as \(replaced.path)")
        }
    }

    private func check(_ source: String) throws(CommandFailure) {
        let progress = ProgressLine()
        defer { progress.clear() }
        let report = try onOpen(file) { () throws(OpenFailure) in
            try DatabaseCheck.run(source, busyMilliseconds: 2_000) { progress.show($0) }
        }
        progress.clear()
        let problems = CheckReport(report, of: file).sentences
        guard let first = problems.first else { return }
        Output.error(first)
        throw .checkFailed(file, findings: problems.count)
    }

    private func fill(_ copy: AtomicFile, from source: String) throws(CommandFailure) {
        let progress = ProgressLine()
        defer { progress.clear() }
        try onCopy(of: file, into: database) { () throws(DatabaseCopy.Failure) in
            try DatabaseCopy.make(
                of: source, into: copy.path, busyMilliseconds: 2_000, progress: progress.ofCopy)
            progress.show("preparing the copy")
            try DatabaseCopy.prepareForRestore(
                copy.path, keepingTokens: keepsTokens, clock: .system)
        }
    }

    /// Moves the old WAL into the old database.
    ///
    /// A damaged old database is a reason for the restore, so it is not an error. Other failures,
    /// such as a full disk, may be temporary, and the WAL may contain acknowledged writes.
    private func emptyLog(_ lock: DatabaseLock) throws(CommandFailure) {
        let isEmpty: Bool
        do throws(OpenFailure) {
            isEmpty = try DatabaseCopy.closeWAL(of: lock.path)
        } catch {
            guard case .database(let reason) = error, reason.kind == .corrupt else {
                throw .open(error, database)
            }
            Output.error("toodoo: the former database is damaged: \(error.message(database))")
            return
        }
        // Another program has it open without a share of the lock, or its lock file was removed.
        guard isEmpty else { throw .inUse(database) }
    }
}
