import CommandLine

/// `toodoo migrate`: migrates the schema or prints its state.
struct MigrateCommand: DatabaseCommand {
    private enum Action {
        case migrate, status, newEpoch(keepsTokens: Bool)
        case partitions(Int, ServerAccess)
    }

    static let spec = CommandSpec(
        "migrate", "migrate the database to the current schema",
        options: [
            OptionSpec(
                "--status",
                help: """
                    only list the migrations: applied, pending, edited since they were applied, or
                    unknown to this version
                    """),
            OptionSpec(
                "--new-epoch",
                help: """
                    after a database was restored from a dump, or a file was copied back: clients
                    that synchronise must start over, and all tokens are revoked, since the dump
                    may contain tokens that were revoked later; no server may be running
                    """),
            OptionSpec("--keep-tokens", help: "with --new-epoch: the tokens stay valid"),
            OptionSpec(
                "--partitions", "N",
                help: """
                    of an empty PostgreSQL database only: make each table that is keyed by owner
                    in N parts, 2 to 1024
                    """),
            .database(),
        ],
        about: """
            Applies the missing migrations to the database in one transaction, as toodoo serve does when it starts. A failed migration leaves the database unchanged. No server may be running on a
            file that lacks one; servers on PostgreSQL wait.
            """)

    private let database: Database
    private let action: Action

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        database = arguments.database
        let given =
            ["--status", "--new-epoch"].filter(arguments.has)
            + (arguments.value("--partitions") == nil ? [] : ["--partitions"])
        guard given.count <= 1 else { throw .exclusiveOptions(given[0], given[1]) }
        let keepsTokens = arguments.has("--keep-tokens")
        if keepsTokens, given != ["--new-epoch"] {
            throw .missingOption("--new-epoch for --keep-tokens", command: Self.spec.name)
        }
        if let text = arguments.value("--partitions") {
            guard let count = Count(text)?.count, (2...1_024).contains(count) else {
                throw .badValue(
                    option: "--partitions", value: text, expected: "a number from 2 to 1024")
            }
            guard case .server(let url) = database else { throw .partitionsOfFile }
            action = .partitions(count, ServerAccess(url))
        } else {
            action =
                arguments.has("--status")
                ? .status
                : arguments.has("--new-epoch") ? .newEpoch(keepsTokens: keepsTokens) : .migrate
        }
    }

    func run() throws(CommandFailure) {
        let access = database.access
        switch action {
        case .migrate: printApplied(try access.migrate())
        case .partitions(let count, let server): printApplied(try server.makePartitions(count))
        case .status: for line in try access.migrationStatus() { Output.line(line) }
        case .newEpoch(let keepsTokens):
            try access.renewEpochs(keepingTokens: keepsTokens)
            Output.line("\(database.name) has new epochs; clients that synchronise start over")
        }
        access.close()
    }

    private func printApplied(_ applied: [String]) {
        for name in applied { Output.line("applied \(name)") }
        if applied.isEmpty { Output.line("\(database.name) is up to date") }
    }
}
