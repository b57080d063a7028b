import SQLiteStorage

/// `toodoo backup`: copies the whole database while it is in use.
struct BackupCommand: DatabaseCommand {
    static let spec = CommandSpec(
        name: "backup", summary: "copy the whole database, while it is in use",
        operand: .required("a file"),
        reasonAgainstServers:
            "pg_dump backs up a PostgreSQL database, "
            + "and after pg_restore it needs toodoo migrate --new-epoch",
        about: """
            usage: toodoo backup FILE [OPTION…]

            Writes a consistent copy of the whole database to a new file and syncs it. A running server is not
            affected. toodoo restore restores the copy, and toodoo check --db FILE checks it.
            """)

    private let file: String
    private let database: String

    init(_ arguments: ParsedArguments) {
        file = arguments.operand ?? ""
        database = arguments.database.name
    }

    func run() throws(CommandFailure) {
        let lock = try DatabaseLock(of: database)
        let new = try AtomicFile(file)
        try onCopy(of: database, into: file) { () throws(DatabaseCopy.Failure) in
            try DatabaseCopy.make(of: lock.path, into: new.path, busyMilliseconds: 2_000)
        }
        try new.publish()
        lock.release()
        Output.line("\(database) is backed up to \(file)")
    }
}
