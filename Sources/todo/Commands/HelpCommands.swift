extension Invocation {
    /// Explains the program or a command.
    func help() throws {
        guard let name = arguments.operands.first else { return try write(Help.program) }
        guard let command = CommandSpec.named(name) else { throw Failure.noSuchCommand(name) }
        try write(Help.command(command))
    }

    /// Prints the help for `--help`.
    func printHelp(_ words: [String]) throws {
        let command = arguments.command
        let isNamed = words.contains(command.name)
        try write(isNamed && command.name != "help" ? Help.command(command) : Help.program)
    }

    /// Prints the completion of a shell.
    func completion() throws {
        switch arguments.operands[0] {
        case "bash": try write(Completion.bash)
        case "zsh": try write(Completion.zsh)
        case "fish": try write(Completion.fish)
        case let shell: throw Failure.noCompletion(shell)
        }
    }
}
