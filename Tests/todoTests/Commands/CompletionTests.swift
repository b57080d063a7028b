import Foundation
import Testing

@testable import todo

@Suite struct `The completion` {
    private let machine = TestMachine()

    /// The suggestions of bash for the last word of a line.
    private func bash(_ line: String) async throws -> [String] {
        let script = """
            \(Completion.bash)
            COMP_LINE=$1; COMP_POINT=${#1}; _todo; printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try await shell("bash", ["-c", script, "bash", line])
            .split(separator: "\n").map(String.init)
    }

    /// What bash passes to `todo` when keys are typed at its prompt, in a folder with `items.json`.
    private func typed(_ keys: String) async throws -> String {
        let folder = machine.folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: folder.appending(path: "items.json"))
        return try await blocking {
            let terminal = try PseudoTerminal(
                ["bash", "--norc", "--noprofile", "-i"], folder: folder, columns: 200,
                environment: ["INPUTRC": "/dev/null"], program: "/usr/bin/env")
            try terminal.type(
                """
                eval "$('\(todoBinary())' completion bash)"; cd '\(folder.path)'
                todo() { printf 'passed: %s\\n' "$*"; }
                \(keys)
                exit

                """)
            let lines = terminal.ending().output.split(whereSeparator: \.isNewline)
            return lines.last { $0.hasPrefix("passed: ") }.map(String.init) ?? ""
        }
    }

    private func shell(_ name: String, _ arguments: [String]) async throws -> String {
        let (text, code) = try await blocking {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [name] + arguments
            process.standardOutput = output
            try process.run()
            let answer = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (String(decoding: answer, as: UTF8.self), process.terminationStatus)
        }
        #expect(code == 0)
        return text
    }

    @Test func `of bash offers commands, options and words`() async throws {
        #expect(try await bash("todo un") == ["undone", "undo"])
        #expect(try await bash("todo add Milk --d") == ["--data", "--due"])
        #expect(try await bash("todo --data x edit 1 --no-p") == ["--no-place"])
        #expect(try await bash("todo completion ") == ["bash", "zsh", "fish"])
        #expect(try await bash("todo help exp") == ["export"])
        #expect(try await bash("todo add --due ") == [])
        #expect(try await bash("todo --al") == ["--all"])
    }

    @Test func `of bash offers options only behind a dash`() async throws {
        #expect(try await bash("todo add ") == [])
        #expect(try await bash("todo import ") == [])
        #expect(try await bash("todo ") == CommandSpec.all.map(\.name))
        #expect(try await bash("todo completion --j") == ["--json"])
    }

    @Test func `of bash knows the command behind a URL`() async throws {
        #expect(try await bash("todo --server http://x:8080 do") == ["done"])
        #expect(try await bash("todo --server=http://x:8080 do") == ["done"])
    }

    @Test(arguments: [
        ("do\t1", "passed: done 1"),
        ("--server http://x:8080 do\t1", "passed: --server http://x:8080 done 1"),
        ("import ite\t", "passed: import items.json"),
        ("export ite\t", "passed: export items.json"),
    ])
    func `of bash works at its prompt`(keys: String, passed: String) async throws {
        #expect(try await typed("todo " + keys).trimmingCharacters(in: .whitespaces) == passed)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `has all commands and options`(name: String) async {
        let script = await machine.run("completion", name)

        #expect(script.code == .done)
        for command in CommandSpec.all {
            #expect(script.output.contains(command.name))
            for option in command.options {
                let form = name == "fish" ? "-l \(option.name.dropFirst(2)) " : option.name
                #expect(script.output.contains(form))
            }
        }
    }

    @Test(arguments: ["zsh", "fish"])
    func `is a valid script of its shell, if that is installed`(name: String) async throws {
        let script = await machine.run("completion", name).output
        let path = try await shell("sh", ["-c", "command -v \(name) || true"])
        guard !path.isEmpty else { return }

        let output = try await shell(name, ["-n", "-c", script])

        #expect(output == "")
    }
}
