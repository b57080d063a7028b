import CommandLine

/// Dispatches to the command that the first words name.
enum ToodooCommand {
    static let program = ProgramSpec(
        "toodoo", title: "toodoo \(Build.version): a to-do server.",
        commands: [ServeOptions.spec] + databaseCommands.map { $0.spec } + [
            SandboxCommand.spec, HealthCommand.spec,
            CommandSpec(
                "completion", "print the completions of commands for a shell",
                operand: .shell,
                about: """
                    Prints a script with which the shell completes the commands and options of toodoo. For this
                    session: source <(toodoo completion bash), source <(toodoo completion zsh), or toodoo
                    completion fish | source.

                    For all sessions, put it into ~/.local/share/bash-completion/completions/toodoo, for zsh
                    into _toodoo in a folder of $fpath, or into ~/.config/fish/completions/toodoo.fish.
                    """),
            CommandSpec(
                "man", "print the manual page",
                about: """
                    Prints the manual page of toodoo in roff: toodoo man | man -l - shows it. Releases contain it
                    as toodoo-VERSION.1.
                    """),
            CommandSpec("version", "print the version"),
            CommandSpec(
                "help", "print this, or the help of a command",
                operand: .init("COMMAND", count: 0...2)),
        ],
        groups: [
            .init("user", "add, list and remove accounts, set passwords"),
            .init("token", "create, list and revoke the tokens of accounts"),
        ])

    /// The commands that work on a database and end.
    static let databaseCommands: [any (DatabaseCommand & SendableMetatype).Type] = [
        ImportCommand.self, ExportCommand.self, BackupCommand.self, RestoreCommand.self,
        CopyCommand.self, CheckCommand.self, MigrateCommand.self,
        SetupLinkCommand.self, UserAddCommand.self, UserListCommand.self, UserPasswordCommand.self,
        UserRemoveCommand.self,
        TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self,
    ]

    static func run(_ words: [String]) {
        guard !words.isEmpty else {
            Output.error(program.help)
            Output.exit(.usage)
        }
        do throws(UsageFailure) {
            // A server starts without the declarations of all commands.
            if words[0] == "serve", !ProgramSpec.asksForHelp(words) {
                return try serve(Array(words.dropFirst()))
            }
            switch try program.request(words) {
            case .help(let text): Output.line(text)
            case .command(let command, let arguments): try perform(command.name, arguments)
            }
        } catch {
            Output.fail(program.message(of: error), .usage)
        }
    }

    private static func perform(
        _ name: String, _ arguments: ParsedArguments
    ) throws(UsageFailure) {
        if let command = databaseCommands.first(where: { $0.spec.name == name }) {
            return try command.perform(arguments)
        }
        switch name {
        case "sandbox": try SandboxCommand(arguments).run()
        case "health": try HealthCommand(arguments, environment: Environment.setting).perform()
        case "completion": Output.line(try program.completion(for: arguments.operands[0]))
        case "man": Output.line(program.page(manual))
        case "version":
            Output.line("toodoo \(Build.version)\(Build.revision.map { " (\($0))" } ?? "")")
        default: Output.line(try program.help(of: arguments.operands))
        }
    }

    private static func serve(_ words: [String]) throws(UsageFailure) {
        let arguments = try ServeOptions.parse(words)
        let options = try ServeOptions(
            arguments, environment: Environment.setting, process: processID())
        let variables = Environment.all(beginningWith: ServeOption.variablePrefix)
        let warnings = UnknownVariables.names(variables).map {
            "\($0) is no option of serve and is ignored"
        }
        guard arguments.has("--print-config") else {
            ServeCommand(options: options, warnings: warnings).run()
        }
        for warning in warnings { Output.error("toodoo: \(warning)") }
        let assignments = ServeOptions.assignments(
            of: ServeOption.all, in: arguments, environment: Environment.setting)
        Output.line(EffectiveConfig(options, assignments: assignments, among: ServeOption.all).text)
    }

    private static let manual = ProgramSpec.Manual(
        version: Build.version, purpose: "a to-do server",
        about: """
            toodoo serves to-do items as JSON over HTTP and keeps them in one SQLite file, or in \
            PostgreSQL. Every option of serve, and --db of every command, is an environment variable as \
            well: --port is TOODOO_PORT.
            """,
        exitCodes: [
            ("0", "success, or an orderly end of the server"),
            ("1", "failure, with a message on standard error"), ("64", "invalid command line"),
            ("130", "the server was ended by a second signal"),
        ],
        files: [
            (
                "$XDG_DATA_HOME/toodoo/toodoo.sqlite",
                "the default database; without the variable below ~/.local/share"
            )
        ])
}
