import CommandLine

extension ServeOptions {
    /// Takes flags, and the environment for absent ones.
    init(
        _ arguments: ParsedArguments, environment: (String) -> String?, process: Int32
    ) throws(UsageFailure) {
        self.init()
        try apply(ServeOption.all, from: arguments, environment: environment)
        if databaseText.isEmpty { databaseText = try Self.defaultDatabase(environment) }
        database = try Database(databaseText)
        if proxyUser != nil, proxies.isEmpty { throw .proxyUserWithoutProxies }
        if proxyUser != nil, authentication == .off { throw .proxyUserWithoutAccounts }
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
        _ options: [ServeOption], from arguments: ParsedArguments,
        environment: (String) -> String?
    ) throws(UsageFailure) {
        for assignment in Self.assignments(
            of: options, in: arguments, environment: environment)
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
        of options: [ServeOption], in arguments: ParsedArguments,
        environment: (String) -> String?
    ) -> [ServeOption.OptionAssignment] {
        options.compactMap { option in
            if let value = arguments.value(option.name) {
                return ServeOption.OptionAssignment(option: option, value: value, isFlag: true)
            }
            guard let value = environment(option.variable), !value.isEmpty,
                !UnknownVariables.isServiceLink(option.variable, value)
            else { return nil }
            return ServeOption.OptionAssignment(option: option, value: value, isFlag: false)
        }
    }

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
