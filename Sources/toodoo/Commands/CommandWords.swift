/// A command line taken apart.
struct CommandWords: Equatable {
    let database: String
    let file: String?
    private let values: [String: String]
    private let switches: Set<String>

    /// Reads what a command of this form was told, and refuses everything else.
    init(
        _ arguments: [String], form: CommandForm, environment: (String) -> String?
    ) throws(UsageFailure) {
        var (values, switches): ([String: String], Set<String>) = ([:], [])
        var file: String?
        var rest = arguments[...]
        while let word = rest.popFirst() {
            // A dash alone is standard input or output.
            guard word.hasPrefix("-"), word != "-" else {
                guard file == nil, form.file != .none else { throw .tooManyWords(word) }
                file = word
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if form.switches.contains(name), parts.count == 1 {
                guard switches.insert(name).inserted else { throw .repeatedOption(name) }
                continue
            }
            guard name == "--db" || form.options.contains(name) else {
                throw .unknownOption(name, command: form.name)
            }
            guard values[name] == nil else { throw .repeatedOption(name) }
            let isAlone = rest.first?.hasPrefix("--") ?? true
            if parts.count == 1, isAlone { throw .missingValue(name) }
            let value = parts.count == 2 ? String(parts[1]) : rest.removeFirst()
            guard !value.isEmpty else { throw .missingValue(name) }
            values[name] = value
        }
        if form.file == .required, file == nil || file == "" {
            throw .missingFile(command: form.name)
        }
        let variable = environment("TOODOO_DB").flatMap { $0.isEmpty ? nil : $0 }
        if let named = values["--db"] ?? variable {
            database = named
        } else {
            database = try ServeOptions.defaultDatabase(environment)
        }
        self.file = file
        self.values = values
        self.switches = switches
    }

    /// Whether the switch was given.
    func has(_ name: String) -> Bool { switches.contains(name) }

    /// The value of an option, nil without it.
    func value(_ name: String) -> String? { values[name] }
}
