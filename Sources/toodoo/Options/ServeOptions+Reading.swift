extension ServeOptions {
    /// Reads flags, as `--name value` or `--name=value`, and the environment for absent ones.
    init(
        _ arguments: [String], environment: (String) -> String?, process: Int32
    ) throws(UsageFailure) {
        self.init()
        try apply(ServeOption.all, from: arguments, of: "serve", environment: environment)
        if databaseText.isEmpty { databaseText = try Self.defaultDatabase(environment) }
        database = try Database(databaseText)
        inherited = try InheritedSocket.descriptor(environment, process: process)
        guard let inherited else { return }
        guard readyDescriptor != Int(inherited) else {
            throw .badValue(
                option: "--ready-fd", value: "\(inherited)",
                expected: "a descriptor other than that of the socket from LISTEN_FDS")
        }
    }

    /// Applies the given options' values from flags, and from the environment for absent ones.
    mutating func apply(
        _ options: [ServeOption], from arguments: [String], of command: String,
        environment: (String) -> String?
    ) throws(UsageFailure) {
        for assignment in try Self.assignments(
            of: options, in: arguments, of: command, environment: environment)
        {
            let option = assignment.option
            guard option.apply(assignment.value, &self) else {
                throw .badValue(
                    option: option.name, value: assignment.value, expected: option.expected)
            }
        }
    }

    /// The given options' values, each with its source.
    static func assignments(
        of options: [ServeOption], in arguments: [String], of command: String,
        environment: (String) -> String?
    ) throws(UsageFailure) -> [ServeOption.OptionAssignment] {
        let flags = try flags(arguments, options, of: command)
        return options.compactMap { option in
            if let value = flags[option.name] {
                return ServeOption.OptionAssignment(option: option, value: value, isFlag: true)
            }
            guard let value = environment(option.variable), !value.isEmpty,
                !UnknownVariables.isServiceLink(option.variable, value)
            else { return nil }
            return ServeOption.OptionAssignment(option: option, value: value, isFlag: false)
        }
    }

    /// Parses the command line into options and values.
    private static func flags(
        _ arguments: [String], _ options: [ServeOption], of command: String
    ) throws(UsageFailure) -> [String: String] {
        var flags: [String: String] = [:]
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { throw .notAnOption(word, command: command) }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard options.contains(where: { $0.name == name }) else {
                throw .unknownOption(name, command: command)
            }
            guard flags[name] == nil else { throw .repeatedOption(name) }
            // A word that begins with `--` is the next option; a value can begin so only after `=`.
            let lacksValue = rest.first?.hasPrefix("--") ?? true
            if parts.count == 1, lacksValue { throw .missingValue(name) }
            let value = parts.count == 2 ? String(parts[1]) : rest.removeFirst()
            guard !value.isEmpty else { throw .missingValue(name) }
            flags[name] = value
        }
        return flags
    }

    /// The default path of the database.
    static func defaultDatabase(
        _ environment: (String) -> String?
    ) throws(UsageFailure) -> String {
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
            return data + "/toodoo/toodoo.sqlite"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { throw .noHome }
        return home + "/.local/share/toodoo/toodoo.sqlite"
    }
}
