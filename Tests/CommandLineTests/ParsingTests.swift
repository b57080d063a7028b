import CommandLine
import Testing

@Suite struct `A command line` {
    @Test(arguments: [
        ["import", "file", "--user", "ann", "--fast", "--db=a=b"],
        ["import", "--db=a=b", "--fast", "file", "--user=ann"],
        ["import", "--db=a=b", "--fast", "--user", "ann", "--", "file"],
    ])
    func `may have operands, options and switches in any order`(words: [String]) throws {
        let (name, arguments) = try #require(try ProgramSpec.shop.parsed(words))

        #expect(name == "import")
        #expect(arguments.operands == ["file"])
        #expect(arguments.value("--user") == "ann")
        #expect(arguments.value("--db") == "a=b")
        #expect(arguments.has("--fast"))
        #expect(!arguments.has("--adopt"))
    }

    @Test(arguments: [
        (["user", "add", "--email=ann"], "user add", []), (["import", "-"], "import", ["-"]),
        (["import", "--", "--fast"], "import", ["--fast"]), (["--version"], "version", []),
        (["-V"], "version", []), (["-h"], "help", []), (["--help", "user"], "help", ["user"]),
    ])
    func `names a command first`(words: [String], name: String, operands: [String]) throws {
        let parsed = try #require(try ProgramSpec.shop.parsed(words))

        #expect(parsed.name == name)
        #expect(parsed.1.operands == operands)
    }

    @Test(arguments: [
        ([], "show", nil), (["--all"], "show", nil), (["--data", "undo"], "show", "undo"),
        (["--data", "x", "undo"], "undo", "x"), (["--json", "--data=x", "add", "-"], "add", "x"),
    ])
    func `may omit a command, or name it after options, where one runs without a name`(
        words: [String], name: String, data: String?
    ) throws {
        let parsed = try #require(try ProgramSpec.list.parsed(words))

        #expect(parsed.name == name)
        #expect(parsed.1.value("--data") == data)
    }

    @Test func `has an empty value only for an option that takes one`() throws {
        let parsed = try #require(try ProgramSpec.list.parsed(["add", "A", "--note", ""]))

        #expect(parsed.1.value("--note") == "")
        #expect(throws: UsageFailure.missingValue("--due", placeholder: "DATE")) {
            try ProgramSpec.list.parsed(["add", "A", "--due="])
        }
    }

    @Test(arguments: [
        (["import"], "shop import needs a file; try shop import --help"),
        (["import", ""], "shop import needs a file; try shop import --help"),
        (["import", "a", "b"], "unexpected argument \"b\""),
        (["user", "list", "a"], "unexpected argument \"a\""),
        (["import", "a", "--bogus"], "there is no option --bogus; try shop import --help"),
        (["import", "a", "-x"], "there is no option -x; try shop import --help"),
        (["backup", "-"], "there is no option -; try shop backup --help"),
        (["import", "a", "--db"], "--db needs a value: --db PATH"),
        (["import", "a", "--db", "--fast"], "--db needs a value: --db PATH"),
        (["import", "a", "--db="], "--db needs a value: --db PATH"),
        (["import", "a", "--db", "x", "--db", "y"], "--db may be given only once"),
        (["import", "a", "--fast", "--fast"], "--fast may be given only once"),
        (["import", "a", "--fast=yes"], "--fast takes no value"),
        (["user", "add", "--adopt"], "shop user add needs --email; try shop user add --help"),
        (["user"], "shop user needs a command; try shop user --help"),
        (["user", "--email"], "shop user needs a command; try shop user --help"),
        (["frobnicate"], "there is no command \"frobnicate\"; try shop help"),
        (["--port", "1", "serve"], "there is no command \"--port\"; try shop help"),
        (["completion", "tcsh"], "the shell must be bash, zsh or fish, not \"tcsh\""),
        ([""], "there is no command \"\"; try shop help"),
    ])
    func `is refused in one sentence`(words: [String], sentence: String) {
        #expect(throws: Refusal(sentence)) { try Refusal.of(.shop, words) }
    }

    // proves: operation-1
    @Test(arguments: [
        (["ls"], "there is no command \"ls\"; did you mean import?"),
        (["sevre"], "there is no command \"sevre\"; did you mean serve?"),
        (["help", "imprt"], "there is no command \"imprt\"; did you mean import?"),
        (["user", "lst"], "there is no command \"user lst\"; did you mean user list?"),
        (["user", "frobnicate"], "there is no command \"user frobnicate\"; try shop user --help"),
        (["serve", "--prot", "1"], "there is no option --prot; did you mean --port?"),
        (["serve", "--max-bdoy=1"], "there is no option --max-bdoy; did you mean --max-body?"),
        (["serve", "--max", "1"], "there is no option --max; did you mean --max-body?"),
    ])
    func `is refused with a suggestion if a word is near`(words: [String], sentence: String) {
        #expect(throws: Refusal(sentence)) { try Refusal.of(.shop, words) }
    }

    @Test(arguments: [
        (["frob"], "there is no command \"frob\"; try list add"),
        (["shwo"], "there is no command \"shwo\"; did you mean show?"),
        (["--jsn"], "there is no option --jsn; did you mean --json?"),
        (["undo", "--dat=x"], "there is no option --dat; did you mean --data?"),
    ])
    func `is refused with the program's own hint`(words: [String], sentence: String) {
        #expect(throws: Refusal(sentence)) { try Refusal.of(.list, words) }
    }
}

/// A refusal with its message.
private struct Refusal: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }

    /// Parses the words, and performs the steps that both programs share.
    static func of(_ program: ProgramSpec, _ words: [String]) throws(Refusal) {
        do throws(UsageFailure) {
            guard let (name, arguments) = try program.parsed(words) else { return }
            if name == "help" { _ = try program.help(of: arguments.operands) }
            if name == "completion" { _ = try program.completion(for: arguments.operands[0]) }
        } catch {
            throw Refusal(program.message(of: error))
        }
    }
}
