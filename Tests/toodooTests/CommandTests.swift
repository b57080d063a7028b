import CommandLine
import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The program` {
    @Test(arguments: [["help"], ["--help"], ["-h"]])
    func `prints its usage with help`(words: [String]) throws {
        let ending = try Program(words).ending()

        #expect(
            ending == Program.Ending(code: 0, output: ToodooCommand.program.help + "\n", error: ""))
    }

    @Test(arguments: [
        (["serve", "--print-config"], "", #"--db "$(printf 'caf\351')""#, "\"caf\u{FFFD}\""),
        (["export"], "", #"--db "$(printf 'caf\351')""#, "\"caf\u{FFFD}\""),
        (["backup"], "", #""$(printf '\377')""#, "\"\u{FFFD}\""),
        (["check"], #"TOODOO_DB="$(printf 'caf\351')"; export TOODOO_DB;"#, "", "TOODOO_DB"),
    ])
    func `refuses arguments that are not UTF-8, and creates no file of such a name`(
        words: [String], prelude: String, more: String, name: String
    ) throws {
        let ending = try Program(words, prelude: prelude, redirection: more).ending()

        #expect(ending == .failure(64, "\(name) is not UTF-8"))
    }

    @Test(arguments: [["serve", "--help"], ["serve", "-h"], ["serve", "--port", "0", "--help"]])
    func `prints the options of serve`(words: [String]) throws {
        let ending = try Program(words).ending()

        let help = try ToodooCommand.program.help(of: ["serve"])
        #expect(ending == Program.Ending(code: 0, output: help + "\n", error: ""))
    }

    @Test(arguments: ["serve", "health", "backup", "user", "completion"])
    func `prints the same help with help and --help`(command: String) throws {
        let first = try Program(["help", command]).ending()
        let second = try Program([command, "--help"]).ending()

        #expect(first.code == 0)
        #expect(first.output.contains("usage: toodoo \(command)"))
        #expect(first == second)
    }

    @Test(arguments: ["version", "--version", "-V"])
    func `prints its version, and the commit of a release`(word: String) throws {
        let ending = try Program([word]).ending()

        let revision = Build.revision.map { " (\($0))" } ?? ""
        let version = "toodoo \(Build.version)\(revision)\n"
        #expect(ending == Program.Ending(code: 0, output: version, error: ""))
    }

    @Test func `serves a description of its own version`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))

        let description = try server.send("GET", "/openapi.yaml")

        #expect(description.status == 200)
        #expect(description.text.contains("\n  version: \(Build.version)\n"))
    }

    @Test func `prints its usage without arguments`() throws {
        let ending = try Program([]).refusal()

        #expect(
            ending == Program.Ending(code: 64, output: "", error: ToodooCommand.program.help + "\n")
        )
    }

    // proves: operation-1
    @Test(arguments: [
        (["frobnicate"], "there is no command \"frobnicate\"; try toodoo help"),
        ([""], "there is no command \"\"; try toodoo help"),
        (["version", "2"], "unexpected argument \"2\""),
        (["help", "--bogus"], "there is no option --bogus; try toodoo help --help"),
        (["help", "serve", "now"], "there is no command \"serve now\"; try toodoo help"),
        (["serve", "--bogus"], "there is no option --bogus; try toodoo serve --help"),
        (["serve", "now"], "unexpected argument \"now\""),
        (["serve", "--port"], "--port needs a value: --port NUMBER"),
        (
            ["serve", "--port", "http"],
            "--port must be a number from 0 to 65535, not \"http\""
        ),
    ])
    func `refuses wrong usage in one sentence`(words: [String], sentence: String) throws {
        let ending = try Program(words).refusal()

        #expect(ending == .failure(64, sentence))
    }

    // proves: operation-1
    @Test func `refuses a bad value from the environment`() throws {
        let ending = try Program(["serve"], environment: ["TOODOO_LANES": "many"]).refusal()

        #expect(ending == .failure(64, "--lanes must be a number from 1 to 128, not \"many\""))
    }

    @Test func `reads its options from the environment`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(
            ["serve"],
            environment: ["TOODOO_PORT": "0", "XDG_DATA_HOME": folder.file("not/there/yet")])

        let line = try program.line()
        program.send(SIGTERM)

        #expect(line.hasPrefix("toodoo listens on http://127.0.0.1:"))
        #expect(!line.hasSuffix(":8080"))
        #expect(try program.ending().code == 0)
        #expect(folder.holds("not/there/yet/toodoo/toodoo.sqlite"))
    }

    @Test(arguments: ["new/items.sqlite", "new//items.sqlite", "new/sub//items.sqlite"])
    func `creates a folder that only its user can read`(path: String) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file(path))

        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("new"))
        try server.stop()

        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
}
