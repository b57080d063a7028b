/// What `toodoo serve` is told, by flags and by the environment; a flag wins.
struct ServeOptions: Equatable {
    /// Whether requests must say who they are from.
    enum Authentication: String {
        /// On, unless only this machine can connect; as long as there are no accounts that means: loopback only.
        case auto
        /// Everyone who can connect may do everything.
        case off
    }

    var host = "127.0.0.1"
    var port: UInt16 = 8080
    var database: String
    var lanes: Int?
    var authentication = Authentication.auto
    var readyDescriptor: Int32?
    var drainDelay = 0

    static let help = """
        usage: toodoo serve [OPTION…]

          --host ADDRESS      listen on this IPv4 or IPv6 address     (127.0.0.1)
          --port NUMBER       listen on this port; 0 takes a free one (8080)
          --db PATH           keep the items in this file, made when it is absent
                              ($XDG_DATA_HOME/toodoo/toodoo.sqlite, or below ~/.local/share)
          --lanes NUMBER      serve on so many threads, 1 to 256      (one for each core)
          --auth auto|off     auto listens on loopback addresses only; off serves everyone
                              who can connect                         (auto)
          --ready-fd NUMBER   write a line feed to this descriptor, and close it, when ready
          --drain-delay SECONDS
                              after SIGTERM go on accepting for so long, while /readyz says 503 (0)

        Every option is also an environment variable: --drain-delay is TOODOO_DRAIN_DELAY. A flag wins.
        SIGTERM and SIGINT let what is under way finish; a second one ends at once.
        """

    private static let names = [
        "--host", "--port", "--db", "--lanes", "--auth", "--ready-fd", "--drain-delay",
    ]

    /// Reads flags, as `--name value` or `--name=value`, and for those that are absent the environment.
    init(
        _ arguments: [String], environment: (String) -> String?
    ) throws(UsageFailure) {
        let given = try Self.parse(arguments)
        func value(_ name: String) -> String? {
            given[name] ?? environment(Self.variable(name)).flatMap { $0.isEmpty ? nil : $0 }
        }
        database = ""
        if let text = value("--host") { host = text == "localhost" ? "127.0.0.1" : text }
        if let number = try Self.number(value("--port"), "--port", 0...65_535) {
            port = UInt16(number)
        }
        lanes = try Self.number(value("--lanes"), "--lanes", 1...256)
        readyDescriptor = try Self.number(value("--ready-fd"), "--ready-fd", 1...65_535)
            .map(Int32.init)
        drainDelay = try Self.number(value("--drain-delay"), "--drain-delay", 0...3_600) ?? 0
        if let text = value("--auth") {
            guard let choice = Authentication(rawValue: text) else {
                throw .badValue(option: "--auth", value: text, expected: "auto or off")
            }
            authentication = choice
        }
        if let path = value("--db") {
            database = path
        } else {
            database = try Self.defaultDatabase(environment)
        }
        guard authentication == .off || Self.isLoopback(host) else {
            throw .openToAll(host: host)
        }
    }

    /// The environment variable that stands for a flag.
    static func variable(_ flag: String) -> String {
        "TOODOO_" + flag.dropFirst(2).uppercased().replacing("-", with: "_")
    }

    private static func parse(
        _ arguments: [String]
    ) throws(UsageFailure) -> [String: String] {
        var given: [String: String] = [:]
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { throw .notAnOption(word) }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard names.contains(name) else { throw .unknownOption(name) }
            guard given[name] == nil else { throw .repeatedOption(name) }
            // A word that begins like an option is the next one; a value may, after a "=".
            let isAlone = rest.first?.hasPrefix("--") ?? true
            if parts.count == 1, isAlone { throw .missingValue(name) }
            let value = parts.count == 2 ? String(parts[1]) : rest.removeFirst()
            guard !value.isEmpty else { throw .missingValue(name) }
            given[name] = value
        }
        return given
    }

    private static func number(
        _ text: String?, _ name: String, _ range: ClosedRange<Int>
    ) throws(UsageFailure) -> Int? {
        guard let text else { return nil }
        guard text.allSatisfy(\.isASCIIDigit), let number = Int(text), range.contains(number) else {
            throw .badValue(
                option: name, value: text,
                expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func defaultDatabase(
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

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
