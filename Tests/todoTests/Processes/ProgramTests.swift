import Foundation
import ToDoClient
import Testing

@testable import todo

@Suite struct `The program at a terminal` {
    private let machine = TestMachine()
    private var folder: URL { machine.folder }

    @Test func `shows columns within the terminal's width, and colours`() async throws {
        let (output, code) = try await blocking { [folder] in
            _ = try runTodo(
                "add", String(repeating: "long ", count: 20), "--due", "today", folder: folder)
            return try PseudoTerminal([], folder: folder, columns: 30).ending()
        }

        #expect(code == 0)
        #expect(output.contains("\u{1B}[33mtoday\u{1B}[0m"))
        let plain = output.replacing(/\u{1B}\[[0-9]+m/, with: "")
        #expect(plain.split(separator: "\n").map(\.count) == [30])
        #expect(plain.contains("…"))
    }

    @Test func `shows no colours with NO_COLOR`() async throws {
        let (output, _) = try await blocking { [folder] in
            _ = try runTodo("add", "Late", "--due", "2020-01-01", folder: folder)
            return try PseudoTerminal([], folder: folder, environment: ["NO_COLOR": "1"]).ending()
        }

        #expect(output == "1   Late  1 Jan 2020\n")
    }

    @Test func `does not echo a password`() async throws {
        let (output, code, echoes) = try await blocking { [folder] in
            // Nothing listens on this port.
            let terminal = try PseudoTerminal(
                ["login", "--server", "http://127.0.0.1:1"], folder: folder)
            terminal.output(until: "Email: ")
            try terminal.type("ada@example.org\n")
            terminal.output(until: "Password for ada@example.org: ")
            let before = terminal.echoes
            try terminal.type("a long secret\u{7F}t\n")
            let (output, code) = terminal.ending()
            return (output, code, [before, terminal.echoes])
        }

        #expect(echoes == [false, true])
        #expect(output.contains("ada@example.org\n"))
        #expect(!output.contains("secre"))
        #expect(output.contains("todo: The server does not answer: "))
        #expect(code == ExitCode.unreachable.rawValue)
    }

    @Test(arguments: ["\u{3}", "\u{4}"])
    func `echoes again after Ctrl-C or Ctrl-D instead of a password`(key: String) async throws {
        let (output, code, echoes) = try await blocking { [folder] in
            let terminal = try PseudoTerminal(
                ["login", "--server", "http://127.0.0.1:1", "--email", "ada@example.org"],
                folder: folder)
            terminal.output(until: "Password for ada@example.org: ")
            try terminal.type(key)
            let (output, code) = terminal.ending()
            return (output, code, terminal.echoes)
        }

        #expect(echoes)
        #expect(output.contains("todo: The password is missing.\n"))
        #expect(code == ExitCode.usage.rawValue)
    }

    @Test func `watches while other commands write, until Ctrl-C`() async throws {
        let (codes, done) = try await blocking { [folder] in
            _ = try runTodo("add", "First", folder: folder)
            let terminal = try PseudoTerminal(["watch"], folder: folder)
            terminal.output(until: "First")
            let added = try runTodo("add", "Second", folder: folder)
            terminal.output(until: "Second")
            let second = try runTodo("watch", folder: folder)
            let done = try runTodo("done", "1", folder: folder)
            terminal.output(until: "1 done")
            try terminal.type("\u{3}")
            return ([added.code, second.code, terminal.ending().code], done.output)
        }

        #expect(codes == [0, ExitCode.inUse.rawValue, 0])
        #expect(done == "Done 1: First\n")
    }
}

@Suite struct `The program in a pipe` {
    private let machine = TestMachine()
    private var folder: URL { machine.folder }

    @Test func `prints plain text and its exit code`() async throws {
        let endings = try await blocking { [folder] in
            [
                try runTodo("add", "Buy milk", folder: folder), try runTodo(folder: folder),
                try runTodo("done", "7", folder: folder),
            ]
        }

        #expect(endings[0] == ("Added 1: Buy milk\n", "", 0))
        #expect(endings[1] == ("1\topen\tBuy milk\t\t\t\n", "", 0))
        #expect(
            endings[2] == ("", "todo: The last list has no number 7, only 1.\n", 3))
    }

    @Test func `reads a file of items from standard input`() async throws {
        let file = #"[{"id":"0B7A6C4E-3A52-4F0E-9A55-1F6F2A9D7C11","title":"A"}]"#

        let report = try await blocking { [folder] in
            try runTodo("import", "-", folder: folder, input: file)
        }

        #expect(report == ("1 added, 0 skipped.\n", "", 0))
    }

    @Test func `reads a password from standard input`() async throws {
        let ending = try await blocking { [folder] in
            try runTodo(
                "login", "--server", "http://127.0.0.1:1", "--email", "ada@example.org",
                folder: folder, input: "a long password\n")
        }

        #expect(ending.code == ExitCode.unreachable.rawValue)
        #expect(ending.error == "todo: The server does not answer: it refuses connections.\n")
    }
}
