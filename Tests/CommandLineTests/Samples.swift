import CommandLine

extension ProgramSpec {
    /// A program with a group of commands.
    static let shop = ProgramSpec(
        "shop", title: "shop 1.0: an example.",
        commands: [
            CommandSpec(
                "serve", "serve until SIGTERM",
                sections: [
                    (
                        nil,
                        [
                            OptionSpec("--port", "NUMBER", help: "listen on this port (8080)"),
                            OptionSpec(
                                "--auth", "auto|on|off",
                                help: "whether it's needed: on, off [or auto]",
                                completes: .words(["auto", "on", "off"])),
                        ]
                    ), ("Limits:", [OptionSpec("--max-body", "SIZE", help: "bytes of a body")]),
                ], notes: "-5 is no size."),
            CommandSpec(
                "import", "import items", operand: .init("FILE|-", "a file", completes: .files),
                synonyms: ["ls", "load"],
                options: [
                    OptionSpec(
                        "--user", "EMAIL",
                        help: """
                            import the items into this account; without it into those of a server that has
                            no accounts
                            """),
                    OptionSpec("--fast", help: "do not wait"),
                    OptionSpec("--db", "PATH", help: "the database", completes: .files),
                ],
                about: """
                    Imports items from a file, or with - from standard input: a "JSON" array, one object a
                    line,
                    or C:\\items.

                    It works beside a running server.
                    """),
            CommandSpec("backup", "copy all", operand: .init("FILE", "a file", completes: .files)),
            CommandSpec(
                "user add", "add an account",
                options: [
                    OptionSpec("--email", "EMAIL", help: "its email", isRequired: true),
                    OptionSpec("--adopt", help: "move items to it"),
                ]),
            CommandSpec("user list", "list accounts"),
            CommandSpec("completion", "print completions", operand: .shell),
            CommandSpec("version", "print the version"),
            CommandSpec(
                "help", "print this, or the help of a command",
                operand: .init("COMMAND", count: 0...2)),
        ], groups: [.init("user", "add and list accounts")])

    /// A program with a default command, and with options for all commands.
    static let list = ProgramSpec(
        "list", title: "list: an example.",
        commands: [
            show, CommandSpec("undone", "marks items as open"),
            CommandSpec("undo", "undoes the last change"),
            CommandSpec(
                "add", "adds an item", operand: .init("TITLE…", count: 1...10),
                options: [
                    OptionSpec("--due", "DATE", help: "the due date"),
                    OptionSpec("--note", "TEXT", help: "further text", allowsEmpty: true),
                ]),
            CommandSpec("help", "explains a command", operand: .init("COMMAND", count: 0...1)),
        ],
        common: [
            OptionSpec("--json", help: "prints JSON"),
            OptionSpec("--data", "FOLDER", help: "the folder", completes: .folders),
        ], fallback: show, hint: "try list add", notes: "Exit codes: 0 done")

    private static let show = CommandSpec(
        "show", "shows the open items", options: [OptionSpec("--all", help: "shows all items")])

    /// The command's name and arguments; nil if the words ask for help.
    func parsed(_ words: [String]) throws(UsageFailure) -> (name: String, ParsedArguments)? {
        guard case .command(let command, let arguments) = try request(words) else { return nil }
        return (command.name, arguments)
    }

    /// The help that the words ask for.
    func helpText(_ words: [String]) throws(UsageFailure) -> String? {
        guard case .help(let text) = try request(words) else { return nil }
        return text
    }
}
