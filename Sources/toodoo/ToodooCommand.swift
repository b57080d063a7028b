/// Picks the command that the first word names.
enum ToodooCommand {
    static let version = "0.1.0"

    static let usage = """
        toodoo \(version): a to-do server.

        usage: toodoo COMMAND [OPTION…]

          serve      serve items over HTTP until SIGTERM or SIGINT
        \(databaseCommands.map { $0.form.line }.joined(separator: "\n"))
          health     ask the server whether it is ready
          version    print the version
          help       print this

        toodoo COMMAND --help tells more of each.
        """

    /// The commands that do something to a database and end.
    static let databaseCommands: [any (DatabaseCommand & SendableMetatype).Type] = [
        ImportCommand.self, ExportCommand.self, BackupCommand.self, RestoreCommand.self,
        CheckCommand.self, MigrateCommand.self,
    ]

    static func run(_ arguments: [String]) {
        let rest = Array(arguments.dropFirst())
        if let command = databaseCommands.first(where: { $0.form.name == arguments.first }) {
            if asksForHelp(rest) { return Output.line(command.form.help) }
            return command.perform(rest)
        }
        switch arguments.first {
        case "serve": serve(rest)
        case "health": health(rest)
        case "version", "--version":
            if asksForHelp(rest) { return Output.line(usage) }
            refuseMore(rest)
            Output.line("toodoo \(version)")
        case "help", "--help", "-h":
            refuseMore(rest)
            Output.line(usage)
        case nil:
            Output.error(usage)
            Output.exit(.usage)
        case let word?:
            Output.fail("there is no command \"\(word)\"; try toodoo help", .usage)
        }
    }

    private static func serve(_ arguments: [String]) {
        if asksForHelp(arguments) { return Output.line(ServeOptions.help) }
        do throws(UsageFailure) {
            let options = try ServeOptions(
                arguments, environment: Environment.value, process: processID())
            ServeCommand(options: options).run()
        } catch {
            Output.fail(error.sentence, .usage)
        }
    }

    private static func health(_ arguments: [String]) {
        if asksForHelp(arguments) { return Output.line(HealthCommand.help) }
        let command: HealthCommand
        do throws(UsageFailure) {
            command = try HealthCommand(arguments, environment: Environment.value)
        } catch {
            Output.fail(error.sentence, .usage)
        }
        do throws(HealthFailure) {
            try command.run()
            Output.line("\(command.address.url) is ready")
        } catch {
            Output.fail(error.sentence, error.exitCode)
        }
    }

    private static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.contains("--help") || arguments.contains("-h")
    }

    private static func refuseMore(_ arguments: [String]) {
        guard let first = arguments.first else { return }
        Output.fail("\"\(first)\" is one word too many", .usage)
    }
}
