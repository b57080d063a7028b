import CommandLine
import HTTPServer
import Items
import Testing

@testable import toodoo

@Suite struct `The limits of serve` {
    @Test func `have the server's defaults`() throws {
        let options = try serve([])

        #expect(options.limits == Limits())
        #expect(options.maxBody == 16 << 20)
        #expect(options.ownerItems == ItemSize(count: 100_000, bytes: 256 << 20))
        #expect(options.ownerHistory == 256 << 20)
    }

    @Test func `set one limit each`() throws {
        let options = try serve([
            "--max-body=1MiB", "--max-connections=105", "--max-connections-per-address=106",
            "--idle-timeout=2m", "--owner-count=115",
            "--owner-items=116MiB", "--owner-history=117MiB",
        ])

        var limits = Limits()
        limits.connections = 105
        limits.idleSeconds = 120
        #expect(options.limits == limits)
        #expect(options.maxBody == 1 << 20)
        #expect(options.connectionsPerAddress == 106)
        #expect(options.ownerItems == ItemSize(count: 115, bytes: 116 << 20))
        #expect(options.ownerHistory == 117 << 20)
    }

    static let size = " in bytes (4096), KiB, MiB, GiB or TiB"
    static let time = " in whole seconds (10s), minutes (2m), hours (1h) or days (30d)"

    /// Each option, both ends of its range, values beyond them, and the text of its range.
    @Test(arguments: [
        ("--max-body", ["1KiB", "64MiB"], ["1023", "65MiB"], "a size from 1KiB to 64MiB\(size)"),
        ("--max-connections", ["1", "1000000"], ["0", "1000001"], "a number from 1 to 1000000"),
        (
            "--max-connections-per-address", ["1", "1000000"], ["0", "1000001"],
            "a number from 1 to 1000000"
        ),
        ("--owner-count", ["1", "10000000"], ["0", "10000001"], "a number from 1 to 10000000"),
        (
            "--owner-items", ["1MiB", "1TiB"], ["1023KiB", "1025GiB"],
            "a size from 1MiB to 1TiB\(size)"
        ),
        (
            "--owner-history", ["1MiB", "1TiB"], ["1023KiB", "1025GiB"],
            "a size from 1MiB to 1TiB\(size)"
        ),
        (
            "--idle-timeout", ["1s", "1d"], ["0s", "25h", "500ms", "-1s"],
            "a time from 1s to 1d\(time)"
        ),
    ])
    func `are accepted only within their range`(
        name: String, good: [String], bad: [String], expected: String
    ) throws {
        for value in good {
            #expect(throws: Never.self) { try serve([name, value]) }
        }
        for value in bad {
            let failure = UsageFailure.badValue(option: name, value: value, expected: expected)
            #expect(throws: failure) { try serve([name, value]) }
        }
    }

    @Test(arguments: [
        ("127.0.0.1", [], 16_384), ("::1", ["--max-connections=50"], 50),
        ("0.0.0.0", [], 1_024), ("192.0.2.1", ["--max-connections=50"], 1_024),
        ("127.0.0.1", ["--max-connections-per-address=7"], 7),
        ("0.0.0.0", ["--max-connections-per-address=7"], 7),
    ])
    func `limit the connections of each address, except on loopback`(
        host: String, words: [String], connections: Int
    ) throws {
        let limits = try serve(words).limits(on: host)

        #expect(limits.connectionsPerAddress == connections)
    }
}

@Suite struct `The help of serve` {
    @Test(arguments: [
        "--host ADDRESS (127.0.0.1)", "--port NUMBER (8080)", "--lanes NUMBER (one for each core)",
        "--drain-delay TIME (0s)", "--max-body SIZE (16MiB)",
        "--max-connections NUMBER (16384)",
        "--max-connections-per-address NUMBER (1024; on loopback the total)",
        "--owner-count NUMBER (100000)", "--owner-items SIZE (256MiB)",
        "--owner-history SIZE (256MiB)",
        "--idle-timeout TIME (75s)",
    ])
    func `shows each option with its default`(row: String) {
        let usage = row.prefix { $0 != "(" }
        let standard = row.dropFirst(usage.count)
        // The text of an option ends before the next line that begins with one.
        let option = ServeOptions.spec.options.first { usage == "\($0.form) " }

        #expect(option.map { $0.help.hasSuffix(standard) } == true)
    }

    @Test func `has every option`() throws {
        let help = try ToodooCommand.program.help(of: ["serve"])
        let shown = help.matches(of: /(?m)^  (--[a-z-]+)/).map { String($0.output.1) }

        #expect(shown == ServeOption.all.map(\.name) + ["--print-config"])
        #expect(ServeOption.all.count == 37)
    }
}
