/// The declaration of a command: its name, arguments and help.
struct CommandSpec: Sendable {
    /// The argument that is neither an option nor an option's value.
    enum Operand: Equatable, Sendable {
        case none, optional
        /// A required operand and its description.
        case required(String)
    }

    /// One word or two, such as `user add`.
    let name: String
    /// The line of help on the command.
    let summary: String
    let operand: Operand
    /// Whether the operand `-` means standard input or output.
    var takesDash = false
    /// Options with a value, besides `--db`.
    var options: [String] = []
    /// Options without a value.
    var switches: [String] = []
    /// The option that names the database.
    var databaseOption = "--db"
    /// The reason for which the command does not support a database of a server; nil if it does.
    var reasonAgainstServers: String?
    /// The help, without the lines that all commands share.
    let about: String

    /// The whole help.
    var help: String {
        let kinds =
            reasonAgainstServers == nil ? ", or postgres://… of a server" : ", which must be a file"
        let gap = String(repeating: " ", count: 14 - databaseOption.count)
        return about + """


              \(databaseOption) PATH\(gap)the database\(kinds); also TOODOO_DB
                                 ($XDG_DATA_HOME/toodoo/toodoo.sqlite, or below ~/.local/share)
            """
    }
}
