import CommandLine
import Foundation
import Testing

@testable import todo

@Suite struct `The page docs/todo.md` {
    private let machine = TestMachine()

    private static func page() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/todo.md"), encoding: .utf8)
    }

    @Test func `names every command, option and exit code`() throws {
        let page = try Self.page()

        let program = TodoCommand.program
        for command in program.commands
        where !["list", "help", "version", "completion", "man"].contains(command.name) {
            #expect(page.contains("todo \(command.name)"), "\(command.name)")
        }
        for option in (program.common + program.commands.flatMap(\.options)).map(\.name)
        where option != "--email" {
            #expect(page.contains(option), "\(option)")
        }
        for code in ExitCode.allCases { #expect(page.contains("\n| \(code.rawValue) | ")) }
    }

    @Test func `installs a program that needs no Swift, also into a new folder`() throws {
        let page = try Self.page()

        #expect(page.contains("swift build -c release --product todo --static-swift-stdlib "))
        #expect(page.contains("install -D .build/release/todo ~/.local/bin/todo\n"))
    }

    @Test func `pipes to commands that are not run for nothing`() throws {
        let page = try Self.page()

        #expect(page.contains("| xargs -r todo "))
        #expect(page.matches(of: /xargs (?!-r)\w+/).isEmpty)
    }

    // proves: http-6
    @Test func `shows the output of the commands`() async throws {
        let page = try Self.page()
        let first = try #require(page.components(separatedBy: "```console\n").dropFirst().first)
        let block = try #require(first.components(separatedBy: "```").first)
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")

        for exchange in block.components(separatedBy: "$ ").dropFirst() {
            let lines = exchange.split(separator: "\n", maxSplits: 1).map(String.init)
            let code = await TodoProgram.run(Self.words(lines[0]), in: machine.world)

            #expect(code == .done)
            #expect(machine.terminal.take().output == lines[1], "\(lines[0])")
        }
    }

    /// The words after the program's name, as a shell splits them.
    private static func words(_ line: String) -> [String] {
        line.components(separatedBy: "\"").enumerated()
            .flatMap { index, part in
                index % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
            }
            .dropFirst().map { $0 }
    }
}
