import HTTPServer
import Items
import SQLiteStorage

/// `toodoo restore`: puts a backup in the place of the database.
///
///     1  the lock, which every other command and server has a share in
///     2  a copy of the backup beside the database: checked, migrated, with new epochs, synced
///     3  the old log into the old database, so that one file has all of it
///     4  a second name for the old database, and then, in one rename, the copy under the first
///
/// Whenever the process or the machine ends, the database is the old one or the new one, whole.
struct RestoreCommand: DatabaseCommand {
    static let form = CommandForm(
        name: "restore", summary: "put a backup in the place of the database",
        operand: .required("a file"),
        switches: ["--keep-tokens"],
        about: """
            usage: toodoo restore FILE [OPTION…]

            Puts a backup in the place of the database. No server may be running on it. The backup is checked
            first and stays as it is; the database that was there is kept beside the new one, under a name that
            is printed. Clients that synchronise are told to start over, since the clock may have been set back. Everybody has to
            sign in again, since the backup has tokens that were revoked after it was made; accounts that were
            removed after it are there again.

              --keep-tokens      the tokens of the backup let in again
            """)

    private let file: String
    private let database: String
    private let keepsTokens: Bool

    init(_ words: CommandWords) {
        file = words.operand ?? ""
        database = words.database
        keepsTokens = words.has("--keep-tokens")
    }

    func run() throws(CommandFailure) {
        guard fileExists(file) else { throw .noDatabase(file) }
        let use = try DatabaseUse(replacing: database)
        try check()
        let copy = try NewFile(use.path)
        try onOpen(file) { () throws(OpenFailure) in
            try DatabaseCopy.make(of: file, into: copy.path, busyMilliseconds: 2_000)
            try DatabaseCopy.renew(copy.path, keepingTokens: keepsTokens, clock: .system)
        }
        let former = fileExists(use.path) ? try setAside(use.path) : nil
        try copy.replace()
        use.end()
        Output.line("\(database) is restored from \(file)")
        if let former { Output.line("the database that was there is kept as \(former)") }
    }

    private func check() throws(CommandFailure) {
        let report = try onOpen(file) { () throws(OpenFailure) in
            try DatabaseCheck.run(file, busyMilliseconds: 2_000)
        }
        guard let first = report.findings.first else { return }
        Output.error(first.sentence(file))
        throw .unsound(file, findings: report.findings.count)
    }

    /// Gives the old database a second name, and leaves nothing beside it that SQLite would take for
    /// a part of the new one.
    private func setAside(_ path: String) throws(CommandFailure) -> String {
        guard try hasEmptyLog(path) else { throw .inUse(database) }
        let former = "\(path).before-\(Int(Clock.system.now() * 1_000))"
        try onFile(former) { () throws(Errno) in
            try nameAlso(path, former)
            // Only of a database that is damaged is there anything in them; they go along then.
            try moveIfPresent(path + "-wal", to: former + "-wal")
            try moveIfPresent(path + "-journal", to: former + "-journal")
            try removeIfPresent(path + "-shm")
        }
        return former
    }

    /// False when another program has the database open.
    private func hasEmptyLog(_ path: String) throws(CommandFailure) -> Bool {
        do throws(OpenFailure) {
            return try DatabaseCopy.emptyLog(of: path)
        } catch {
            // It is to be replaced, so that it cannot be opened is no reason not to.
            Output.error("toodoo: the database that is there is damaged: \(error.sentence(path))")
            return true
        }
    }
}
