import CommandLine

/// A command that works on a database and ends.
protocol DatabaseCommand {
    /// The command's declaration.
    static var spec: CommandSpec { get }
    /// The reason for which the command does not support a database of a server; nil if it does.
    static var reasonAgainstServers: String? { get }

    init(_ arguments: DatabaseArguments) throws(UsageFailure)
    /// Performs the command; returning is success.
    func run() throws(CommandFailure)
}

extension DatabaseCommand {
    static var reasonAgainstServers: String? { nil }

    /// Runs the command; ends the process if it fails.
    static func perform(_ arguments: ParsedArguments) throws(UsageFailure) {
        let command = try Self(
            DatabaseArguments(arguments, of: Self.self, environment: Environment.setting))
        setPrivateUmask()
        do throws(CommandFailure) {
            try command.run()
        } catch {
            Output.fail(error.message, .failure)
        }
    }
}
