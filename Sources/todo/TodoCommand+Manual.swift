import CommandLine

extension TodoCommand {
    /// The parts of the manual page in addition to the declared commands.
    static let manual = ProgramSpec.Manual(
        version: TodoProgram.version, purpose: "a to-do list in the terminal",
        about: """
            todo keeps a to-do list on this machine and a toodoo server. It works offline: each command \
            writes to a file first and then syncs, for a second at most. Without a command it lists the \
            open items.
            """,
        exitCodes: ExitCode.allCases.map { (String($0.rawValue), $0.meaning) },
        files: [
            ("$XDG_DATA_HOME/todo", "all files; without the variable ~/.local/share/todo")
        ])
}

extension ExitCode {
    fileprivate var meaning: String {
        switch self {
        case .done: "success"
        case .failed: "a file could not be read or written, or nothing was undone or deleted"
        case .usage: "invalid command line, or an item violates a limit"
        case .notFound: "no item or conflict has this number or id"
        case .unreachable: "the server does not answer, or is overloaded"
        case .refused: "the server refused, or requires a sign-in"
        case .inUse: "another process uses the items"
        }
    }
}
