import CommandLine

/// A command: its declaration and its function.
struct TodoCommand: Sendable {
    let spec: CommandSpec
    let run: @Sendable (Invocation) async throws -> Void

    private init(_ spec: CommandSpec, run: @escaping @Sendable (Invocation) async throws -> Void) {
        self.spec = spec
        self.run = run
    }

    /// The declaration of the program.
    static let program = ProgramSpec(
        "todo",
        title: "todo keeps a to-do list on this machine and a toodoo server. It works offline.",
        commands: all.map(\.spec), common: common, fallback: list.spec,
        hint: "try todo help, or todo add to add an item",
        notes: """
            Exit codes: 0 done · 1 a file failed · 2 wrong command line · 3 no such item
            4 the server does not answer · 5 the server refused · 6 the items are in use
            """, columns: 80)

    private static let list = TodoCommand(
        CommandSpec(
            "list", "shows the open items; also todo alone",
            options: [
                OptionSpec("--all", help: "shows the done items as well"),
                OptionSpec("--done", help: "shows the done items only"),
            ],
            about: """
                Shows the open items; also todo alone. The numbers hold until a list is printed again. JSON
                has the numbers of the last list and leaves them as they are.
                """)
    ) { try await $0.list() }

    /// All commands, in the order of the help.
    static let all: [TodoCommand] = [
        list,
        TodoCommand(
            CommandSpec(
                "add", "adds an item", operand: .init("TITLE…", count: some), options: content,
                about: """
                    Adds an item. Words are joined by a space. Behind -- a title may begin with a dash.
                    A rule at the end, such as every friday or every! 3 days, makes it repeat;
                    --no-repeat keeps the title as it is.
                    """)
        ) { try await $0.add() },
        TodoCommand(
            CommandSpec(
                "done", "marks items as done", operand: numbers,
                about: """
                    Marks items as done. Numbers are those of the last list; 2-4 is a range. The id of an
                    item works too.
                    """)
        ) { try await $0.setDone(true) },
        TodoCommand(CommandSpec("undone", "marks items as open", operand: numbers)) {
            try await $0.setDone(false)
        },
        TodoCommand(
            CommandSpec(
                "edit", "changes an item", operand: .init("NUMBER"),
                options: [OptionSpec("--title", "TEXT", help: "the title", allowsEmpty: true)]
                    + content + [
                        OptionSpec("--no-due", help: "removes the due date and the rule"),
                        OptionSpec("--no-note", help: "removes the further text"),
                        OptionSpec("--no-place", help: "removes the place and its coordinate"),
                    ])
        ) { try await $0.edit() },
        TodoCommand(CommandSpec("show", "shows all details of items", operand: numbers)) {
            try await $0.show()
        },
        TodoCommand(
            CommandSpec(
                "rm", "deletes items", operand: .init("NUMBER…", count: 0...10_000),
                options: [
                    OptionSpec("--done", help: "deletes all items that are done"),
                    OptionSpec("--all", help: "deletes all items"),
                ], about: "Deletes items. todo undo restores them.")
        ) { try await $0.remove() },
        TodoCommand(
            CommandSpec(
                "undo", "undoes the last change",
                about: """
                    Undoes the last change. At least the last 100 changes can be undone, one after the
                    other.
                    """)
        ) { try await $0.undo() },
        TodoCommand(CommandSpec("redo", "repeats the last undone change")) {
            try await $0.redo()
        },
        TodoCommand(
            CommandSpec(
                "sync", "sends and fetches all changes, and prints the result",
                about: """
                    Sends and fetches all changes, and prints the result. Other commands sync for a second
                    at most.
                    """)
        ) { try await $0.sync() },
        TodoCommand(
            CommandSpec(
                "watch", "shows the list live, until Ctrl-C",
                options: [OptionSpec("--all", help: "shows the done items as well")],
                about: """
                    Shows the list live, until Ctrl-C. Other commands work meanwhile. With --json each
                    list is one line.
                    """)
        ) { try await $0.watch() },
        TodoCommand(CommandSpec("conflicts", "shows the losing changes")) {
            try await $0.conflicts()
        },
        TodoCommand(
            CommandSpec("restore", "writes the losing changes again", operand: numbers)
        ) { try await $0.resolveConflicts(restoring: true) },
        TodoCommand(CommandSpec("dismiss", "removes conflicts", operand: numbers)) {
            try await $0.resolveConflicts(restoring: false)
        },
        TodoCommand(
            CommandSpec(
                "use", "sets the server; todo use none removes it",
                operand: .init("URL", count: 0...1),
                about: """
                    Sets the server; todo use none removes it. Without a URL the command prints the
                    server. Items that were created without a server are moved to it. Each server has
                    items of its own.
                    """)
        ) { try await $0.use() },
        TodoCommand(
            CommandSpec(
                "signup", "creates an account and signs in",
                options: [
                    OptionSpec("--name", "NAME", help: "the name of the user"),
                    OptionSpec("--email", "EMAIL", help: "its email"),
                ],
                about: """
                    Creates an account and signs in. Prompts for missing values, and twice for the
                    password, without an echo. Without a terminal the password is one line of standard
                    input.
                    """)
        ) { try await $0.signUp() },
        TodoCommand(
            CommandSpec(
                "login", "signs in",
                options: [OptionSpec("--email", "EMAIL", help: "the account")],
                about: """
                    Signs in. Prompts for the password, without an echo; without a terminal it is one line
                    of standard input. --server also sets the server, like todo use.
                    """)
        ) { try await $0.logIn() },
        TodoCommand(
            CommandSpec("logout", "sends unsent changes if possible, and signs out")
        ) { try await $0.logOut() },
        TodoCommand(
            CommandSpec(
                "import", "adds the items of a file; - is standard input",
                operand: .init("FILE|-", completes: .files),
                about: """
                    Adds the items of a file; - is standard input. Items that exist already are skipped.
                    """)
        ) { try await $0.importItems() },
        TodoCommand(
            CommandSpec(
                "export", "writes all items to a file or to standard output",
                operand: .init("FILE|-", count: 0...1, completes: .files))
        ) { try await $0.exportItems() },
        TodoCommand(
            CommandSpec(
                "completion", "prints the completion for bash, zsh or fish",
                operand: .shell)
        ) { try $0.print(program.completion(for: $0.arguments.operands[0])) },
        TodoCommand(CommandSpec("version", "prints the version")) {
            try $0.print("todo \(TodoProgram.version)")
        },
        TodoCommand(
            CommandSpec("help", "explains a command", operand: .init("COMMAND", count: 0...1))
        ) { try $0.print(program.help(of: $0.arguments.operands)) },
    ]

    private static let some = 1...10_000
    private static let numbers = CommandSpec.Operand("NUMBER…", count: some)

    private static let common = [
        OptionSpec("--json", help: "prints JSON"),
        OptionSpec("--offline", help: "contacts no server"),
        OptionSpec("--server", "URL", help: "the server for this command (TODO_SERVER)"),
        OptionSpec(
            "--data", "FOLDER", help: "the folder of the items (TODO_DATA)", completes: .folders),
        OptionSpec("--help", help: "explains the command"),
    ]

    /// The options of an item's content.
    private static let content = [
        OptionSpec(
            "--due", "DATE", help: "the due date: tomorrow, friday 18:30, in 3 days, 2026-12-24",
            allowsEmpty: true),
        OptionSpec(
            "--repeat", "RULE", help: "the rule: every 2 weeks on mon,thu; monthly from done",
            allowsEmpty: true),
        OptionSpec("--no-repeat", help: "removes the rule; for add: the title has none"),
        OptionSpec("--note", "TEXT", help: "further text", allowsEmpty: true),
        OptionSpec("--place", "NAME", help: "the name of the place", allowsEmpty: true),
        OptionSpec(
            "--at", "LAT,LON", help: "the coordinate of the place, in degrees", allowsEmpty: true),
        OptionSpec(
            "--address", "TEXT", help: "the address of the place; the server looks it up",
            allowsEmpty: true),
    ]
}
