/// Picks the command that the first word names.
enum ToodooCommand {
    static let version = "0.1.0"

    static let usage = """
        toodoo \(version): a to-do server.

        usage: toodoo COMMAND [OPTION…]

          serve      serve items over HTTP until SIGTERM or SIGINT
          version    print the version
          help       print this

        toodoo serve --help tells its options.
        """

    static func run(_ arguments: [String]) {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "serve": serve(rest)
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
            let options = try ServeOptions(arguments, environment: Environment.value)
            ServeCommand(options: options).run()
        } catch {
            Output.fail(error.sentence, .usage)
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

/// Why a command line is refused.
enum UsageFailure: Error, Equatable {
    case unknownOption(String)
    case missingValue(String)
    case repeatedOption(String)
    case badValue(option: String, value: String, expected: String)
    case notAnOption(String)
    case noHome
    case openToAll(host: String)

    /// The refusal in one sentence.
    var sentence: String {
        switch self {
        case .unknownOption(let name): "there is no option \(name); try toodoo serve --help"
        case .missingValue(let name): "\(name) needs a value"
        case .repeatedOption(let name): "\(name) may be given only once"
        case .badValue(let option, let value, let expected):
            "\(option) must be \(expected), not \"\(value)\""
        case .notAnOption(let word): "\"\(word)\" is no option; try toodoo serve --help"
        case .noHome:
            "neither XDG_DATA_HOME nor HOME says where the database belongs; say it with --db"
        case .openToAll(let host):
            "listening on \(host) would let everyone who can reach it read and change the items, "
                + "since there are no accounts yet; if that is meant, say --auth off"
        }
    }
}
