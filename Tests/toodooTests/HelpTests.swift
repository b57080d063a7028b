import Testing

@testable import toodoo

@Suite struct `The help of a command` {
    static let all =
        [
            ToodooCommand.usage, ServeOptions.help, HealthCommand.help, CompletionCommand.help,
        ]
        + ToodooCommand.databaseCommands.map { $0.spec.help }
        + CommandGroup.all.flatMap { group in [group.help] + group.commands.map { $0.spec.help } }

    // proves: command-line-1
    @Test(arguments: all)
    func `fits on a terminal of 100 columns`(help: String) {
        for line in help.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }

    @Test(arguments: all)
    func `has no trailing spaces and no double blank lines`(help: String) {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)

        #expect(lines.first?.isEmpty == false)
        #expect(lines.last?.isEmpty == false)
        #expect(!zip(lines, lines.dropFirst()).contains { $0.isEmpty && $1.isEmpty })
        for line in lines { #expect(line.last != " ", "\(line)") }
    }

    @Test(arguments: all)
    func `explains each word in one column`(help: String) {
        let rows = help.matches(of: /(?m)^(  [^ \n]+(?: [^ \n]+)*  +)[^ ]/).map {
            $0.output.1.count
        }
        let continued = help.matches(of: /(?m)^( {8,})[^ ]/).map { $0.output.1.count }

        #expect(!rows.isEmpty)
        #expect(Set(rows + continued).count == 1, "\(rows), \(continued)")
    }
}
