import API
import Accounts
import HTTP
import HTTPServer
import CommandLine
import Testing

@testable import toodoo

@Suite struct `The options of serve` {
    @Test func `have the defaults for a user`() throws {
        let options = try serve([], ["HOME": "/home-of-a-user"])

        #expect(options.host == "127.0.0.1")
        #expect(options.port == 8080)
        #expect(options.database == .file("/home-of-a-user/.local/share/toodoo/toodoo.sqlite"))
        #expect(options.lanes == nil)
        #expect(options.authentication == .auto)
        #expect(options.readyDescriptor == nil)
        #expect(options.drainDelay == 0)
    }

    @Test(arguments: [
        ("--host=127.8.9.10", "--host", "127.8.9.10"), ("--port=0", "--port", "0"),
        ("--db=items", "--db", "items"), ("--lanes=3", "--lanes", "3"),
        ("--auth=off", "--auth", "off"), ("--ready-fd=5", "--ready-fd", "5"),
        ("--drain-delay=7", "--drain-delay", "7"),
        ("--cors=http://a,https://b:1", "--cors", "http://a,https://b:1"),
        ("--mcp=off", "--mcp", "off"), ("--page=off", "--page", "off"),
        ("--page=./web", "--page", "./web"),
        ("--push-contact=mailto:a@b.example", "--push-contact", "mailto:a@b.example"),
        ("--push-hosts=*.b.example:8443,c.example", "--push-hosts", "*.b.example:8443,c.example"),
        (
            "--push-local=http://10.0.0.1:8080,https://b", "--push-local",
            "http://10.0.0.1:8080,https://b"
        ),
        ("--push-ca=./ca.pem", "--push-ca", "./ca.pem"),
        ("--owner-count=9", "--owner-count", "9"),
        ("--owner-items=1GiB", "--owner-items", "1GiB"),
        ("--owner-history=1GiB", "--owner-history", "1GiB"),
    ])
    func `have the same effect as one word, as two, and in the environment`(
        word: String, name: String, value: String
    ) throws {
        let inOne = try serve([word])
        let inTwo = try serve([name, value])
        let inTheEnvironment = try serve([], userEnvironment + [variable(name): value])

        #expect(inOne != (try serve([])))
        #expect(inTwo == inOne)
        #expect(inTheEnvironment == inOne)
    }

    @Test func `name a proxy's field only with proxies and accounts`() throws {
        let proxies = ["--proxies", "127.0.0.1"]
        let field = ["--proxy-user", "Remote-Email"]

        let options = try serve(proxies + field)

        #expect(options.proxyUser?.name == "remote-email")
        #expect(options.pageSettings(on: "127.0.0.1").hasProxySignIn)
        #expect(throws: UsageFailure.proxyUserWithoutProxies) { try serve(field) }
        #expect(throws: UsageFailure.proxyUserWithoutAccounts) {
            try serve(proxies + field + ["--auth", "off"])
        }
        #expect(throws: UsageFailure.self) { try serve(proxies + ["--proxy-user", "Host"]) }
    }

    @Test func `set one limit each`() throws {
        let options = try serve([
            "--drain-delay", "1", "--ready-fd", "9", "--auth", "off", "--lanes", "3", "--db", "4",
            "--port", "5", "--host", "0.0.0.6", "--cors", "http://localhost:7,https://example.org",
        ])

        #expect(options.host == "0.0.0.6")
        #expect(options.port == 5)
        #expect(options.database == .file("4"))
        #expect(options.lanes == 3)
        #expect(options.authentication == .off)
        #expect(options.readyDescriptor == 9)
        #expect(options.drainDelay == 1)
        #expect(options.origins.map(\.text) == ["http://localhost:7", "https://example.org"])
    }

    @Test(arguments: [
        ("--port", "TOODOO_PORT"), ("--ready-fd", "TOODOO_READY_FD"),
        ("--drain-delay", "TOODOO_DRAIN_DELAY"), ("--cors", "TOODOO_CORS"),
        ("--owner-count", "TOODOO_OWNER_COUNT"), ("--owner-items", "TOODOO_OWNER_ITEMS"),
        ("--owner-history", "TOODOO_OWNER_HISTORY"),
    ])
    func `have names in the environment`(flag: String, variable: String) {
        #expect(ServeOption.all.first { $0.name == flag }?.variable == variable)
    }

    @Test func `have precedence over the environment as flags`() throws {
        let environment = userEnvironment + ["TOODOO_PORT": "1", "TOODOO_LANES": "not a number"]

        let options = try serve(["--port=2", "--lanes=4"], environment)

        #expect(options.port == 2)
        #expect(options.lanes == 4)
    }

    @Test func `are unset if their variable is empty`() throws {
        let options = try serve([], userEnvironment + ["TOODOO_PORT": "", "TOODOO_DB": ""])

        #expect(options == (try serve([])))
    }

    @Test(arguments: [
        ("--port", "0", "65535"), ("--lanes", "1", "128"), ("--ready-fd", "3", "65535"),
        ("--drain-delay", "0", "3600"), ("--drain-delay", "0s", "1h"),
    ])
    func `accept numbers up to both ends of a range`(
        name: String, lowest: String, highest: String
    ) throws {
        #expect(throws: Never.self) { try serve([name, lowest]) }
        #expect(throws: Never.self) { try serve([name, highest]) }
    }

    // proves: operation-1
    @Test(arguments: [
        ("--port", "65536"), ("--port", "-1"), ("--port", "+1"), ("--port", "http"),
        ("--port", "1.0"), ("--port", " 1"), ("--port", "٣"), ("--port", "1\u{301}"),
        ("--port", "99999999999999999999"), ("--lanes", "0"), ("--lanes", "129"),
        ("--ready-fd", "2"), ("--ready-fd", "65536"), ("--drain-delay", "3601"),
    ])
    func `refuse a number out of range, and malformed ones`(name: String, value: String) {
        let expected = [
            "--port": "a number from 0 to 65535", "--lanes": "a number from 1 to 128",
            "--ready-fd": "a number from 3 to 65535",
            "--drain-delay":
                "a time from 0s to 1h in whole seconds (10s), minutes (2m), hours (1h) or days (30d)",
        ]
        let failure = UsageFailure.badValue(
            option: name, value: value, expected: expected[name] ?? "")

        #expect(throws: failure) { try serve([name, value]) }
        #expect(throws: failure) { try serve(["\(name)=\(value)"]) }
        #expect(throws: failure) { try serve([], userEnvironment + [variable(name): value]) }
    }

    @Test(arguments: [
        "*", "null", "example.org", "https://example.org/", "https://example.org,",
        ",https://example.org", "https://example.org, http://a", "https://example.org,*",
        "https://Example.org", "https://example.org:443",
    ])
    func `refuse a malformed list of origins`(value: String) {
        let failure = UsageFailure.badValue(
            option: "--cors", value: value,
            expected: """
                origins as browsers send them (https://example.org, http://localhost:3000: in lower \
                case, no path, no default port), separated by commas
                """)

        #expect(throws: failure) { try serve(["--cors", value]) }
        #expect(throws: failure) { try serve([], userEnvironment + [variable("--cors"): value]) }
    }

    @Test(arguments: ["Auto", "yes", "true"])
    func `accept only three values of --auth`(value: String) {
        let failure = UsageFailure.badValue(
            option: "--auth", value: value, expected: "auto or on or off")

        #expect(throws: failure) { try serve(["--auth", value]) }
    }

    // proves: operation-1
    @Test(arguments: [
        (["--bogus"], UsageFailure.unknownOption("--bogus", command: "serve")),
        (["--Port", "1"], .unknownOption("--Port", command: "serve")),
        (["--por", "1"], .unknownOption("--por", command: "serve")),
        (["-p", "1"], .unknownOption("-p", command: "serve")),
        (["8080"], .unexpectedArgument("8080")),
        (["--port", "1", "2"], .unexpectedArgument("2")),
        ([""], .unexpectedArgument("")),
        (["--port=1", "--port", "2"], .repeatedOption("--port")),
        (["--port"], .missingValue("--port", placeholder: "NUMBER")),
        (["--db", "--auth=off"], .missingValue("--db", placeholder: "PATH")),
    ])
    func `refuse unknown words`(words: [String], failure: UsageFailure) {
        #expect(throws: failure) { try serve(words) }
    }

    @Test func `accept any value after an equals sign`() throws {
        let options = try serve(["--db=--port=1=2"])

        #expect(options.database == .file("--port=1=2"))
    }

    @Test(arguments: [
        (["XDG_DATA_HOME": "/data", "HOME": "/me"], "/data/toodoo/toodoo.sqlite"),
        (["XDG_DATA_HOME": "/data"], "/data/toodoo/toodoo.sqlite"),
        // Relative paths must be ignored (XDG Base Directory Specification).
        (["XDG_DATA_HOME": "data", "HOME": "/me"], "/me/.local/share/toodoo/toodoo.sqlite"),
        (["XDG_DATA_HOME": "", "HOME": "/me"], "/me/.local/share/toodoo/toodoo.sqlite"),
        (["TOODOO_DB": "items", "XDG_DATA_HOME": "/data"], "items"),
    ])
    func `have a default path of the database`(environment: [String: String], path: String) throws {
        #expect(try serve([], environment).database == .file(path))
    }

    // proves: separation-10
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.255.0.3", "127.255.0.3"), ("::1", "::1"),
        ("localhost", "127.0.0.1"),
    ])
    func `require no token on a loopback address`(
        host: String, address: String
    ) throws {
        let options = try serve(["--host", host])

        #expect(options.host == address)
        #expect(!options.requiresTokens(on: address))
        #expect(!options.isOpenToOthers(on: address))
    }

    // proves: separation-10
    @Test(arguments: [
        "0.0.0.0", "::", "192.168.0.1", "128.0.0.1", "127.0.0.1.example.org", "127.example",
        "example.org", "::ffff:127.0.0.1",
    ])
    func `require tokens on other addresses, except with --auth off`(
        host: String
    ) throws {
        let (auto, off) = (try serve(["--host", host]), try serve(["--host", host, "--auth=off"]))

        #expect(auto.requiresTokens(on: host))
        #expect(!auto.isOpenToOthers(on: host))
        #expect(!off.requiresTokens(on: host))
        #expect(off.isOpenToOthers(on: host))
    }

    @Test(arguments: [["--auth", "on"], ["--proxies", "127.0.0.1"]])
    func `require tokens on loopback with --auth on or --proxies`(
        words: [String]
    ) throws {
        #expect(try serve(words).requiresTokens(on: "127.0.0.1"))
    }

    @Test(arguments: [
        ([], "127.0.0.1", true), (["--auth", "on"], "::1", true),
        (["--proxies", "127.0.0.1"], "127.0.0.1", false), ([], "0.0.0.0", false),
        (["--sign-up", "open"], "0.0.0.0", true),
        (["--sign-up", "open", "--proxies", "10.0.0.0/8"], "127.0.0.1", true),
        (["--sign-up", "closed"], "127.0.0.1", false), (["--sign-up", "auto"], "::", false),
    ])
    func `allow sign-up on loopback only, except with --sign-up`(
        words: [String], host: String, isOpen: Bool
    ) throws {
        #expect(try serve(words).isSignUpOpen(on: host) == isOpen)
    }

    @Test(arguments: [
        ([], "127.0.0.1", [String]?.some([])), (["--hosts", "todo.lan"], "::1", ["todo.lan"]),
        (["--auth", "on"], "127.0.0.1", []), ([], "0.0.0.0", nil), ([], "10.0.0.1", nil),
    ])
    func `restrict the host names for metrics on loopback, with and without tokens`(
        words: [String], host: String, names: [String]?
    ) throws {
        #expect(try serve(words).metricsGuard(on: host).names == names)
    }

    @Test(arguments: [
        ("60/m", Rate(60, per: 60)), ("1/s", Rate(1, per: 1)), ("5/h", Rate(5, per: 3_600)),
        ("off", nil),
    ])
    func `accept a rate`(text: String, rate: Rate?) throws {
        #expect(try serve(["--sign-in-rate", text]).rates.signIns == rate)
        #expect(try serve(["--account-rate", text]).rates.signInsToAccount == rate)
        #expect(try serve(["--sign-up-rate", text]).rates.signUps == rate)
        #expect(try serve(["--token-rate", text]).rates.requests == rate)
    }

    @Test(arguments: ["60", "0/m", "60/w", "-1/s", "1.5/s", "60/m ", "on", "1000001/s"])
    func `refuse a malformed rate`(text: String) {
        let failure = UsageFailure.badValue(
            option: "--sign-in-rate", value: text,
            expected: "a rate from 1 to 1000000 a second, minute, hour or day (60/m), or off")

        #expect(throws: failure) { try serve(["--sign-in-rate", text]) }
    }

    @Test func `trust the proxies of --proxies`() throws {
        let options = try serve(["--proxies", "10.0.0.0/8,::1"])

        let ranges = [AddressRange("10.0.0.0/8"), AddressRange("::1")].compactMap { $0 }
        #expect(options.proxies == ranges)
        #expect(options.limits(on: "0.0.0.0").proxies == ranges)
        #expect(throws: UsageFailure.self) { try serve(["--proxies", "10.0.0.0/33"]) }
    }
}

private func + (a: [String: String], b: [String: String]) -> [String: String] {
    a.merging(b) { $1 }
}

/// The environment variable of a flag.
private func variable(_ flag: String) -> String {
    ServeOption.all.first { $0.name == flag }?.variable ?? ""
}
