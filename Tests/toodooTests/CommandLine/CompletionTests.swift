import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The completion of a command line in bash` {
    /// The suggestions of bash for the last of these words.
    private func complete(_ words: [String]) throws -> [String] {
        let list = words.map(\.singleQuoted).joined(separator: " ")
        let script = """
            set -u
            source <(\(toodooBinary().singleQuoted) completion bash)
            complete -p toodoo | grep -qx 'complete -F _toodoo toodoo' || echo 'not registered'
            COMP_WORDS=(toodoo \(list)) COMP_CWORD=\(words.count)
            _toodoo
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let output = try shell("bash -c \(script.singleQuoted) 2>&1")
        return output.split(separator: "\n").map(String.init)
    }

    // proves: command-line-50
    @Test(arguments: [
        (["se"], ["serve"]),
        (["he"], ["health", "help"]),
        (["user", ""], ["add", "list", "password", "remove"]),
        (["user", "a"], ["add"]),
        (["user", "add", "--"], ["--email", "--name", "--adopt", "--db"]),
        (["token", "list", "--j"], ["--json"]),
        (["serve", "--sign-u"], ["--sign-up", "--sign-up-rate"]),
        (["serve", "--print"], ["--print-config"]),
        (["serve", "--auth", ""], ["on", "off", "auto"]),
        (["serve", "--port", "80", "--auth", "o"], ["on", "off"]),
        (["serve", "--port", ""], []),
        (["health", "--"], ["--host", "--port"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["help", "ser"], ["serve"]),
        (["frobnicate", ""], []),
    ])
    func `offers the next words`(words: [String], offered: [String]) throws {
        #expect(try complete(words).sorted() == offered.sorted())
    }

    // proves: command-line-50
    @Test func `offers files for the path of a file`() throws {
        let world = try CommandWorld()
        try world.folder.write([], to: "my items.json")
        try world.folder.write([], to: "my other.json")
        let start = world.folder.file("my")

        let operands = try complete(["import", start])
        let values = try complete(["import", "--db", start])
        let mixed = try complete(["import", "--us"])

        let names = ["my items.json", "my other.json"].map(world.folder.file)
        #expect(operands.sorted() == names)
        #expect(values.sorted() == names)
        #expect(mixed == ["--user"])
    }
}

@Suite struct `The table of commands` {
    // Help, completion and the manual page are made from the help texts, commands from their specs.
    @Test func `has the options of the commands`() throws {
        let commands = ToodooCommand.databaseCommands + CommandGroup.all.flatMap { $0.commands }

        for command in commands {
            let spec = command.spec
            let options = try #require(CommandEntry.all.first { $0.name == spec.name }).options
            let values = options.filter { $0.placeholder != nil }.map { $0.name }
            let switches = options.filter { $0.placeholder == nil }.map { $0.name }

            #expect(Set(values) == Set(spec.options + [spec.databaseOption]), "\(spec.name)")
            #expect(Set(switches) == Set(spec.switches), "\(spec.name)")
            #expect(options.count == Set(values + switches).count, "\(spec.name)")
        }
    }

    @Test func `has the options of serve`() {
        let names = CommandEntry.serve.options.map(\.name)

        #expect(names == ServeOption.all.map(\.name) + ["--print-config"])
    }

    @Test func `lists each first word once, as the help does`() {
        let words = ToodooCommand.usage.matches(of: /(?m)^  ([a-z]+) {2,}/).map {
            String($0.output.1)
        }

        #expect(CommandEntry.firstWords == words)
    }
}

@Suite struct `Completions for other shells` {
    @Test(arguments: ["zsh", "fish"])
    func `name every command and every option`(shell: String) throws {
        let script = try Program(["completion", shell]).ending().output

        for command in CommandEntry.all {
            for word in command.name.split(separator: " ") { #expect(script.contains(word)) }
            for option in command.options {
                let name = shell == "fish" ? "-l \(option.name.dropFirst(2)) " : option.name
                #expect(script.contains(name), "\(command.name) \(option.name)")
            }
        }
    }

    @Test(arguments: [
        ([], "toodoo completion needs bash, zsh or fish; try toodoo completion --help"),
        (["tcsh"], "the shell must be bash, zsh or fish, not \"tcsh\""),
        (["bash", "zsh"], "unexpected argument \"zsh\""),
    ])
    func `are refused without a shell and for unknown shells`(
        words: [String], sentence: String
    ) throws {
        #expect(try Program(["completion"] + words).ending() == .failure(64, sentence))
    }
}
