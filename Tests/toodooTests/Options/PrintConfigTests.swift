import APITestSupport
import CommandLine
import Glibc
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The effective configuration` {
    @Test func `lists each option with its value and source`() throws {
        let settings = try settings(
            ["--port=9000", "--db", "my items.sqlite", "--idle-timeout", "2m"],
            ["TOODOO_CORS": "http://localhost:3000", "TOODOO_PORT": "1"])

        #expect(settings.count == ServeOption.all.count)
        #expect(settings["--port"] == .init(name: "--port", value: "9000", source: "flag"))
        #expect(settings["--db"]?.value == "'my items.sqlite'")
        #expect(settings["--idle-timeout"]?.value == "2m")
        #expect(
            settings["--cors"]
                == .init(name: "--cors", value: "http://localhost:3000", source: "TOODOO_CORS"))
        #expect(settings["--host"] == .init(name: "--host", value: "127.0.0.1", source: "default"))
        #expect(
            settings["--geocoder"] == .init(name: "--geocoder", value: nil, source: "not set"))
    }

    // proves: separation-6
    @Test(arguments: ["--db", "TOODOO_DB"])
    func `contains no password`(name: String) throws {
        let url = "postgres://ann:s3cret@db/toodoo?password=s3cret"
        let isFlag = name == "--db"

        let settings = try settings(isFlag ? [name, url] : [], isFlag ? [:] : [name: url])

        #expect(settings["--db"]?.value == "postgres://ann@db/toodoo")
    }

    // Otherwise the output could not be used to start another server.
    @Test func `can be used as options again`() throws {
        let values = try settings([], ["HOME": "/me"]).values
        let words = values.compactMap { setting in setting.value.map { "\(setting.name)=\($0)" } }

        let options = try serve(words, [:])

        var expected = try serve([], ["HOME": "/me"])
        expected.lanes = min(coreCount(), 128)
        expected.connectionsPerAddress = 16_384
        #expect(options == expected)
    }

    @Test(arguments: [("127.0.0.1", "16384"), ("0.0.0.0", "1024")])
    func `contains the defaults for the served address`(host: String, connections: String) throws {
        let settings = try settings(["--host", host, "--auth", "off"])

        #expect(settings["--max-connections-per-address"]?.value == connections)
    }

    @Test(arguments: [
        ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("", "''"), ("/a/b-c_d.e", "/a/b-c_d.e"),
    ])
    func `is quoted for a shell where necessary`(
        value: String, printed: String
    ) throws {
        #expect(printed == EffectiveConfig.quoted(value))
    }

    @Test func `is printed without serving or opening a database`() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("items.sqlite")

        let ending = try Program(
            ["serve", "--print-config", "--db", database], environment: ["TOODOO_LANES": "3"]
        ).ending()

        #expect(ending.code == 0)
        #expect(ending.error == "")
        #expect(ending.output.contains(/\n--db .*items\.sqlite +flag\n/))
        #expect(ending.output.contains(/\n--lanes 3 +TOODOO_LANES\n/))
        #expect(ending.output.split(separator: "\n").count == ServeOption.all.count)
        #expect(!folder.holds("items.sqlite"))
    }

    @Test(arguments: [
        (["--port", "http"], "--port must be a number from 0 to 65535, not \"http\""),
        (["--print-config"], "--print-config may be given only once"),
        (["--db"], "--db needs a value: --db PATH"),
    ])
    func `is not printed if an option is invalid`(words: [String], sentence: String) throws {
        let ending = try Program(["serve", "--print-config"] + words).ending()

        #expect(ending == .failure(64, sentence))
    }

    @Test func `mentions an inherited socket instead of the address`() throws {
        var options = try serve([], ["HOME": "/me"])
        options.inherited = 3

        let text = EffectiveConfig(options, assignments: [], among: ServeOption.all).text

        let line = "LISTEN_FDS passes a socket; --host and --port are ignored"
        #expect(text.hasSuffix("\n" + line))
    }

    /// The effective settings of a command line, by the names of the options.
    private func settings(
        _ words: [String], _ environment: [String: String] = ["HOME": "/me"]
    ) throws -> [String: EffectiveConfig.Setting] {
        let environment = userEnvironment.merging(environment) { $1 }
        let assignments = ServeOptions.assignments(
            of: ServeOption.all, in: try ServeOptions.parse(words),
            environment: { environment[$0] })
        let settings = EffectiveConfig(
            try serve(words, environment), assignments: assignments, among: ServeOption.all
        ).settings
        return Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0) })
    }
}

@Suite struct `A variable that looks like an option` {
    @Test func `causes a warning, and does not stop the server`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(
            ["serve", "--port", "0", "--db", folder.file("items.sqlite")],
            environment: ["TOODOO_PROT": "9000", "TOODOO_SERVICE_HOST": "10.0.0.11"])

        let first = try program.errorLine()
        let line = try program.line()
        program.send(SIGTERM)

        #expect(
            first.hasSuffix("Z warning: TOODOO_PROT is no option of serve and is ignored"))
        #expect(line.hasPrefix("toodoo listens on "))
        #expect(try program.ending().code == 0)
    }

    @Test func `causes no warning if Kubernetes has set it`() {
        let names = UnknownVariables.names([
            ("TOODOO_SERVICE_HOST", "10.0.0.11"), ("TOODOO_SERVICE_PORT", "8080"),
            ("TOODOO_SERVICE_PORT_HTTP", "8080"), ("TOODOO_PORT", "tcp://10.0.0.11:8080"),
            ("TOODOO_PORT_8080_TCP", "tcp://10.0.0.11:8080"),
            ("TOODOO_PORT_8080_TCP_PROTO", "tcp"), ("TOODOO_PORT_8080_TCP_PORT", "8080"),
            ("TOODOO_PORT_8080_TCP_ADDR", "10.0.0.11"), ("TOODOO_DB_SERVICE_HOST", "10.0.0.12"),
            ("TOODOO_DB_PORT", "tcp://10.0.0.12:5432"), ("TOODOO_LANES", "1"), ("HOME", "/me"),
        ])

        #expect(names == [])
    }

    @Test func `is named in the warning if it is unknown`() {
        let names = UnknownVariables.names([
            ("TOODOO_PROT", "1"), ("TOODOO_", ""), ("TOODOO_LANE", "1"), ("TOODOO_DB_PORT", "1"),
        ])

        #expect(names == ["TOODOO_", "TOODOO_DB_PORT", "TOODOO_LANE", "TOODOO_PROT"])
    }

    @Test func `is not the port if it is the URL of a service`() throws {
        let environment = ["HOME": "/me", "TOODOO_PORT": "tcp://10.0.0.11:8080"]

        let options = try serve([], environment)

        #expect(options.port == 8_080)
    }
}
