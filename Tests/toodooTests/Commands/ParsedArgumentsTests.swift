import Testing

@testable import toodoo

@Suite struct `The arguments of a command` {
    private static let spec = CommandSpec(
        name: "move", summary: "", operand: .required("a file"), options: ["--to"],
        switches: ["--fast"], reasonAgainstServers: "psql does that there", about: "")

    @Test(arguments: [
        ["file", "--to", "there", "--fast", "--db", "a.sqlite"],
        ["--db=a.sqlite", "--fast", "file", "--to=there"],
    ])
    func `may have file, options and switches in any order`(words: [String]) throws {
        let words = try ParsedArguments(words, spec: Self.spec) { _ in nil }

        #expect(words.operand == "file")
        #expect(words.database == .file("a.sqlite"))
        #expect(words.value("--to") == "there")
        #expect(words.has("--fast"))
    }

    // proves: command-line-20
    @Test func `take the database from the environment, and first from a flag`() throws {
        let environment = { (name: String) in name == "TOODOO_DB" ? "env.sqlite" : nil }

        let silent = try ParsedArguments(["a"], spec: Self.spec, environment: environment)
        let flagged = try ParsedArguments(
            ["a", "--db", "b.sqlite"], spec: Self.spec, environment: environment)

        #expect(silent.database == .file("env.sqlite"))
        #expect(flagged.database == .file("b.sqlite"))
    }

    @Test(arguments: [
        ([], UsageFailure.missingOperand("a file", command: "move")),
        (["a", "b"], .unexpectedArgument("b")),
        (["a", "--bogus"], .unknownOption("--bogus", command: "move")),
        (["a", "-x"], .unknownOption("-x", command: "move")),
        (["-"], .unknownOption("-", command: "move")),
        (["a", "--to"], .missingValue("--to")),
        (["a", "--to", "--fast"], .missingValue("--to")),
        (["a", "--to="], .missingValue("--to")),
        (["a", "--to", "x", "--to", "y"], .repeatedOption("--to")),
        (["a", "--fast", "--fast"], .repeatedOption("--fast")),
        (["a", "--fast=yes"], .unknownOption("--fast", command: "move")),
        (["a"], .noHome),
        (["a", "--db", "postgres://u:s@ecret@h/toodoo"], .databaseURL),
        (
            ["a", "--db=postgresql:///toodoo"],
            .databaseServer(command: "move", reason: "psql does that there")
        ),
    ])
    func `are refused if they are unknown`(words: [String], failure: UsageFailure) {
        #expect(throws: failure) {
            try ParsedArguments(words, spec: Self.spec) { _ in nil }
        }
    }

    // proves: command-line-3
    @Test(arguments: [
        (["import"], "toodoo import needs a file; try toodoo import --help"),
        (["import", "a", "b"], "unexpected argument \"b\""),
        (["import", "a", "--wait", "soon"], "--wait must be a time from 0s to 1h"),
        (["export", "--format", "xml"], "--format must be json or ndjson, not \"xml\""),
        (["check", "a"], "unexpected argument \"a\""),
        (["migrate", "--bogus"], "there is no option --bogus; try toodoo migrate --help"),
    ])
    func `cause one sentence if they are invalid`(words: [String], sentence: String) throws {
        let ending = try Program(words).ending()

        #expect(ending.code == 64)
        #expect(ending.error.hasPrefix("toodoo: \(sentence)"))
    }

    // proves: command-line-1
    @Test(arguments: ["import", "export", "backup", "restore", "check", "migrate"])
    func `may request help`(name: String) throws {
        let ending = try Program([name, "--help"]).ending()

        #expect(ending.code == 0)
        #expect(ending.output.hasPrefix("usage: toodoo \(name) "))
        #expect(ending.output.contains("\n  --db PATH "))
        #expect(ToodooCommand.usage.contains("\n  \(name) "))
    }
}

@Suite struct `A line of progress` {
    @Test func `is updated at intervals, and erased at the end`() {
        var shown = ""
        let progress = ProgressLine(isShown: true) { shown += $0 }

        for count in 1...2_500 { progress.show("read", count) }
        progress.clear()

        #expect(shown == "\r1000 items read\u{1B}[K\r2000 items read\u{1B}[K\r\u{1B}[K")
    }

    @Test func `is not shown without a terminal`() {
        var shown = ""
        let progress = ProgressLine(isShown: false) { shown += $0 }

        for count in 1...2_500 { progress.show("read", count) }
        progress.clear()

        #expect(shown == "")
    }
}
