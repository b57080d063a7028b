/// The help of the program and of its commands.
enum Help {
    /// The list of commands.
    static let program = """
        todo keeps a to-do list on this machine and a toodoo server. It works offline.

        todo [COMMAND] [OPTION]…

        \(lines(CommandSpec.all.map { ($0.name + operand($0), $0.summary) }))

        Options of all commands:
        \(lines(OptionSpec.common.map { ($0.form, $0.help) }))

        `todo COMMAND --help` explains a command.

        Exit codes: 0 done · 1 a file failed · 2 wrong command line · 3 no such item
        4 the server does not answer · 5 the server refused · 6 the items are in use

        """

    /// The help of one command.
    static func command(_ command: CommandSpec) -> String {
        var text = "todo \(command.name)\(operand(command))"
        if !command.options.isEmpty { text += " [OPTION]…" }
        text += "\n\n\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).\n"
        if !command.details.isEmpty { text += "\n\(command.details)\n" }
        let options = command.options + OptionSpec.common
        return text + "\n" + lines(options.map { ($0.form, $0.help) }) + "\n"
    }

    private static func operand(_ command: CommandSpec) -> String {
        command.operand.form.map { command.count.lowerBound == 0 ? " [\($0)]" : " \($0)" } ?? ""
    }

    private static func lines(_ rows: [(name: String, text: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            "  \(row.name)\(String(repeating: " ", count: width + 2 - row.name.count))\(row.text)"
        }
        .joined(separator: "\n")
    }
}
