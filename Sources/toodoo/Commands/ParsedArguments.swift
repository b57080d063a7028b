/// A parsed command line.
struct ParsedArguments: Equatable {
    let database: Database
    let operand: String?
    private let values: [String: String]
    private let switches: Set<String>

    /// Parses the arguments by `spec` and rejects everything else.
    init(
        _ arguments: [String], spec: CommandSpec, environment: (String) -> String?
    ) throws(UsageFailure) {
        var (values, switches): ([String: String], Set<String>) = ([:], [])
        var operand: String?
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word != "-" || !spec.takesDash else {
                guard operand == nil, spec.operand != .none else { throw .unexpectedArgument(word) }
                operand = word
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if spec.switches.contains(name), parts.count == 1 {
                guard switches.insert(name).inserted else { throw .repeatedOption(name) }
                continue
            }
            guard name == spec.databaseOption || spec.options.contains(name) else {
                throw .unknownOption(name, command: spec.name)
            }
            guard values[name] == nil else { throw .repeatedOption(name) }
            let lacksValue = rest.first?.hasPrefix("--") ?? true
            if parts.count == 1, lacksValue { throw .missingValue(name) }
            let value = parts.count == 2 ? String(parts[1]) : rest.removeFirst()
            guard !value.isEmpty else { throw .missingValue(name) }
            values[name] = value
        }
        if case .required(let what) = spec.operand, operand ?? "" == "" {
            throw .missingOperand(what, command: spec.name)
        }
        let variable = environment("TOODOO_DB").flatMap { $0.isEmpty ? nil : $0 }
        if let named = values[spec.databaseOption] ?? variable {
            database = try Database(named)
        } else {
            database = .file(try ServeOptions.defaultDatabase(environment))
        }
        if case .server = database, let reason = spec.reasonAgainstServers {
            throw .databaseServer(command: spec.name, reason: reason)
        }
        self.operand = operand
        self.values = values
        self.switches = switches
    }

    /// Whether the switch was given.
    func has(_ name: String) -> Bool { switches.contains(name) }

    /// The value of an option, nil without it.
    func value(_ name: String) -> String? { values[name] }

    /// The value of a required option.
    func require(_ name: String, of spec: CommandSpec) throws(UsageFailure) -> String {
        guard let value = values[name] else {
            throw .missingOption(name, command: spec.name)
        }
        return value
    }
}
