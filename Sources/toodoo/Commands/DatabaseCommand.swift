/// A command that does something to a database and ends.
protocol DatabaseCommand {
    /// What it is called, how it is used, and what it may be told.
    static var spec: CommandSpec { get }

    /// Takes over what it was told.
    init(_ arguments: ParsedArguments) throws(UsageFailure)
    /// Does it; returning is success.
    func run() throws(CommandFailure)
}

extension DatabaseCommand {
    /// Runs the command with these arguments and ends the process, unless all went well.
    static func perform(_ arguments: [String]) {
        let command: Self
        do throws(UsageFailure) {
            command = try Self(
                ParsedArguments(arguments, spec: spec, environment: Environment.value))
        } catch {
            Output.fail(error.message, .usage)
        }
        setPrivateUmask()
        do throws(CommandFailure) {
            try command.run()
        } catch {
            Output.fail(error.message, .failure)
        }
    }
}
