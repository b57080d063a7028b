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
