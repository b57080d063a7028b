import API

/// The reason for which a command line is refused.
enum UsageFailure: Error, Equatable {
    case unknownOption(String, command: String = "serve")
    case missingValue(String)
    case repeatedOption(String)
    case badValue(option: String, value: String, expected: String)
    case notAnOption(String, command: String = "serve")
    case noHome
    /// The URL of the database cannot be read; it may have a password.
    case databaseURL
    /// The database is on a PostgreSQL server, where this command cannot work.
    case databaseServer(command: String, reason: String)
    /// `--partitions` was given for a file.
    case partitionsOfFile
    case tooManySockets(String)
    case unexpectedArgument(String)
    case missingOperand(String, command: String)
    case missingOption(String, command: String)
    /// Two options of which one makes the other meaningless.
    case exclusiveOptions(String, String)
    /// A command group such as `user` without its second word.
    case missingCommand(group: String)
    /// A first word, or the second word of a group.
    case unknownCommand(String, group: String?)

    /// The error message.
    var message: String {
        switch self {
        case .unknownOption(let name, let command):
            "there is no option \(name); "
                + Self.hint(
                    name, among: Self.options(of: command), or: "try toodoo \(command) --help")
        case .missingValue(let name): "\(name) needs a value"
        case .repeatedOption(let name): "\(name) may be given only once"
        case .badValue(let option, let value, let expected):
            "\(option) must be \(expected), not \"\(value)\""
        case .notAnOption(let word, let command):
            "\"\(word)\" is no option; try toodoo \(command) --help"
        case .noHome:
            "neither XDG_DATA_HOME nor HOME is an absolute path; name the database with --db"
        case .databaseURL:
            """
            the URL of the database cannot be read; it must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, \
            with other characters than letters, digits and -._~ in user and password as %XX
            """
        case .databaseServer(let command, let reason):
            "toodoo \(command) works on a file only; \(reason)"
        case .partitionsOfFile: "--partitions is for a database of a PostgreSQL server"
        case .tooManySockets(let text):
            "only one socket can be inherited, but LISTEN_FDS is \"\(text)\""
        case .unexpectedArgument(let word): "unexpected argument \"\(word)\""
        case .missingOperand(let what, let command):
            "toodoo \(command) needs \(what); try toodoo \(command) --help"
        case .missingOption(let name, let command):
            "toodoo \(command) needs \(name); try toodoo \(command) --help"
        case .exclusiveOptions(let one, let other): "\(one) and \(other) cannot both be given"
        case .missingCommand(let group):
            "toodoo \(group) needs a command; try toodoo \(group) --help"
        case .unknownCommand(let word, nil):
            "there is no command \"\(word)\"; "
                + Self.hint(word, among: CommandEntry.firstWords, or: "try toodoo help")
        case .unknownCommand(let word, let group?):
            "there is no command \"\(group) \(word)\"; "
                + Self.hint(
                    "\(group) \(word)", among: Self.commands(of: group),
                    or: "try toodoo \(group) --help")
        }
    }

    private static func hint(
        _ word: String, among candidates: [String], or help: String
    ) -> String {
        Suggestion.nearest(to: word, among: candidates).map { "did you mean \($0)?" } ?? help
    }

    private static func options(of command: String) -> [String] {
        CommandEntry.all.first { $0.name == command }?.options.map(\.name) ?? []
    }

    private static func commands(of group: String) -> [String] {
        CommandGroup.all.first { $0.name == group }?.commands.map { $0.spec.name } ?? []
    }
}
