/// The words of a command line.
struct ParsedArguments: Sendable {
    private(set) var command = CommandSpec.list
    private(set) var operands: [String] = []
    private var values: [String: String] = [:]

    /// Whether an option was given.
    func has(_ option: String) -> Bool { values[option] != nil }

    /// The value of an option; nil if it was not given.
    func value(of option: String) -> String? { values[option] }

    /// Parses the words behind the program's name.
    init(_ words: [String]) throws(Failure) {
        var rest = words[...]
        var named: CommandSpec?
        var isOptionsEnd = false
        while let word = rest.popFirst() {
            if !isOptionsEnd, word == "--" {
                isOptionsEnd = true
            } else if !isOptionsEnd, word.hasPrefix("-"), word != "-" {
                try parseOption(word, &rest)
            } else if named == nil {
                guard let known = CommandSpec.named(word) else { throw .noSuchCommand(word) }
                named = known
            } else {
                operands.append(word)
            }
        }
        let command = named ?? .list
        self.command = command
        // With --help or --version the other arguments are not checked.
        if has("--help") || has("--version") { return }
        let allowed = OptionSpec.common + command.options
        for name in values.keys.sorted() where !allowed.contains(where: { $0.name == name }) {
            throw .noSuchOption(name, command: command.name)
        }
        guard operands.count >= command.count.lowerBound else {
            throw .missingOperand(command.operand.form ?? "", command: command.name)
        }
        guard operands.count <= command.count.upperBound else {
            throw .unwantedOperand(operands[command.count.upperBound], command: command.name)
        }
    }

    private mutating func parseOption(
        _ word: String, _ rest: inout ArraySlice<String>
    ) throws(Failure) {
        let parts = word.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0] == "-h" ? "--help" : String(parts[0])
        guard let option = Self.options.first(where: { $0.name == name }) else {
            throw .noSuchOption(name, command: nil)
        }
        guard values[name] == nil else { throw .repeatedOption(name) }
        switch (option.value, parts.count) {
        case (nil, 1): values[name] = ""
        case (nil, _): throw .unwantedValue(name)
        case (_?, 2): values[name] = String(parts[1])
        case (let value?, _):
            guard let next = rest.popFirst() else { throw .missingValue(name, value) }
            values[name] = next
        }
    }

    /// All options. An option takes a value in each command or in none, so that a command line can
    /// be parsed before its command is found.
    private static let options = OptionSpec.common + CommandSpec.all.flatMap(\.options)
}
