import CommandLine
import Testing

@testable import todo

@Suite struct `The manual page of todo` {
    private let machine = TestMachine()

    @Test func `has every command, option and exit code`() async {
        let page = await machine.run("man").output.replacing("\\-", with: "-")

        let program = TodoCommand.program
        for command in program.commands { #expect(page.contains("\n.SS \"todo \(command.name)")) }
        for option in program.common + program.commands.flatMap(\.options) {
            #expect(page.contains("\n.B \"\(option.name)"), "\(option.name)")
        }
        for code in ExitCode.allCases { #expect(page.contains("\n.TP\n\(code.rawValue)\n")) }
    }
}
