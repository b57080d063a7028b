import Foundation
import Testing

@testable import todo

@Suite struct `The completion` {
    private let machine = TestMachine()

    /// The suggestions of bash for the last of these words.
    private func bash(_ words: String...) async throws -> [String] {
        let script = """
            \(Completion.bash)
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _todo; printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try await shell("bash", ["-c", script, "bash"] + words)
            .split(separator: "\n").map(String.init)
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
        #expect(try await bash("todo", "un") == ["undone", "undo"])
        #expect(try await bash("todo", "add", "Milk", "--d") == ["--data", "--due"])
        #expect(try await bash("todo", "--data", "x", "edit", "1", "--no-p") == ["--no-place"])
        #expect(try await bash("todo", "completion", "").contains("fish"))
        #expect(try await bash("todo", "help", "exp") == ["export"])
        #expect(try await bash("todo", "add", "--due", "") == [])
        #expect(try await bash("todo", "--al") == ["--all"])
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
