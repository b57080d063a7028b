extension ServeOptions {
    /// The help of `toodoo serve`, made from `ServeOption.sections`.
    static let help = """
        usage: toodoo serve [OPTION…]

        \(ServeOption.sections.map(section).joined(separator: "\n\n"))

        \(ServeOption.printConfig)

        A time is in whole seconds (10s or 10), minutes (2m), hours (1h) or days (30d); a size is in bytes,
        KiB, MiB, GiB or TiB. Every option is also an environment variable: --drain-delay is
        TOODOO_DRAIN_DELAY. A flag wins. SIGTERM and SIGINT let what is under way finish; a second one
        ends at once.

        A listening socket that systemd or another program hands over (LISTEN_FDS) is served instead of
        --host and --port, which are not looked at then; it is left open for whoever serves it next.
        NOTIFY_SOCKET is told when the server is ready and when it stops.
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
        print each option as it holds, and where that comes
        from, and end
        """)

    fileprivate var help: String {
        Self.row("\(name) \(placeholder)", summary + (defaultText.map { " (\($0))" } ?? ""))
    }

    /// One row of two columns: the option with its placeholder, and its help text.
    fileprivate static func row(_ usage: String, _ summary: String) -> String {
        let gap = String(repeating: " ", count: margin - 2 - usage.count)
        let lines = summary.split(separator: "\n")
            .joined(separator: "\n" + String(repeating: " ", count: margin))
        return "  " + usage + gap + lines
    }
}
