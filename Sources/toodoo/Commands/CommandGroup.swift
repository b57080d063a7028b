/// Commands of two words that share the first one.
struct CommandGroup: Sendable {
    let name: String
    /// The line of help on the group.
    let summary: String
    let commands: [any (DatabaseCommand & SendableMetatype).Type]

    static let all = [
        CommandGroup(
            name: "user", summary: "add, list and remove accounts, set passwords",
            commands: [
                UserAddCommand.self, UserListCommand.self, UserPasswordCommand.self,
                UserRemoveCommand.self,
            ]),
        CommandGroup(
            name: "token", summary: "create, list and revoke the tokens of accounts",
            commands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self]),
    ]

    /// The group's line in the list of commands.
    var line: String {
        "  \(name)\(String(repeating: " ", count: max(1, 12 - name.count)))\(summary)"
    }

    /// The help of the group.
    var help: String {
        let lines = commands.map { command in
            let name = command.spec.name
            let gap = String(repeating: " ", count: max(1, 15 - name.count))
            return "  \(name)\(gap)\(command.spec.summary)"
        }
        return """
            usage: toodoo \(name) COMMAND [OPTION…]

            \(lines.joined(separator: "\n"))

            toodoo \(name) COMMAND --help prints the help of a command.
            """
    }

    /// Runs the command that the first argument names.
    func run(_ arguments: [String]) {
        let rest = Array(arguments.dropFirst())
        guard let word = arguments.first else {
            Output.fail(UsageFailure.missingCommand(group: name).message, .usage)
        }
        if let command = commands.first(where: { $0.spec.name == "\(name) \(word)" }) {
            let asksForHelp = rest.contains("--help") || rest.contains("-h")
            if asksForHelp { return Output.line(command.spec.help) }
            return command.perform(rest)
        }
        if word == "--help" || word == "-h" { return Output.line(help) }
        Output.fail(UsageFailure.unknownCommand(word, group: name).message, .usage)
    }
}
