package struct ParsedArguments: Equatable, Sendable {
    package private(set) var operands: [String] = []
    /// Whether `--` ended the options.
    package private(set) var hasDashes = false
    private var values: [String: String] = [:]

    /// Parses the words behind the name of a command, and refuses what it does not declare.
    package init(
        _ words: [String], of command: CommandSpec, common: [OptionSpec] = []
    ) throws(UsageFailure) {
        let options = common + command.options
        let takesDash = command.operand?.takesDash ?? false
        try self.init(words, of: command.name, takesDash: takesDash) { name in
            options.first { $0.name == name }
        }
        let count = command.operand?.count ?? 0...0
        if operands.count > count.upperBound {
            throw .unexpectedArgument(operands[count.upperBound])
        }
        if let operand = command.operand {
            guard operands.count >= count.lowerBound, count.lowerBound == 0 || operands != [""]
            else { throw .missingOperand(operand.noun, command: command.name) }
        }
        for option in command.options where option.isRequired && !has(option.name) {
            throw .missingOption(option.name, command: command.name)
        }
    }

    /// Parses options as `--name value` or `--name=value`, up to `--`, and does not check operands.
    package init(
        _ words: [String], of command: String, takesDash: Bool = false,
        option: (String) -> OptionSpec?
    ) throws(UsageFailure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard !hasDashes, word.hasPrefix("-"), word != "-" || !takesDash else {
                operands.append(word)
                continue
            }
            if word == "--" {
                hasDashes = true
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = option(name) else { throw .unknownOption(name, command: command) }
            guard values[name] == nil || option.isList else { throw .repeatedOption(name) }
            guard let placeholder = option.placeholder else {
                guard parts.count == 1 else { throw .unwantedValue(name) }
                values[name] = ""
                continue
            }
            var value = parts.count == 2 ? String(parts[1]) : nil
            // A word that begins with `--` is the next option; a value can begin so only after `=`.
            if value == nil, let next = rest.first, !next.hasPrefix("--") {
                value = rest.removeFirst()
            }
            guard let value, option.allowsEmpty || !value.isEmpty else {
                throw .missingValue(name, placeholder: placeholder)
            }
            values[name] = values[name].map { "\($0),\(value)" } ?? value
        }
    }

    package func has(_ option: String) -> Bool { values[option] != nil }

    /// The value of an option, nil without it.
    package func value(_ option: String) -> String? { values[option] }
}
