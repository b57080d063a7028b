import CommandLine

@testable import toodoo

/// The page of the commands of toodoo, from their declarations.
struct CommandsReference {
    private static let introduction = """
        # Commands of toodoo

        A test compares this page with the help of each command, which `toodoo COMMAND --help` prints.
        The options of `toodoo serve` are on [a page of their own](options.md).

        """

    func text() throws(UsageFailure) -> String {
        var text = Self.introduction
        for command in ToodooCommand.program.commands where command.name != "serve" {
            let words = command.name.split(separator: " ").map(String.init)
            let help = try ToodooCommand.program.help(of: words)
            text += """

                ## toodoo \(command.name)

                ```
                \(help)
                ```

                """
        }
        return text
    }
}
