/// A shell for which there is a completion, by the name of its program.
enum Shell: String, CaseIterable {
    case bash, zsh, fish
}

extension CommandSpec.Operand {
    /// The shell of `completion`.
    package static let shell = CommandSpec.Operand(
        "bash|zsh|fish", "bash, zsh or fish",
        completes: .words(Shell.allCases.map(\.rawValue)))
}

extension ProgramSpec {
    /// The script with which the shell of this name completes command lines.
    package func completion(for shell: String) throws(UsageFailure) -> String {
        switch Shell(rawValue: shell) {
        case .bash: heading(.bash) + bashCompletion
        case .zsh: "#compdef \(name)\n" + heading(.zsh) + zshCompletion
        case .fish: heading(.fish) + fishCompletion
        case nil:
            throw .badValue(option: "the shell", value: shell, expected: "bash, zsh or fish")
        }
    }

    /// What a shell completes as an operand.
    func completion(of command: CommandSpec) -> Completion {
        command.name == "help" ? .words(firstWords) : command.operand?.completion ?? .nothing
    }

    private func heading(_ shell: Shell) -> String {
        "# Completion of \(name); made by \(name) completion \(shell.rawValue).\n"
    }
}

extension String {
    /// The text as a word of a shell, in quotes if it needs them.
    package var shellWord: String {
        let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "-_./:,=@%+".contains($0) }
        return isPlain && !isEmpty ? self : singleQuoted
    }

    /// The text in single quotes, for a shell.
    var singleQuoted: String {
        let parts = split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// The text with a backslash before each of these characters.
    func escaping(_ special: String) -> String {
        reduce(into: "") { text, character in
            if special.contains(character) { text.append("\\") }
            text.append(character)
        }
    }

    var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
