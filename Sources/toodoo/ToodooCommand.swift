/// Dispatches to the command that the first word names.
enum ToodooCommand {
    static let usage = """
        toodoo \(Build.version): a to-do server.

        usage: toodoo COMMAND [OPTION…]

        \(CommandEntry.serve.line)
        \(CommandEntry.database.map(\.line).joined(separator: "\n"))
        \(CommandGroup.all.map(\.line).joined(separator: "\n"))
        \(CommandEntry.others.map(\.line).joined(separator: "\n"))

        toodoo COMMAND --help prints the help of a command.
        """

    /// The commands that work on a database and end.
    static let databaseCommands: [any (DatabaseCommand & SendableMetatype).Type] = [
        ImportCommand.self, ExportCommand.self, BackupCommand.self, RestoreCommand.self,
        CopyCommand.self, CheckCommand.self, MigrateCommand.self,
    ]

    static func run(_ arguments: [String]) {
        let rest = Array(arguments.dropFirst())
        if let command = databaseCommands.first(where: { $0.spec.name == arguments.first }) {
            if asksForHelp(rest) { return Output.line(command.spec.help) }
            return command.perform(rest)
        }
        if let group = CommandGroup.all.first(where: { $0.name == arguments.first }) {
            return group.run(rest)
        }
        switch arguments.first {
        case "serve": serve(rest)
        case "health": health(rest)
        case "completion": completion(rest)
        case "man": manual(rest)
        case "version", "--version", "-V":
            if asksForHelp(rest) { return Output.line(usage) }
            refuseMore(rest)
            Output.line("toodoo \(Build.version)\(Build.revision.map { " (\($0))" } ?? "")")
        case "help", "--help", "-h": help(rest)
        case nil:
            Output.error(usage)
            Output.exit(.usage)
        case let word?:
            Output.fail(UsageFailure.unknownCommand(word, group: nil).message, .usage)
        }
    }

    private static func serve(_ arguments: [String]) {
        if asksForHelp(arguments) { return Output.line(ServeOptions.help) }
        do throws(UsageFailure) {
            let words = arguments.filter { $0 != "--print-config" }
            guard arguments.count <= words.count + 1 else {
                throw .repeatedOption("--print-config")
            }
            let options = try ServeOptions(
                words, environment: Environment.value, process: processID())
            let variables = Environment.all(beginningWith: ServeOption.variablePrefix)
            let warnings = UnknownVariables.names(variables).map {
                "\($0) is no option of serve and is ignored"
            }
            guard words.count == arguments.count else {
                for warning in warnings { Output.error("toodoo: \(warning)") }
                return try printConfig(options, words)
            }
            ServeCommand(options: options, warnings: warnings).run()
        } catch {
            Output.fail(error.message, .usage)
        }
    }

    private static func printConfig(
        _ options: ServeOptions, _ words: [String]
    ) throws(UsageFailure) {
        let assignments = try ServeOptions.assignments(
            of: ServeOption.all, in: words, of: "serve", environment: Environment.value)
        Output.line(EffectiveConfig(options, assignments: assignments, among: ServeOption.all).text)
    }

    /// Prints the usage, or the help of a command.
    private static func help(_ words: [String]) {
        let command = words.first.flatMap { word in
            CommandGroup.all.first { $0.name == word }?.help
                ?? CommandEntry.all.first { $0.name == word }?.help
        }
        if let word = words.first, command == nil {
            Output.fail(UsageFailure.unknownCommand(word, group: nil).message, .usage)
        }
        refuseMore(Array(words.dropFirst()))
        Output.line(command ?? usage)
    }

    private static func health(_ arguments: [String]) {
        if asksForHelp(arguments) { return Output.line(HealthCommand.help) }
        let command: HealthCommand
        do throws(UsageFailure) {
            command = try HealthCommand(arguments, environment: Environment.value)
        } catch {
            Output.fail(error.message, .usage)
        }
        do throws(HealthFailure) {
            try command.run()
            Output.line("\(command.address.url) is ready")
        } catch {
            Output.fail(error.message, error.exitCode)
        }
    }

    private static func completion(_ arguments: [String]) {
        if asksForHelp(arguments) { return Output.line(CompletionCommand.help) }
        do throws(UsageFailure) {
            Output.line(try CompletionCommand(arguments).script)
        } catch {
            Output.fail(error.message, .usage)
        }
    }

    private static func manual(_ arguments: [String]) {
        if asksForHelp(arguments) { return Output.line(ManualPage.help) }
        refuseMore(arguments)
        Output.line(ManualPage.text)
    }

    private static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.contains("--help") || arguments.contains("-h")
    }

    private static func refuseMore(_ arguments: [String]) {
        guard let first = arguments.first else { return }
        Output.fail("unexpected argument \"\(first)\"", .usage)
    }
}
