/// What stands behind a command's name.
struct CommandSpec: Sendable {
    /// The word that is neither an option nor its value.
    enum Operand: Equatable, Sendable {
        case none, optional
        /// One that must be there, and what it is.
        case required(String)
    }

    /// One word, or two.
    let name: String
    /// What it does, in a few words.
    let summary: String
    let operand: Operand
    /// Whether a dash in its place is standard input or output.
    var takesDash = false
    /// Options with a value, besides `--db`.
    var options: [String] = []
    /// Options that are there or not.
    var switches: [String] = []
    /// What `--help` prints above the lines that all commands share.
    let about: String

    /// Its line in the list of all commands.
    var line: String {
        "  \(name)\(String(repeating: " ", count: max(1, 11 - name.count)))\(summary)"
    }

    /// The help of the command.
    var help: String {
        about + """


              --db PATH          the database ($XDG_DATA_HOME/toodoo/toodoo.sqlite, or below
                                 ~/.local/share; also TOODOO_DB)
            """
    }
}
