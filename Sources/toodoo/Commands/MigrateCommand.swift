import Items
import SQLiteStorage

/// `toodoo migrate`: migrates the schema or prints its state.
struct MigrateCommand: DatabaseCommand {
    static let spec = CommandSpec(
        name: "migrate", summary: "migrate the database to the current schema", operand: .none,
        switches: ["--status"],
        about: """
            usage: toodoo migrate [OPTION…]

            Applies the missing migrations to the database, each in its own transaction, as toodoo serve does
            when it starts. A failed migration leaves the database unchanged. No server may be running on a
            database that lacks one.

              --status           only list the migrations: applied, pending, edited since they were applied, or
                                 unknown to this version
            """)

    private let database: String
    private let isStatus: Bool

    init(_ arguments: ParsedArguments) {
        database = arguments.database
        isStatus = arguments.has("--status")
    }

    func run() throws(CommandFailure) {
        let lock = try DatabaseLock(of: database)
        if isStatus { try printStatus(lock) } else { try migrate(lock) }
        lock.release()
    }

    private func printStatus(_ lock: DatabaseLock) throws(CommandFailure) {
        let steps = try onOpen(database) { () throws(OpenFailure) in
            try Migrator.status(of: lock.path, busyMilliseconds: 2_000)
        }
        for step in steps {
            Output.line("\(step.name)  \(step.state.word)  checksum \(step.checksum)")
        }
    }

    private func migrate(_ lock: DatabaseLock) throws(CommandFailure) {
        var applied = try lock.migrateIfNeeded(waiting: 2_000)
        // `migrateIfNeeded` ignores an empty file; a file that cannot be migrated fails here.
        applied += try onOpen(database) { () throws(OpenFailure) in
            try Migrator.migrate(lock.path, busyMilliseconds: 2_000, clock: .system)
        }
        for name in applied { Output.line("applied \(name)") }
        if applied.isEmpty { Output.line("\(database) is up to date") }
    }
}
