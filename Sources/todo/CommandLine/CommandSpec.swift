/// The declaration of a command: its name, arguments, help and function.
struct CommandSpec: Sendable {
    /// The kind of an operand; decides the completion of a shell.
    enum Operand: Equatable, Sendable {
        case none
        case text(String)
        case numbers(String)
        case file(String)
        /// One of these words.
        case word(String, [String])

        /// As it is written in help.
        var form: String? {
            switch self {
            case .none: nil
            case .text(let form), .numbers(let form), .file(let form), .word(let form, _): form
            }
        }
    }

    let name: String
    var operand = Operand.none
    /// The allowed number of operands.
    var count = 0...0
    /// One line for the list of commands.
    let summary: String
    var options: [OptionSpec] = []
    /// Further lines of the command's help.
    var details = ""
    let run: @Sendable (Invocation) async throws -> Void

    /// The command with a name.
    static func named(_ name: String) -> CommandSpec? {
        all.first { $0.name == name }
    }
}
