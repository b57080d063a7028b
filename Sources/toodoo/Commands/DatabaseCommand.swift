/// A command that does something to a database and ends.
protocol DatabaseCommand {
    /// What it is called, how it is used, and what it may be told.
    static var form: CommandForm { get }

    /// Takes over what it was told.
    init(_ words: CommandWords) throws(UsageFailure)
    /// Does it; returning is success.
    func run() throws(CommandFailure)
}

extension DatabaseCommand {
    /// Runs the command with these arguments and ends the process, unless all went well.
    static func perform(_ arguments: [String]) {
        let command: Self
        do throws(UsageFailure) {
            command = try Self(
                CommandWords(arguments, form: form, environment: Environment.value))
        } catch {
            Output.fail(error.sentence, .usage)
        }
        keepFilesPrivate()
        do throws(CommandFailure) {
            try command.run()
        } catch {
            Output.fail(error.sentence, .failure)
        }
    }
}

/// What stands behind a command's name.
struct CommandForm: Sendable {
    /// The words that are neither options nor their values.
    enum File: Sendable {
        case none, optional, required
    }

    let name: String
    /// What it does, in a few words.
    let summary: String
    let file: File
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
