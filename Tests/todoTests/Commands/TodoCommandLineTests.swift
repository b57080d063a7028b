import CommandLine
import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `The command line` {
    private let machine = TestMachine()

    @Test(arguments: [
        (["frob"], "There is no command \"frob\"; try todo help, or todo add to add an item."),
        (["ad"], "There is no command \"ad\""),
        (["ls"], "There is no command \"ls\"; did you mean list?\n"),
        (["delete", "1"], "There is no command \"delete\"; did you mean rm?\n"),
        (["lits"], "There is no command \"lits\"; did you mean list?\n"),
        (["conflict"], "There is no command \"conflict\"; did you mean conflicts?\n"),
        (["--frob"], "There is no option --frob; try todo list --help."),
        (["add", "A", "--deu", "today"], "There is no option --deu; did you mean --due?\n"),
        (["--data"], "--data needs a value: --data FOLDER."),
        (["undo", "x\u{1B}"], "Unexpected argument \"x\u{FFFD}\"."),
        (["sync"], "No server is set; `todo use URL` sets one."),
        (["login"], "No server is set"),
        (["use", "example.org"], "example.org is not the address of a server"),
        (["use", "ftp://example.org"], "ftp://example.org is not the address of a server"),
        (["use", "https://me:secret@example.org"], "https://me:secret@example.org is not"),
        (["--server", "x"], "x is not the address of a server"),
        (["completion", "tcsh"], "The shell must be bash, zsh or fish, not \"tcsh\"."),
        (["help", "frob"], "There is no command \"frob\""),
        (["restore", "x"], "x is neither a number"),
    ])
    func `is refused with one sentence and the code 2`(words: [String], sentence: String) async {
        let code = await TodoProgram.run(words, in: machine.world)

        let (output, error) = machine.terminal.take()
        #expect(code == .usage)
        #expect(error.hasPrefix("todo: \(sentence)"))
        #expect(output == "")
    }

    @Test func `names the folder of the items in several ways, the option first`() async throws {
        let other = machine.folder.appending(path: "other")

        await machine.run("add", "There", "--data=\(other.path)")

        let here = await machine.run()
        let there = await machine.run("--data", other.path)
        machine.set("TODO_DATA", "")
        machine.set("XDG_DATA_HOME", machine.folder.path)
        await machine.run("add", "In todo")
        #expect(here.output == "")
        #expect(there.output == "1\topen\tThere\t\t\t\n")
        let file = machine.folder.appending(path: "todo/local/items")
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `requires a folder`() async {
        var world = machine.world
        world.environment = [:]

        let ending = await machine.run("list", in: world)

        #expect(ending.code == .failed)
        #expect(ending.error.contains("Neither HOME nor XDG_DATA_HOME is set"))
    }

    @Test func `is refused if it is not UTF-8`() async {
        let code = await TodoProgram.run(nil, in: machine.world)

        #expect(code == .usage)
        #expect(machine.terminal.take().error == "todo: The command line is not UTF-8.\n")
    }

    @Test func `prints the version`() async {
        let version = await machine.run("--version")

        #expect(version == .init(code: .done, output: "todo 0.1.0\n", error: ""))
    }

    @Test(arguments: TodoCommand.all.map(\.spec.name))
    func `has help for each command within 80 columns`(name: String) async throws {
        let help = await machine.run(name, "--help")
        let same = await machine.run("help", name)

        #expect(help.code == .done)
        #expect(help.lines.allSatisfy { $0.columns <= 80 })
        #expect(help.lines.first?.hasPrefix("usage: todo \(name)") == true)
        #expect(same.output == help.output)
    }

    @Test func `has help within 80 columns`() async {
        let help = await machine.run("--help")

        #expect(help.lines.allSatisfy { $0.columns <= 80 })
    }
}
