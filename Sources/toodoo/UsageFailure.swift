/// Why a command line is refused.
enum UsageFailure: Error, Equatable {
    case unknownOption(String, command: String = "serve")
    case missingValue(String)
    case repeatedOption(String)
    case badValue(option: String, value: String, expected: String)
    case notAnOption(String, command: String = "serve")
    case noHome
    case tooManySockets(String)
    case tooManyWords(String)
    case missingFile(command: String)

    /// The refusal in one sentence.
    var sentence: String {
        switch self {
        case .unknownOption(let name, let command):
            "there is no option \(name); try toodoo \(command) --help"
        case .missingValue(let name): "\(name) needs a value"
        case .repeatedOption(let name): "\(name) may be given only once"
        case .badValue(let option, let value, let expected):
            "\(option) must be \(expected), not \"\(value)\""
        case .notAnOption(let word, let command):
            "\"\(word)\" is no option; try toodoo \(command) --help"
        case .noHome:
            "neither XDG_DATA_HOME nor HOME says where the database belongs; say it with --db"
        case .tooManySockets(let text):
            "one socket can be handed over to be served, but LISTEN_FDS says \"\(text)\""
        case .tooManyWords(let word): "\"\(word)\" is one word too many"
        case .missingFile(let command):
            "toodoo \(command) needs to be told a file; try toodoo \(command) --help"
        }
    }
}
