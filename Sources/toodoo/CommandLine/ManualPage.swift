/// The manual page toodoo(1), made from the help of the commands; a release contains it.
enum ManualPage {
    static let help = """
        usage: toodoo man

        Prints the manual page of toodoo in roff: toodoo man | man -l - shows it. Releases contain it as
        toodoo-VERSION.1.
        """

    /// The page in the man macros, see man(7).
    static var text: String {
        (beginning + CommandEntry.all.flatMap(section) + end).joined(separator: "\n")
    }

    private static var beginning: [String] {
        [
            ".TH TOODOO 1 \"\" \"toodoo \(Build.version)\" \"User Commands\"",
            ".SH NAME",
            "toodoo \\- a to\\-do server",
            ".SH SYNOPSIS",
            ".B toodoo",
            ".I COMMAND",
            "[\\fIOPTION\\fR…]",
            ".SH DESCRIPTION",
            escaped(
                """
                toodoo serves to-do items as JSON over HTTP and keeps them in one SQLite file, or in \
                PostgreSQL. Every option of serve, and --db of every command, is an environment \
                variable as well: --port is TOODOO_PORT.
                """),
            ".SH COMMANDS",
        ]
    }

    private static var end: [String] {
        let codes = [
            ("0", "success, or an orderly end of the server"),
            ("1", "failure, with a message on standard error"),
            ("64", "invalid command line"), ("130", "the server was ended by a second signal"),
        ]
        return [".SH EXIT STATUS"] + codes.flatMap { [".TP", $0.0, $0.1] } + [
            ".SH FILES", ".TP", "$XDG_DATA_HOME/toodoo/toodoo.sqlite",
            "the default database; without the variable below ~/.local/share",
        ]
    }

    private static func section(of command: CommandEntry) -> [String] {
        guard let help = command.help else {
            return [".SS \"toodoo \(command.name)\"", escaped(sentence(command.summary))]
        }
        let page = HelpPage(help)
        return page.usage.map { ".SS \"\(escaped($0))\"" }
            + page.blocks.flatMap { block in
                switch block {
                case .paragraph(let text): [".PP", escaped(text)]
                case .row(let row):
                    [".TP", ".B \"\(escaped(row.term))\"", escaped(row.text)]
                }
            }
    }

    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }

    /// A backslash begins an escape, a plain hyphen may become a typographic one, and a dot or
    /// apostrophe at the beginning of a line a request.
    private static func escaped(_ text: String) -> String {
        var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            default: result.append(character)
            }
        }
        return result
    }
}
