import Foundation
import Testing

@testable import todo

@Suite struct `The completion` {
    private let machine = TestMachine()

    /// What bash suggests for the last of these words.
    private func bash(_ words: String...) throws -> [String] {
        let script = """
            \(Completion.bash)
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _todo; printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try shell("bash", ["-c", script, "bash"] + words)
            .split(separator: "\n").map(String.init)
    }

    private func shell(_ name: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = output
        try process.run()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: answer, as: UTF8.self)
    }

    @Test func `of bash knows commands, options and words`() throws {
        #expect(try bash("todo", "un") == ["undone", "undo"])
        #expect(try bash("todo", "add", "Milk", "--d") == ["--data", "--due"])
        #expect(try bash("todo", "--data", "x", "edit", "1", "--no-p") == ["--no-place"])
        #expect(try bash("todo", "completion", "").contains("fish"))
        #expect(try bash("todo", "help", "exp") == ["export"])
        #expect(try bash("todo", "add", "--due", "") == [])
        #expect(try bash("todo", "--al") == ["--all"])
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
    func `is a script that its shell can read, where it is installed`(name: String) async throws {
        let script = await machine.run("completion", name).output
        guard try !shell("sh", ["-c", "command -v \(name) || true"]).isEmpty else { return }

        let said = try shell(name, ["--no-execute", "-c", script])

        #expect(said == "")
    }
}
