import CommandLine
import SQLiteStorage

/// `toodoo backup`: copies the whole database while it is in use.
struct BackupCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "backup", "copy the whole database, while it is in use",
        operand: .init("FILE", "a file", completes: .files),
        options: [
            .database(isFile: true)
        ],
        about: """
            Writes a consistent copy of the whole database to a new file and syncs it. A running server is not
            affected. toodoo restore restores the copy, and toodoo check --db FILE checks it.
            """)
    static let reasonAgainstServers: String? =
        "pg_dump backs up a PostgreSQL database, "
        + "and after pg_restore it needs toodoo migrate --new-epoch"

    private let file: String
    private let database: String

    init(_ arguments: DatabaseArguments) {
        file = arguments.operand ?? ""
        database = arguments.database.name
    }

    func run() throws(CommandFailure) {
        try copy()
        Output.line("\(database) is backed up to \(file)")
    }

    private func copy() throws(CommandFailure) {
        let progress = ProgressLine()
        defer { progress.clear() }
        let lock = try DatabaseLock(of: database)
        let new = try AtomicFile(file)
        try onCopy(of: database, into: file) { () throws(DatabaseCopy.Failure) in
            try DatabaseCopy.make(
                of: lock.path, into: new.path, busyMilliseconds: 2_000, progress: progress.ofCopy)
        }
        progress.show("syncing the backup")
        try new.publish()
        lock.release()
    }
}
