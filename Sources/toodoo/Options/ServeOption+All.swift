import API
import Accounts
import CommandLine
import Geocoding
import HTTP
import HTTPServer
import Items

extension ServeOption {
    /// All options in the order of the help, under its headings.
    static let sections = [
        (title: nil, options: address + general),
        (title: "Log and metrics:", options: observability),
        (title: "Limits of one client or of all together:", options: limits),
        (title: "Quotas of each owner of items:", options: quotas),
        (title: "Rate limits, as 10/s, 60/m, 100/h or off:", options: rates),
        (title: "Time-outs:", options: times),
    ]

    static let all = sections.flatMap(\.options)

    /// The options for the server's address, which `toodoo health` shares.
    static let address = [
        text(
            "--host", "ADDRESS", \.host,
            "listen on this IPv4 or IPv6 address", defaultText: ServeOptions.defaults.host
        ) { $0 == "localhost" ? "127.0.0.1" : $0 },
        quantity(
            "--port", Count.self, \.port, 0...65_535,
            "listen on this port; 0 chooses a free one"),
    ]

    private static let general = [
        text(
            "--db", "PATH", \.databaseText,
            """
            the database file, created if it is absent, or
            postgres://… of a server, which several can share
            """, defaultText: "toodoo/toodoo.sqlite in $XDG_DATA_HOME or ~/.local/share",
            completes: .files
        ).computedDefault(\.database.name).printed { text in
            // One that cannot be read was refused before.
            (try? Database(text))?.name ?? ""
        },
        choice(
            "--notifications", \.notifications,
            """
            on PostgreSQL, how event streams learn of the writes of
            other servers: listen, by LISTEN and NOTIFY within
            milliseconds; poll, twice a second, for engines that
            have none
            """),
        number(
            "--lanes", \.lanes, 1...ServeOptions.maxLanes,
            "threads that serve requests, 1 to 128",
            defaultText: "one for each core"
        ).computedDefault { "\($0.laneCount)" },
        choice(
            "--auth", \.authentication,
            """
            on: accounts with separate items, access by token;
            off: one list of items, open to every client;
            auto: off on a loopback address without --proxies,
            otherwise on
            """),
        choice(
            "--sign-up", \.signUp,
            """
            open: every client can create an account with POST /users;
            closed: only you can, with toodoo user add;
            auto: open on a loopback address without --proxies,
            otherwise closed
            """),
        quantity(
            "--token-lifetime", Seconds.self, \.tokenLifetime, 60...(366 * 86_400),
            "how long a token is valid after its last use"),
        list(
            "--cors", "ORIGIN,…", \.origins,
            """
            let web pages of these origins read responses, such as
            https://example.org,http://localhost:3000
            """,
            expected: """
                origins as browsers send them (https://example.org, http://localhost:3000: in lower \
                case, no path, no default port), separated by commas
                """
        ) { WebOrigin($0) },
        list(
            "--hosts", "NAME,…", \.hosts,
            """
            on a loopback address without tokens, accept these
            names in Host as well as localhost and addresses
            """,
            expected: "host names without a port (todo.lan), separated by commas"
        ) { HostAndOriginGuard.name($0) },
        list(
            "--proxies", "ADDRESS,…", \.proxies,
            """
            trust X-Forwarded-For from these reverse proxies, such
            as 127.0.0.1
            """,
            expected: """
                addresses, or ranges of them (10.0.0.0/8, 2001:db8::/32), separated by commas
                """
        ) { AddressRange($0) },
        value(
            "--proxy-user", "FIELD", \.proxyUser,
            """
            sign in the user whose email --proxies put into this
            field, such as Remote-Email; an account that is absent
            is made, whatever --sign-up says
            """,
            expected: "the name of a field that only the proxies set (Remote-Email)"
        ) { ProxyUserField($0) },
        value(
            "--page", "on|off|DIR", \.page,
            """
            serve the to-do app for browsers at /; with a folder,
            its files of the moment, for work on the page
            """, defaultText: "on",
            expected: "on, off, or a folder with the page's files (./web)",
            completes: .words(["on", "off"])
        ) { PageSource($0) }.computedDefault { _ in "on" },
        value(
            "--tiles", "URL", \.tiles,
            """
            let the page show maps with tiles of this server, such
            as https://tile.openstreetmap.org/{z}/{x}/{y}.png
            """,
            expected: """
                an http or https URL whose path has {z}, {x} and {y} \
                (https://tile.openstreetmap.org/{z}/{x}/{y}.png)
                """
        ) { TileURL($0) },
        choice(
            "--mcp", \.mcp,
            """
            let assistants work with the items, at /mcp, with the
            rights of their tokens (Model Context Protocol)
            """),
        value(
            "--geocoder", "URL", \.geocoder,
            """
            geocode addresses with this Nominatim server, such as
            https://nominatim.openstreetmap.org; needs libcurl
            """,
            expected: "an http or https URL without query (https://nominatim.openstreetmap.org)"
        ) { ProviderURL($0) },
        value(
            "--push-contact", "URL", \.pushContact,
            """
            tell browsers and topics of ntfy when an item is due
            that has a reminder; push services reach you there:
            mailto:admin@example.org or an https URL; needs
            libcurl and libcrypto
            """,
            expected: """
                a mailto or https URL with a host that others can reach \
                (mailto:admin@example.org)
                """
        ) { PushContact($0) },
        list(
            "--push-hosts", "NAME,…", \.pushHosts,
            """
            send reminders to push services with these names, by
            https, at public addresses; *. is one label or more
            """, defaultText: PushAddresses.browsers.joined(separator: ","),
            expected: "names, each perhaps with *. before or a port behind (*.push.example:8443)"
        ) { PushAddresses.Host($0) },
        list(
            "--push-local", "ORIGIN,…", \.pushLocal,
            """
            send reminders also to services at these origins, which
            may have private addresses, such as
            http://192.168.1.5:8080
            """,
            expected: "http or https origins, separated by commas (http://192.168.1.5:8080)"
        ) { $0.hasPrefix("http://") || $0.hasPrefix("https://") ? WebOrigin($0) : nil },
        value(
            "--push-ca", "FILE", \.pushCertificates,
            """
            trust the certificates in this file (PEM) as well, for
            services of --push-local
            """, expected: "the path of a file", completes: .files
        ) { $0.isEmpty ? nil : $0 },
        number(
            "--ready-fd", \.readyDescriptor, 3...65_535,
            """
            when ready, write a line feed to this descriptor and
            close it
            """),
        quantity(
            "--drain-delay", Seconds.self, \.drainDelay, 0...3_600,
            """
            after SIGTERM, accept connections for this time, while
            /readyz returns 503
            """),
    ]

    private static let observability = [
        choice(
            "--log", \.log,
            """
            log each request to standard error, as text or JSON;
            off logs only messages for the operator
            """),
        choice(
            "--log-paths", \.logPaths,
            "include the path as sent, with ids, in the log"),
        value(
            "--metrics", "WHERE", \.metrics,
            """
            on serves /metrics on the main port, off nowhere,
            ADDRESS:PORT only there; without authentication
            """, defaultText: "on",
            expected: "on, off, or a numeric address with a port (127.0.0.1:9100, [::1]:9100)",
            completes: .words(["on", "off"])
        ) { MetricsEndpoint($0) }.computedDefault { _ in "on" },
    ]

    private static let limits = [
        quantity(
            "--max-body", ByteSize.self, \.maxBody, 1_024...(64 << 20),
            "bytes of a body; 1MiB at most for a single item"),
        quantity(
            "--max-connections", Count.self, \.limits.connections, 1...1_000_000,
            "connections in total, or what ulimit -n allows"),
        number(
            "--max-connections-per-address", \.connectionsPerAddress, 1...1_000_000,
            """
            connections from one address, or from one network of
            64 bits of IPv6
            """,
            defaultText: "\(ServeOptions.defaultConnectionsPerAddress); on loopback the total"
        ).computedDefault { "\($0.limits(on: $0.host).connectionsPerAddress)" },
    ]

    private static let quotas = [
        quantity(
            "--owner-count", Count.self, \.ownerItems.count, 1...10_000_000,
            """
            items of an owner; a write that adds one above it is
            refused with 507
            """),
        quantity(
            "--owner-items", ByteSize.self, \.ownerItems.bytes, quota,
            """
            items; a write above it is refused with 507, but
            never one that frees space
            """),
        quantity(
            "--owner-history", ByteSize.self, \.ownerHistory, quota,
            """
            history, for undo and sync; above it the oldest is
            removed before its 30 days are over
            """),
    ]

    private static let rates = [
        rate("--sign-in-rate", \.rates.signIns, "sign-ins from one address"),
        rate(
            "--account-rate", \.rates.signInsToAccount,
            "sign-ins to one account, successful or not"),
        rate("--sign-up-rate", \.rates.signUps, "sign-ups from one address"),
        rate("--token-rate", \.rates.requests, "requests with one token"),
    ]

    private static let times = [
        quantity(
            "--idle-timeout", Seconds.self, \.limits.idleSeconds, 1...86_400,
            "until a connection's next request"),
        quantity(
            "--geocoder-timeout", Seconds.self, \.geocoderBudget, 1...60,
            "for the geocoder; then the response is 504"),
    ]

    private static let quota = (1 << 20)...(1 << 40)
}
