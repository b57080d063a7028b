import SQLiteStorage

/// `toodoo backup`: copies the whole database while it is in use.
struct BackupCommand: DatabaseCommand {
    static let spec = CommandSpec(
        name: "backup", summary: "copy the whole database, while it is in use",
        operand: .required("a file"),
        about: """
            usage: toodoo backup FILE [OPTION…]

            Writes a copy of the whole database, as it is at one moment, into a new file, and syncs it. It
            works beside a running server, whose clients notice nothing. toodoo restore takes it back, and
            toodoo check --db FILE looks whether it is sound.
            """)

    private let file: String
    private let database: String

    init(_ arguments: ParsedArguments) {
        file = arguments.operand ?? ""
        database = arguments.database
    }

    func run() throws(CommandFailure) {
        guard !fileExists(file) else { throw .exists(file) }
        let lock = try DatabaseLock(of: database)
        let new = try AtomicFile(file)
        try onCopy(of: database, into: file) { () throws(DatabaseCopy.Failure) in
            try DatabaseCopy.make(of: database, into: new.path, busyMilliseconds: 2_000)
        }
        try new.publish()
        lock.release()
        Output.line("\(database) is backed up in \(file)")
    }
}
