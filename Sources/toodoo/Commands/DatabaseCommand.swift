/// A command that works on a database and ends.
protocol DatabaseCommand {
    /// The command's declaration.
    static var spec: CommandSpec { get }

    /// Reads the arguments.
    init(_ arguments: ParsedArguments) throws(UsageFailure)
    /// Performs the command; returning is success.
    func run() throws(CommandFailure)
}

extension DatabaseCommand {
    /// Runs the command; ends the process if it fails.
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
