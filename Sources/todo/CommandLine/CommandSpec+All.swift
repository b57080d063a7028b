extension CommandSpec {
    private static let some = 1...10_000

    /// The command without a name.
    static let list = CommandSpec(
        name: "list", summary: "shows the open items; also `todo` alone",
        options: [
            OptionSpec("--all", nil, "shows the done items as well"),
            OptionSpec("--done", nil, "shows the done items only"),
        ],
        details: """
            The numbers hold until a list is printed again. JSON has the numbers of the last
            list and leaves them as they are.
            """,
        run: { try await $0.list() })

    /// All commands, in the order of the help.
    static let all: [CommandSpec] = [
        list,
        CommandSpec(
            name: "add", operand: .text("TITLE…"), count: some, summary: "adds an item",
            options: OptionSpec.content,
            details: "Words are joined by a space. Behind `--` a title may begin with a dash.",
            run: { try await $0.add() }),
        CommandSpec(
            name: "done", operand: .numbers("NUMBER…"), count: some,
            summary: "marks items as done",
            details: """
                Numbers are those of the last list; 2-4 is a range. The id of an item works too.
                """,
            run: { try await $0.setDone(true) }),
        CommandSpec(
            name: "undone", operand: .numbers("NUMBER…"), count: some,
            summary: "marks items as open", run: { try await $0.setDone(false) }),
        CommandSpec(
            name: "edit", operand: .numbers("NUMBER"), count: 1...1, summary: "changes an item",
            options: [OptionSpec("--title", "TEXT", "the title")] + OptionSpec.content + [
                OptionSpec("--no-due", nil, "removes the due date"),
                OptionSpec("--no-note", nil, "removes the further text"),
                OptionSpec("--no-place", nil, "removes the place and its coordinate"),
            ],
            run: { try await $0.edit() }),
        CommandSpec(
            name: "show", operand: .numbers("NUMBER…"), count: some,
            summary: "shows all details of items", run: { try await $0.show() }),
        CommandSpec(
            name: "rm", operand: .numbers("NUMBER…"), count: 0...10_000, summary: "deletes items",
            options: [
                OptionSpec("--done", nil, "deletes all items that are done"),
                OptionSpec("--all", nil, "deletes all items"),
            ],
            details: "`todo undo` restores them.", run: { try await $0.remove() }),
        CommandSpec(
            name: "undo", summary: "undoes the last change",
            details: "At least the last 100 changes can be undone, one after the other.",
            run: { try await $0.undo() }),
        CommandSpec(
            name: "redo", summary: "repeats the last undone change", run: { try await $0.redo() }),
        CommandSpec(
            name: "sync", summary: "sends and fetches all changes, and prints the result",
            details: "Other commands sync for a second at most.",
            run: { try await $0.sync() }),
        CommandSpec(
            name: "watch", summary: "shows the list live, until Ctrl-C",
            options: [OptionSpec("--all", nil, "shows the done items as well")],
            details: "Other commands work meanwhile. With --json each list is one line.",
            run: { try await $0.watch() }),
        CommandSpec(
            name: "conflicts", summary: "shows the losing changes",
            run: { try await $0.conflicts() }),
        CommandSpec(
            name: "restore", operand: .numbers("NUMBER…"), count: some,
            summary: "writes the losing changes again",
            run: { try await $0.resolveConflicts(restoring: true) }),
        CommandSpec(
            name: "dismiss", operand: .numbers("NUMBER…"), count: some,
            summary: "removes conflicts",
            run: { try await $0.resolveConflicts(restoring: false) }),
        CommandSpec(
            name: "use", operand: .text("URL"), count: 0...1,
            summary: "sets the server; `todo use none` removes it",
            details: """
                Without a URL the command prints the server. Items that were created without a
                server are moved to it. Each server has items of its own.
                """,
            run: { try await $0.use() }),
        CommandSpec(
            name: "signup", summary: "creates an account and signs in",
            options: [
                OptionSpec("--name", "NAME", "the name of the user"),
                OptionSpec("--email", "EMAIL", "its email"),
            ],
            details: """
                Prompts for missing values, and twice for the password, without an echo.
                Without a terminal the password is one line of standard input.
                """,
            run: { try await $0.signUp() }),
        CommandSpec(
            name: "login", summary: "signs in",
            options: [OptionSpec("--email", "EMAIL", "the account")],
            details: """
                Prompts for the password, without an echo; without a terminal it is one line
                of standard input. --server also sets the server, like `todo use`.
                """,
            run: { try await $0.logIn() }),
        CommandSpec(
            name: "logout", summary: "sends unsent changes if possible, and signs out",
            run: { try await $0.logOut() }),
        CommandSpec(
            name: "import", operand: .file("FILE"), count: 1...1,
            summary: "adds the items of a file; `-` is standard input",
            details: "Items that exist already are skipped.", run: { try await $0.importItems() }
        ),
        CommandSpec(
            name: "export", operand: .file("FILE"), count: 0...1,
            summary: "writes all items to a file or to standard output",
            run: { try await $0.exportItems() }),
        CommandSpec(
            name: "completion", operand: .word("SHELL", ["bash", "zsh", "fish"]), count: 1...1,
            summary: "prints the completion for bash, zsh or fish",
            run: { try $0.completion() }),
        CommandSpec(
            name: "help", operand: .word("COMMAND", []), count: 0...1,
            summary: "explains a command", run: { try $0.help() }),
    ]
}
