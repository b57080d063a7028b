/// An entry of the table of commands, from which help, completion, the manual page and suggestions
/// for misspelt words are made.
struct CommandEntry: Sendable {
    /// The argument that is neither an option nor an option's value.
    enum Operand: Equatable, Sendable {
        case none, file, text
        /// One of a few words.
        case words([String])
    }

    /// One word or two, such as `user add`.
    let name: String
    let summary: String
    /// The help of the command; nil if it is in the help of the program only.
    let help: String?
    var operand = Operand.none

    /// The command's options.
    var options: [HelpPage.Row] { help.map { HelpPage($0).options } ?? [] }

    /// The line in the list of commands.
    var line: String {
        "  \(name)\(String(repeating: " ", count: max(1, 12 - name.count)))\(summary)"
    }
}

extension CommandEntry {
    /// The command that serves.
    static let serve = CommandEntry(
        name: "serve", summary: "serve items over HTTP until SIGTERM or SIGINT",
        help: ServeOptions.help)

    /// Commands of one word that work on a database.
    static let database = ToodooCommand.databaseCommands.map { CommandEntry($0.spec) }

    /// Commands that need no database.
    static let others = [
        CommandEntry(
            name: "health", summary: "check whether the server is ready", help: HealthCommand.help),
        CommandEntry(
            name: "completion", summary: "print the completions of commands for a shell",
            help: CompletionCommand.help, operand: .words(CompletionCommand.Shell.names)),
        CommandEntry(
            name: "man", summary: "print the manual page", help: ManualPage.help),
        CommandEntry(name: "version", summary: "print the version", help: nil),
        CommandEntry(
            name: "help", summary: "print this, or the help of a command", help: nil,
            operand: .words(firstWords)),
    ]

    /// All commands; those of groups have two words.
    static let all =
        [serve] + database + CommandGroup.all.flatMap { $0.commands.map { CommandEntry($0.spec) } }
        + others

    /// The first words of commands, in the order of the help.
    static let firstWords =
        ["serve"] + ToodooCommand.databaseCommands.map { $0.spec.name }
        + CommandGroup.all.map(\.name) + ["health", "completion", "man", "version", "help"]

    private init(_ spec: CommandSpec) {
        let operand: Operand =
            switch spec.operand {
            case .none: .none
            case .required("a file"): .file
            case .optional where spec.takesDash: .file
            case .required, .optional: .text
            }
        self.init(name: spec.name, summary: spec.summary, help: spec.help, operand: operand)
    }
}
