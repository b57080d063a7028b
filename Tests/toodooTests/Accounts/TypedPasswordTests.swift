import Foundation
import TestSupport
import Testing

@Suite struct `A password at a terminal` {
    @Test(arguments: [
        ("short", "the password needs at least 10 bytes"),
        ("password123", "the password is a common password"),
    ])
    func `is refused before the second prompt`(password: String, sentence: String) throws {
        let world = try CommandWorld()
        let terminal = try PseudoTerminal()
        let program = try Program(
            ["user", "add", "--email", "ann@example.org", "--db", world.database],
            input: terminal.screen)

        _ = try program.errorText(until: "Password for ann@example.org: ")
        try terminal.type(password)
        let ending = try program.ending()

        #expect(ending.code == 1)
        // The end of the prompt's line comes first.
        #expect(ending.error == "\ntoodoo: \(sentence)\n")
    }

    @Test(arguments: ["\u{3}", "\u{4}", "half a \u{1A}"])
    func `ends the program after Ctrl-C, Ctrl-D and Ctrl-Z, and the terminal echoes again`(
        keys: String
    ) throws {
        let world = try CommandWorld()
        let terminal = try PseudoTerminal()
        let program = try Program(
            ["user", "add", "--email", "ann@example.org", "--db", world.database],
            input: terminal.screen)

        _ = try program.errorText(until: "Password for ann@example.org: ")
        try terminal.type(keys)
        let ending = try program.ending()

        #expect(ending == .init(code: 130, output: "", error: "\n"))
        #expect(try shell("stty -a <\(terminal.path)").contains(" echo "))
    }

    @Test(arguments: [("correct horse battery", 0), ("correct horse batter", 1)])
    func `is read twice`(again: String, code: Int32) throws {
        let world = try CommandWorld()
        let terminal = try PseudoTerminal()
        let program = try Program(
            ["user", "add", "--email", "ann@example.org", "--db", world.database],
            input: terminal.screen)

        _ = try program.errorText(until: "Password for ann@example.org: ")
        try terminal.type("correct horse battery")
        _ = try program.errorText(until: "Repeat the password: ")
        try terminal.type(again)
        let ending = try program.ending()

        #expect(ending.code == code)
        let list = try world.run("user", "list")
        #expect(list.output.contains("ann@example.org") == (code == 0))
    }
}
