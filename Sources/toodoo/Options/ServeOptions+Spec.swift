import CommandLine

extension ServeOptions {
    /// The declaration of `toodoo serve`, made from `ServeOption.sections`.
    static let spec = CommandSpec(
        "serve", "serve items over HTTP until SIGTERM or SIGINT",
        sections: ServeOption.sections.map { ($0, $1.map(\.spec)) } + [(nil, [printConfig])],
        about: "",
        notes: """
            A time is in whole seconds (10s or 10), minutes (2m), hours (1h) or days (30d); a size is in bytes,
            KiB, MiB, GiB or TiB. Every option is also an environment variable: --drain-delay is
            TOODOO_DRAIN_DELAY. A flag wins. SIGTERM and SIGINT finish the requests under way; a second one
            ends the server at once.

            If systemd or another program passes a listening socket (LISTEN_FDS), it is served and --host and
            --port are ignored; the socket stays open for the next server. The server notifies NOTIFY_SOCKET
            when it is ready and when it stops.
            """)

    private static let printConfig = OptionSpec(
        "--print-config", help: "print the effective value of each option and its source, and end")

    /// Parses the words behind `serve`, without the declarations of options that are not given.
    static func parse(_ words: [String]) throws(UsageFailure) -> ParsedArguments {
        let arguments = try ParsedArguments(words, of: "serve") { name in
            if name == printConfig.name { return printConfig }
            return ServeOption.all.first { $0.name == name }?.spec
        }
        if let word = arguments.operands.first { throw .unexpectedArgument(word) }
        return arguments
    }
}
