import API
import Accounts
import Geocoding
import HTTP
import HTTPServer

extension ServeOption {
    /// All options in the order of the help, under its headings.
    static let sections = [
        (title: nil, options: address + general),
        (title: "What the server tells of itself:", options: observability),
        (title: "What one client, or all together, may ask for at most:", options: limits),
        (title: "How much is kept for each owner of items at most:", options: quotas),
        (title: "How often one may ask, as 10/s, 60/m, 100/h or off:", options: rates),
        (title: "How long the server waits at most:", options: times),
    ]

    /// All options.
    static let all = sections.flatMap(\.options)

    /// The options for the server's address, which `toodoo health` shares.
    static let address = [
        text(
            "--host", "ADDRESS", \.host,
            "listen on this IPv4 or IPv6 address", defaultText: ServeOptions.defaults.host
        ) { $0 == "localhost" ? "127.0.0.1" : $0 },
        quantity(
            "--port", Count.self, \.port, 0...65_535,
            "listen on this port; 0 takes a free one"),
    ]

    private static let general = [
        text(
            "--db", "PATH", \.database,
            """
            keep the items in this file, made when it is absent
            ($XDG_DATA_HOME/toodoo/toodoo.sqlite, or below
            ~/.local/share)
            """
        ).computedDefault(\.database),
        number(
            "--lanes", \.lanes, 1...ServeOptions.maxLanes,
            "serve on so many threads, 1 to 128",
            defaultText: "one for each core"
        ).computedDefault { "\($0.laneCount)" },
        choice(
            "--auth", \.authentication,
            """
            on keeps everyone's items apart, each behind a token;
            off serves everyone who can connect the same ones;
            auto is off on a loopback address without --proxies,
            and on elsewhere
            """),
        choice(
            "--sign-up", \.signUp,
            """
            whether anyone can make an account with POST /users,
            or only you with toodoo user add
            """),
        quantity(
            "--token-lifetime", Seconds.self, \.tokenLifetime, 60...(366 * 86_400),
            "how long a token lasts after it was used"),
        list(
            "--cors", "ORIGIN,…", \.origins,
            """
            let web pages of these origins read answers, such as
            https://example.org,http://localhost:3000
            """,
            expected: """
                origins as browsers send them (https://example.org, http://localhost:3000: in lower \
                case, no path, no port that goes without saying), separated by commas
                """
        ) { WebOrigin($0) },
        list(
            "--hosts", "NAME,…", \.hosts,
            """
            answer to these names as well, on a loopback address
            where nobody is asked for a token; to localhost and
            addresses it always does
            """,
            expected: "names of hosts without a port (todo.lan), separated by commas"
        ) { CrossSiteGuard.name($0) },
        list(
            "--proxies", "ADDRESS,…", \.proxies,
            """
            believe the X-Forwarded-For of these, such as
            127.0.0.1,10.0.0.0/8: reverse proxies of yours
            """,
            expected: """
                addresses, or ranges of them (10.0.0.0/8, 2001:db8::/32), separated by commas
                """
        ) { AddressRange($0) },
        value(
            "--geocoder", "URL", \.geocoder,
            """
            ask this Nominatim, such as
            https://nominatim.openstreetmap.org, where an
            address is; wants libcurl
            """,
            expected: "an http or https URL without query (https://nominatim.openstreetmap.org)"
        ) { ProviderURL($0) },
        number(
            "--ready-fd", \.readyDescriptor, 3...65_535,
            """
            write a line feed to this descriptor, and close it,
            when ready
            """),
        quantity(
            "--drain-delay", Seconds.self, \.drainDelay, 0...3_600,
            """
            after SIGTERM go on accepting for so long, while
            /readyz says 503
            """),
    ]

    private static let observability = [
        choice(
            "--log", \.log,
            """
            write a line for each request to standard error, for
            people or as JSON; off leaves those for the operator
            """),
        choice(
            "--log-paths", \.logPaths,
            "show each path as it was sent, ids and all"),
        value(
            "--metrics", "WHERE", \.metrics,
            """
            on serves /metrics beside all else, off nowhere, and
            ADDRESS:PORT there and only there, to everyone who
            can connect (on)
            """,
            expected: "on, off, or a numeric address with a port (127.0.0.1:9100, [::1]:9100)"
        ) { MetricsEndpoint($0) }.computedDefault { _ in "on" },
    ]

    private static let limits = [
        quantity(
            "--max-request-line", ByteSize.self, \.limits.head.requestLine, 64...(1 << 20),
            "a request line, with its line end"),
        quantity(
            "--max-header-bytes", ByteSize.self, \.limits.head.fieldBytes, 64...(1 << 20),
            "all header fields, and the empty line behind them"),
        quantity(
            "--max-headers", Count.self, \.limits.head.fieldCount, 1...10_000,
            "how many header fields"),
        quantity(
            "--max-body", ByteSize.self, \.maxBody, 1_024...(64 << 20),
            "a body; one with a single item has 1MiB at most"),
        quantity(
            "--max-connections", Count.self, \.limits.connections, 1...1_000_000,
            "connections in all, or what ulimit -n allows"),
        number(
            "--max-connections-per-address", \.connectionsPerAddress, 1...1_000_000,
            """
            connections from one address, or from one network of
            64 bits of IPv6
            """,
            defaultText: "\(ServeOptions.defaultConnectionsPerAddress); on loopback all"
        ).computedDefault { "\($0.limits(on: $0.host).connectionsPerAddress)" },
        quantity(
            "--max-pipelined", Count.self, \.limits.consecutiveRequests, 1...10_000,
            """
            requests of one connection answered in a row while
            others wait
            """),
        quantity(
            "--max-requests-per-connection", Count.self, \.limits.requestsPerConnection,
            0...1_000_000_000,
            "requests of one connection in all; 0 for no end"),
    ]

    private static let quotas = [
        quantity(
            "--owner-items", ByteSize.self, \.ownerItems, quota,
            """
            items; a write that adds more is refused with 507,
            one that makes room never is
            """),
        quantity(
            "--owner-history", ByteSize.self, \.ownerHistory, quota,
            """
            history, for undo and sync; beyond it the oldest goes
            before its 30 days are over
            """),
    ]

    private static let rates = [
        rate("--sign-in-rate", \.rates.signIns, "sign-ins from one address"),
        rate(
            "--account-rate", \.rates.signInsToAccount,
            "sign-ins to one account, right or wrong"),
        rate("--sign-up-rate", \.rates.signUps, "sign-ups from one address"),
        rate("--token-rate", \.rates.requests, "requests with one token"),
    ]

    private static let times = [
        quantity(
            "--idle-timeout", Seconds.self, \.limits.idleSeconds, time,
            "for a connection's next request"),
        quantity(
            "--header-timeout", Seconds.self, \.limits.headSeconds, time,
            "from a request's first byte to the end of its header"),
        quantity(
            "--body-timeout", Seconds.self, \.limits.bodySeconds, time,
            "for a body to come"),
        quantity(
            "--min-body-rate", ByteSize.self, \.limits.bodyBytesPerSecond, 1...(1 << 30),
            "and one second more for so much of it that has come"),
        quantity(
            "--write-timeout", Seconds.self, \.limits.writeSeconds, time,
            "for a client to read anything of its answer"),
        quantity(
            "--answer-timeout", Seconds.self, \.limits.responseSeconds, time,
            "for a whole answer to reach its client"),
        quantity(
            "--geocoder-timeout", Seconds.self, \.geocoderBudget, 1...60,
            "for the geocoder, until a client is told 504"),
        quantity(
            "--drain-timeout", Seconds.self, \.limits.drainSeconds, 0...3_600,
            "after SIGTERM and the delay, for what is under way"),
    ]

    private static let time = 1...86_400
    private static let quota = (1 << 20)...(1 << 40)
}
