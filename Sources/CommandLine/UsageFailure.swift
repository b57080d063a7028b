import Spelling

/// The reason for which a command line is refused.
package enum UsageFailure: Error, Equatable {
    /// One word, or two of which the first is a group.
    case unknownCommand(String)
    case missingCommand(group: String)
    case unknownOption(String, command: String)
    case repeatedOption(String)
    case missingValue(String, placeholder: String)
    case unwantedValue(String)
    case missingOperand(String, command: String)
    case unexpectedArgument(String)
    case missingOption(String, command: String)
    /// Two options of which one makes the other meaningless.
    case exclusiveOptions(String, String)
    case badValue(option: String, value: String, expected: String)
    /// A reason that only one program has.
    case refused(String)
}

extension ProgramSpec {
    /// The error message, without a full stop.
    package func message(of failure: UsageFailure) -> String {
        switch failure {
        case .unknownCommand(let word):
            "there is no command \"\(word)\"; " + suggestion(instead: word)
        case .missingCommand(let group):
            "\(name) \(group) needs a command; " + attempt(group)
        case .unknownOption(let option, let command):
            "there is no option \(option); "
                + (Suggestion.nearest(to: option, among: options(of: command)).map(Self.question)
                    ?? attempt(command))
        case .repeatedOption(let option): "\(option) may be given only once"
        case .missingValue(let option, let placeholder):
            "\(option) needs a value: \(option) \(placeholder)"
        case .unwantedValue(let option): "\(option) takes no value"
        case .missingOperand(let what, let command):
            "\(name) \(command) needs \(what); " + attempt(command)
        case .unexpectedArgument(let word): "unexpected argument \"\(word)\""
        case .missingOption(let option, let command):
            "\(name) \(command) needs \(option); " + attempt(command)
        case .exclusiveOptions(let one, let other): "\(one) and \(other) exclude each other"
        case .badValue(let option, let value, let expected):
            "\(option) must be \(expected), not \"\(value)\""
        case .refused(let message): message
        }
    }

    private func suggestion(instead word: String) -> String {
        if let command = commands.first(where: { $0.synonyms.contains(word) }) {
            return Self.question(command.name)
        }
        let group = groups.first { word.hasPrefix($0.name + " ") }
        let candidates = group.map { members(of: $0).map(\.command.name) } ?? firstWords
        return Suggestion.nearest(to: word, among: candidates).map(Self.question)
            ?? group.map { attempt($0.name) } ?? hint
    }

    private func options(of command: String) -> [String] {
        (common + (commands.first { $0.name == command }?.options ?? [])).map(\.name)
    }

    private static func question(_ word: String) -> String { "did you mean \(word)?" }

    private func attempt(_ command: String) -> String { "try \(name) \(command) --help" }
}
