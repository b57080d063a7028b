import CommandLine
import Foundation
import Testing

@Suite struct `The completion` {
    /// The output of an installed program.
    private func run(_ words: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    /// The suggestions of bash for the last word of a line.
    private func bash(_ line: String) throws -> [String] {
        let program = line.hasPrefix("shop") ? ProgramSpec.shop : .list
        let script = """
            set -u
            \(try program.completion(for: "bash"))
            complete -p \(program.name) | grep -qx 'complete -F _\(program.name) \(program.name)' || echo no
            compopt() { printf '%s\\n' "<$*>"; }
            COMP_LINE=$1; COMP_POINT=${#1}; _\(program.name); printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try run("bash", "-c", script, "bash", line).split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        ("shop se", ["serve"]), ("shop user ", ["add", "list"]), ("shop user a", ["add"]),
        ("shop user add --", ["--email", "--adopt"]),
        ("shop serve --auth ", ["auto", "on", "off"]),
        ("shop serve --port 80 --auth o", ["on", "off"]), ("shop serve --port ", []),
        ("shop completion ", ["bash", "zsh", "fish"]), ("shop help imp", ["import"]),
        ("shop frobnicate ", []), ("shop import --us", ["--user"]),
        ("shop import ite", ["<-o default>"]), ("shop import --db ite", ["<-o default>"]),
    ])
    func `of bash offers the next words, and files for the path of one`(
        line: String, offered: [String]
    ) throws {
        #expect(try bash(line) == offered)
    }

    @Test(arguments: [
        ("list ", ["show", "undone", "undo", "add", "help"]), ("list un", ["undone", "undo"]),
        ("list add Milk --d", ["--due", "--data"]), ("list --data x add 1 --n", ["--note"]),
        ("list add --due ", []), ("list add ", []), ("list --a", ["--all"]),
        ("list --data ", ["<-o dirnames>"]), ("list add --data ", ["<-o dirnames>"]),
        ("list --data http://x:8080 sh", ["show"]), ("list --data=http://x:8080 sh", ["show"]),
    ])
    func `of bash knows the command behind options`(line: String, offered: [String]) throws {
        #expect(try bash(line) == offered)
    }

    @Test(arguments: ["zsh", "fish"], ["shop", "list"])
    func `of other shells has every command and every option`(
        shell: String, name: String
    ) throws {
        let program = name == "shop" ? ProgramSpec.shop : .list
        let script = try program.completion(for: shell)

        for command in program.commands {
            for word in command.name.split(separator: " ") { #expect(script.contains(word)) }
            for option in command.options + program.common {
                let name = shell == "fish" ? "-l \(option.name.dropFirst(2)) " : option.name
                #expect(script.contains(name), "\(command.name) \(option.name)")
            }
        }
        #expect(shell == "fish" || script.hasPrefix("#compdef \(program.name)\n"))
    }

    @Test(arguments: ["zsh", "fish"], ["shop", "list"])
    func `is a valid script of its shell, if that is installed`(
        shell: String, name: String
    ) throws {
        let program = name == "shop" ? ProgramSpec.shop : .list
        guard try !run("sh", "-c", "command -v \(shell)").isEmpty else { return }

        #expect(try run(shell, "-n", "-c", try program.completion(for: shell)) == "")
    }
}
