import API
import CommandLine
import Exchange
import Items

/// `toodoo sandbox`: serves on this machine for tests of a client, and keeps nothing.
///
/// A command and not an option of `serve`, so that no variable makes a server that loses its items.
struct SandboxCommand {
    static let spec = CommandSpec(
        "sandbox", "serve for tests of a client, on this machine, and keep nothing",
        options: served.map(\.spec) + [
            OptionSpec(
                "--clock", "TIME",
                help: """
                    the time at the start, such as 2026-12-04T09:00+01:00, from which the clock runs
                    on; without an offset in UTC (now)
                    """),
            OptionSpec(
                "--fail", "STATUS,N/M",
                help: """
                    refuse the last N of each M requests with 429, 500, 503 or 507: with 503,1/10
                    the tenth, the twentieth …
                    """),
            OptionSpec("--delay", "TIME", help: "hold each request for this time first: 200ms, 2s"),
        ],
        about: """
            Serves like toodoo serve, on a loopback address, with a database in memory that goes with the
            server. --fail and --delay are for requests about items and accounts, counted in the order of their
            arrival over all connections; nothing of a refused request is done. The page, /docs, /healthz,
            /readyz, /metrics and OPTIONS are answered as ever. No environment variable is read.
            """)

    /// The options of `serve` that it takes.
    private static let served = ["--port", "--auth", "--cors", "--log"].compactMap { name in
        ServeOption.all.first { $0.name == name }
    }
    /// A delay holds its lane, so there are enough for some connections at once.
    private static let lanesWithDelay = 32

    let options: ServeOptions
    let sandbox: Sandbox

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        var options = ServeOptions()
        try options.apply(Self.served, from: arguments) { _ in nil }
        let start = try Self.read(
            "--clock", arguments, expected: "a time of the years 1 to 9999 (2026-12-04T09:00+01:00)"
        ) { time(ofText: $0) }
        let failure = try Self.read(
            "--fail", arguments,
            expected: "429, 500, 503 or 507, and how many of how many requests (503,1/10)"
        ) { Self.failure($0) }
        let delay = try Self.read(
            "--delay", arguments, expected: "a time from 1ms to 60s (200ms, 2s)"
        ) { text in
            Milliseconds(text).flatMap { (1...60_000).contains($0.count) ? $0.count : nil }
        }
        if delay != nil { options.lanes = Self.lanesWithDelay }
        sandbox = Sandbox(
            startingAt: start,
            InjectedFaults(failure) { if let delay { pause(milliseconds: Int32(delay)) } })
        options.database = .file(sandbox.database)
        self.options = options
    }

    func run() -> Never {
        let warning = "this is a sandbox: all items are gone when it ends"
        ServeCommand(options: options, warnings: [warning], sandbox: sandbox).run()
    }

    private static func read<Value>(
        _ option: String, _ arguments: ParsedArguments, expected: String,
        _ reading: (String) -> Value?
    ) throws(UsageFailure) -> Value? {
        guard let text = arguments.value(option) else { return nil }
        guard let value = reading(text) else {
            throw .badValue(option: option, value: text, expected: expected)
        }
        return value
    }

    /// Reads `503,1/10`.
    private static func failure(_ text: String) -> InjectedFaults.Failure? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let share = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard share.count == 2, let status = Count(String(parts[0])),
            let count = Count(String(share[0])), let period = Count(String(share[1]))
        else { return nil }
        return InjectedFaults.Failure(
            status: status.count, count: count.count, period: period.count)
    }
}

/// A short time: `200ms`, or `2s`.
struct Milliseconds: Quantity {
    static let units = [(suffix: "s", factor: 1_000), (suffix: "ms", factor: 1)]
    static let noun = "a time"
    static let placeholder = "TIME"
    static let hint = " in milliseconds (200ms) or seconds (2s)"
    let count: Int
}
