/// `toodoo completion`: prints a script that completes commands, options and their values.
struct CompletionCommand {
    /// A shell, by the name of its program.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        static let names = allCases.map(\.rawValue)
    }

    static let help = """
        usage: toodoo completion bash|zsh|fish

        Prints a script with which the shell completes the commands and options of toodoo. For this session:
        source <(toodoo completion bash), source <(toodoo completion zsh), or
        toodoo completion fish | source. For all sessions, put it into one of these files:

          bash               ~/.local/share/bash-completion/completions/toodoo
          zsh                _toodoo in a folder of $fpath
          fish               ~/.config/fish/completions/toodoo.fish
        """

    let shell: Shell

    /// Reads the name of the shell.
    init(_ arguments: [String]) throws(UsageFailure) {
        guard let word = arguments.first else {
            throw .missingOperand("bash, zsh or fish", command: "completion")
        }
        guard let shell = Shell(rawValue: word) else {
            throw .badValue(option: "the shell", value: word, expected: "bash, zsh or fish")
        }
        if arguments.count > 1 { throw .unexpectedArgument(arguments[1]) }
        self.shell = shell
    }

    /// The script.
    var script: String {
        switch shell {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }
}

extension String {
    /// The text as a word of a shell, in quotes if it needs them.
    var shellWord: String {
        let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "-_./:,=@%+".contains($0) }
        return isPlain && !isEmpty ? self : singleQuoted
    }

    /// The text in single quotes, for a shell.
    var singleQuoted: String {
        let parts = split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}
