import CommandLine
import ToDoClient

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
            "list", "shows the open items, as todo alone does",
            operand: .init("WORD…", count: 0...10_000), synonyms: ["ls"],
            options: [
                OptionSpec("--all", help: "shows the done items as well"),
                OptionSpec("--done", help: "shows the done items only"),
            ] + selection,
            about: """
                Shows the open items, as todo alone does. With words, it shows only items that have all of
                them in title or note. Overdue items come first, then the others by due date; of one date, those
                without a time come first, in the order by hand. With --tag, all are in that order. The numbers
                are valid until a list is printed again. --json prints the numbers of the last list and does not change them.
                """)
    ) { try await $0.list() }

    /// All commands, in the order of the help.
    static let all: [TodoCommand] = [
        list,
        TodoCommand(
            CommandSpec(
                "today", "shows what is overdue and what is due today",
                operand: .init("WORD…", count: 0...10_000), options: [order],
                about: """
                    Shows what is overdue and what is due today, by due date. With words, it shows only
                    items that have all of them in title or note.
                    """)
        ) { try await $0.today() },
        TodoCommand(
            CommandSpec(
                "add", "adds an item", operand: .init("TITLE…|-", "TITLE…", count: some),
                options: ToDoItem.Member.allCases.filter { $0 != .title }.flatMap(\.options),
                about: """
                    Adds an item. The words of the title are joined by spaces. A single - adds an item
                    for each line of standard input. After -- a title may begin with a dash.

                    A date at the end or the beginning of the title is the due date: friday 5pm, 24 dec. A
                    rule makes the item repeat: every friday, every! 3 days. Behind a time, remind 30 min
                    is a reminder; behind a date, ! is one at the time, or at 9:00 of the day. Such words
                    stay in the title after --, in quotes that are part of the title, or with --no-repeat.
                    A word that begins with #, such as #errands, is a tag; \\#errands stays in the title.
                    """)
        ) { try await $0.add() },
        TodoCommand(
            CommandSpec(
                "done", "marks items as done", operand: numbers,
                about: """
                    Marks items as done. The numbers are those of the last list; 2-4 is a range. The id of
                    an item works as well.
                    """)
        ) { try await $0.setDone(true) },
        TodoCommand(CommandSpec("undone", "marks items as open", operand: numbers)) {
            try await $0.setDone(false)
        },
        TodoCommand(
            CommandSpec(
                "edit", "changes an item", operand: .init("NUMBER", completes: completed),
                options: ToDoItem.Member.allCases.flatMap(\.options)
                    + ToDoItem.Member.allCases.compactMap(\.removal)
                    + [OptionSpec("--no-remind", help: "removes the reminder")])
        ) { try await $0.edit() },
        TodoCommand(
            CommandSpec(
                "tag", "adds tags to items and removes them", operand: numbers,
                options: [
                    OptionSpec(
                        "--add", "TAG", help: "tags to add, with commas between them",
                        completes: tags, isList: true),
                    OptionSpec(
                        "--remove", "TAG", help: "tags to remove, with commas between them",
                        completes: tags, isList: true),
                ])
        ) { try await $0.changeTags() },
        TodoCommand(
            CommandSpec("tags", "shows all tags with the number of their open items")
        ) { try await $0.listTags() },
        TodoCommand(
            CommandSpec(
                "move", "moves items in the order by hand", operand: numbers,
                options: Invocation.moveOptions + [
                    OptionSpec(
                        "--tag", "TAG", help: "in the list of this tag", completes: tags,
                        isList: true)
                ],
                about: """
                    Moves items in the order by hand, in the order in which they are given. Items of one
                    date without a time, and those without a date, are ordered by hand in every list;
                    with --tag, all items of a tag are, as in todo list --tag.
                    """)
        ) { try await $0.move() },
        TodoCommand(CommandSpec("show", "shows all details of items", operand: numbers)) {
            try await $0.show()
        },
        TodoCommand(
            CommandSpec(
                "rm", "deletes items",
                operand: .init("NUMBER…", count: 0...10_000, completes: completed),
                synonyms: ["del", "delete", "remove"],
                options: [
                    OptionSpec("--done", help: "deletes all items that are done"),
                    OptionSpec("--all", help: "deletes all items"),
                    OptionSpec("--quiet", help: "asks nothing and prints one line"),
                ],
                about: """
                    Deletes items. todo undo restores them. On a terminal, todo rm asks before it deletes
                    more than 20 items.
                    """)
        ) { try await $0.remove() },
        TodoCommand(
            CommandSpec(
                "undo", "undoes the last change",
                about: """
                    Undoes the last change; the next todo undo is for the change before it. At least 100
                    changes can be undone. An item that was changed or deleted elsewhere meanwhile stays
                    as it is, and the output names it.
                    """)
        ) { try await $0.undo() },
        TodoCommand(CommandSpec("redo", "repeats the change that was undone last")) {
            try await $0.redo()
        },
        TodoCommand(
            CommandSpec(
                "history", "shows the last changes of all devices and programs",
                operand: .init("NUMBER", count: 0...1, completes: completed),
                options: Invocation.historyOptions,
                about: """
                    Shows the last changes of all devices and programs, or those of one item, the newest
                    first: the revision, the time, the program that wrote, and what it did. The server
                    keeps them for 30 days.
                    """)
        ) { try await $0.history() },
        TodoCommand(
            CommandSpec(
                "trash", "shows what was deleted", operand: .init("WORD…", count: 0...10_000),
                options: Invocation.historyOptions,
                about: """
                    Shows what was deleted, the last first. With words, it shows only items that have all of
                    them in title or note. todo recover brings items back by their numbers.
                    """)
        ) { try await $0.trash() },
        TodoCommand(
            CommandSpec(
                "recover", "brings deleted items back", operand: .init("NUMBER…", count: some),
                options: [
                    OptionSpec(
                        "--at", "REVISION", help: "as they were after this change of todo history")
                ],
                about: """
                    Brings deleted items back. The numbers are those of todo trash; the id of an item
                    works as well. With --at, items get what they had after that change.
                    """)
        ) { try await $0.recover() },
        TodoCommand(
            CommandSpec(
                "sync", "sends and fetches all changes, and prints the result",
                about: """
                    Sends and fetches all changes, and prints the result. Other commands sync as well, but
                    for a second at most.
                    """)
        ) { try await $0.sync() },
        TodoCommand(
            CommandSpec(
                "watch", "shows the list live, until Ctrl-C",
                options: [
                    OptionSpec("--all", help: "shows the done items as well"),
                    OptionSpec("--notify", help: "shows reminders as notifications of the desktop"),
                ] + selection,
                about: """
                    Shows the list live, until Ctrl-C. Other commands work meanwhile. With --json each
                    list is one line.

                    With --notify it shows each reminder of an open item, whether listed or not, by
                    notify-send when its time comes. One that came while the machine slept is shown
                    afterwards, unless it is a day old.
                    """)
        ) { try await $0.watch() },
        TodoCommand(
            CommandSpec(
                "conflicts", "shows what was changed elsewhere",
                about: """
                    Changes to different parts of a to-do are all kept. If two devices changed the same
                    part, the one that arrives last counts; what it replaced is kept under “Changed
                    elsewhere” and can be put back. A deletion counts only if nobody changed the to-do
                    meanwhile; a tick or a move is no change.

                    This command prints “Changed elsewhere”, the newest 100. todo restore puts one back,
                    todo dismiss removes it.
                    """)
        ) { try await $0.conflicts() },
        TodoCommand(
            CommandSpec(
                "restore", "puts back what was changed elsewhere", operand: conflictNumbers,
                about: """
                    Puts back entries of todo conflicts. That is a new change, which todo undo takes back.
                    """)
        ) { try await $0.resolveConflicts(restoring: true) },
        TodoCommand(
            CommandSpec("dismiss", "removes entries from todo conflicts", operand: conflictNumbers)
        ) {
            try await $0.resolveConflicts(restoring: false)
        },
        TodoCommand(
            CommandSpec(
                "use", "sets the server; todo use none removes it",
                operand: .init("URL", count: 0...1),
                about: """
                    Sets the server, if it answers; with --offline it is not asked. todo use none removes
                    the server, todo use without a URL prints it. Each server has its own items. Items
                    that were never sent to a server are moved to the new one.
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
                    Creates an account and signs in. Asks for missing values, and twice for the password,
                    which is not shown. Without a terminal, the password is one line of standard input.
                    """)
        ) { try await $0.signUp() },
        TodoCommand(
            CommandSpec(
                "login", "signs in",
                options: [OptionSpec("--email", "EMAIL", help: "the account")],
                about: """
                    Signs in. Asks for the password, which is not shown. Without a terminal, the password
                    is one line of standard input. --server also sets the server, as todo use does.
                    """)
        ) { try await $0.logIn() },
        TodoCommand(
            CommandSpec(
                "logout", "sends unsent changes if possible, and signs out",
                options: [OptionSpec("--forget", help: "deletes unsent changes")],
                about: """
                    Sends unsent changes if possible, within 3 seconds, and signs out. If all are sent,
                    nothing of the account stays on this machine. Otherwise they are kept for the next
                    sign-in, or deleted with --forget.
                    """)
        ) { try await $0.logOut() },
        TodoCommand(
            CommandSpec(
                "import", "adds the items of a file; - is standard input",
                operand: .init("FILE|-", completes: .files),
                options: [
                    OptionSpec("--replace", help: "replaces items that exist already"),
                    OptionSpec("--preview", help: "prints what the server would do with the file"),
                ],
                about: """
                    Adds the items of a file; - is standard input. Items that exist already are skipped,
                    or replaced with --replace.

                    The server reads files of Todoist, TickTick, Google Tasks, of programs with iCalendar
                    and of spreadsheets, and todo prints what of them no item has.
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
        ) { try await $0.completion() },
        TodoCommand(
            CommandSpec(
                "man", "prints the manual page",
                about: "Prints the manual page in roff: todo man | man -l - shows it.")
        ) { try $0.print(program.page(manual)) },
        TodoCommand(CommandSpec("version", "prints the version")) {
            try $0.print("todo \(TodoProgram.version)")
        },
        TodoCommand(
            CommandSpec("help", "explains a command", operand: .init("COMMAND", count: 0...1))
        ) { try $0.print(program.help(of: $0.arguments.operands)) },
    ]

    private static let some = 1...10_000
    static let completed = Completion.lines(of: "completion numbers")
    static let tags = Completion.lines(of: "completion tags")
    private static let numbers = CommandSpec.Operand("NUMBER…", count: some, completes: completed)
    private static let conflictNumbers = CommandSpec.Operand("NUMBER…", count: some)

    /// The options that select and order the items of a list.
    private static let selection = [
        OptionSpec(
            "--due", "DAYS",
            help:
                "only what is due: overdue, week (today and the next 7 days), or a date: tomorrow",
            completes: .words(["today", "tomorrow"] + Invocation.dueWords)),
        OptionSpec(
            "--tag", "TAG", help: "only what has these tags, with commas between them",
            completes: tags, isList: true),
        order,
    ]

    private static let order = OptionSpec(
        "--sort", "ORDER", help: "the order: created, due, hand",
        completes: .words(ListSelection.Order.allCases.map(\.rawValue)))

    private static let common = [
        OptionSpec("--json", help: "prints JSON"),
        OptionSpec("--offline", help: "contacts no server"),
        OptionSpec("--server", "URL", help: "the server for this command (TODO_SERVER)"),
        OptionSpec(
            "--data", "FOLDER", help: "the folder of the items (TODO_DATA)", completes: .folders),
        OptionSpec("--help", help: "explains the command"),
    ]
}
