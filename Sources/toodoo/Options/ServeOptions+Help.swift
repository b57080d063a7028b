extension ServeOptions {
    /// The help of `toodoo serve`, made from `ServeOption.sections`.
    static let help = """
        usage: toodoo serve [OPTION…]

        \(ServeOption.sections.map(section).joined(separator: "\n\n"))

        \(ServeOption.printConfig)

        A time is in whole seconds (10s or 10), minutes (2m), hours (1h) or days (30d); a size is in bytes,
        KiB, MiB, GiB or TiB. Every option is also an environment variable: --drain-delay is
        TOODOO_DRAIN_DELAY. A flag wins. SIGTERM and SIGINT finish the requests under way; a second one
        ends the server at once.

        If systemd or another program passes a listening socket (LISTEN_FDS), it is served and --host and
        --port are ignored; the socket stays open for the next server. The server notifies NOTIFY_SOCKET
        when it is ready and when it stops.
        """

    private static func section(_ title: String?, _ options: [ServeOption]) -> String {
        ([title].compactMap { $0 } + options.map(\.help)).joined(separator: "\n")
    }
}

extension ServeOption {
    /// The column of the help texts: after the longest option.
    private static let margin =
        4 + (all.map { $0.name.count + 1 + $0.placeholder.count }.max() ?? 0)

    fileprivate static let printConfig = row(
        "--print-config",
        """
        print the effective value of each option and its
        source, and end
        """)

    fileprivate var help: String {
        guard let defaultText else { return Self.row("\(name) \(placeholder)", summary) }
        let last = summary.split(separator: "\n").last?.count ?? 0
        let isLong = Self.margin + last + defaultText.count + 3 > 100
        return Self.row(
            "\(name) \(placeholder)", summary + (isLong ? "\n" : " ") + "(\(defaultText))")
    }

    /// One row of two columns: the option with its placeholder, and its help text.
    fileprivate static func row(_ usage: String, _ summary: String) -> String {
        let gap = String(repeating: " ", count: margin - 2 - usage.count)
        let lines = summary.split(separator: "\n")
            .joined(separator: "\n" + String(repeating: " ", count: margin))
        return "  " + usage + gap + lines
    }
}
