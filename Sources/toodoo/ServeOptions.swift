import HTTPServer

/// What `toodoo serve` is told, by flags and by the environment; a flag wins.
struct ServeOptions: Equatable {
    /// Whether requests must say who they are from.
    enum Authentication: String, CaseIterable {
        /// On, unless only this machine can connect; as long as there are no accounts that means: loopback only.
        case auto
        /// Everyone who can connect may do everything.
        case off
    }

    /// How many connections one address may have of a server that others can reach, unless it is told.
    static let connectionsOfAStranger = 1_024
    /// What holds when nothing is said; the database's place depends on whose it is.
    static let standard = ServeOptions()

    var host = "127.0.0.1"
    var port = 8_080
    var database = ""
    var lanes: Int?
    var authentication = Authentication.auto
    var readyDescriptor: Int?
    var drainDelay = 0
    var maxBody = 16 << 20
    var connectionsPerAddress: Int?
    var limits = Limits()
    /// The socket that was handed over to be served, instead of `host` and `port`.
    var inherited: Int32?

    private init() {}

    /// Reads flags, as `--name value` or `--name=value`, and for those that are absent the environment.
    init(
        _ arguments: [String], environment: (String) -> String?, process: Int32
    ) throws(UsageFailure) {
        let flags = try Self.flags(arguments)
        for option in ServeOption.all {
            let variable = environment(option.variable).flatMap { $0.isEmpty ? nil : $0 }
            guard let value = flags[option.name] ?? variable else { continue }
            guard option.take(value, &self) else {
                throw .badValue(option: option.name, value: value, expected: option.expected)
            }
        }
        if database.isEmpty { database = try Self.defaultDatabase(environment) }
        inherited = try InheritedSocket.descriptor(environment, process: process)
        guard let inherited else {
            try admit(host)
            return
        }
        guard readyDescriptor != Int(inherited) else {
            throw .badValue(
                option: "--ready-fd", value: "\(inherited)",
                expected: "another descriptor than the socket's that LISTEN_FDS hands over")
        }
    }

    /// Refuses an address that others can reach, unless everyone is to be served.
    func admit(_ host: String) throws(UsageFailure) {
        guard authentication == .off || Self.isLoopback(host) else { throw .openToAll(host: host) }
    }

    /// The limits of a server on an address; clients of this machine are not kept from each other.
    func limits(on host: String) -> Limits {
        var limits = limits
        limits.connectionsPerAddress =
            connectionsPerAddress
            ?? (Self.isLoopback(host) ? limits.connections : Self.connectionsOfAStranger)
        return limits
    }

    /// Takes the command line apart into options and their values.
    private static func flags(_ arguments: [String]) throws(UsageFailure) -> [String: String] {
        var flags: [String: String] = [:]
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { throw .notAnOption(word) }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard ServeOption.all.contains(where: { $0.name == name }) else {
                throw .unknownOption(name)
            }
            guard flags[name] == nil else { throw .repeatedOption(name) }
            // A word that begins like an option is the next one; a value may, after a "=".
            let isAlone = rest.first?.hasPrefix("--") ?? true
            if parts.count == 1, isAlone { throw .missingValue(name) }
            let value = parts.count == 2 ? String(parts[1]) : rest.removeFirst()
            guard !value.isEmpty else { throw .missingValue(name) }
            flags[name] = value
        }
        return flags
    }

    /// Where the database is when nobody says otherwise.
    static func defaultDatabase(
        _ environment: (String) -> String?
    ) throws(UsageFailure) -> String {
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
            return data + "/toodoo/toodoo.sqlite"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { throw .noHome }
        return home + "/.local/share/toodoo/toodoo.sqlite"
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host == "::1" || (parts.count == 4 && parts[0] == "127")
    }
}
