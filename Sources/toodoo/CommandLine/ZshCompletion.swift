/// The completion script for zsh.
enum ZshCompletion {
    static var script: String {
        """
        #compdef toodoo
        # Completion of toodoo for zsh; made by toodoo completion zsh.
        _toodoo() {
            local command=$words[2]
            local -a commands
            if ((CURRENT == 2)); then
                commands=(\(described(firstWords)))
                _describe command commands
                return
            fi
            case $command in
        \(CommandGroup.all.map(group).joined(separator: "\n"))
            esac
            shift words
            ((CURRENT--))
            case $command in
        \(CommandEntry.all.map(arguments).joined(separator: "\n"))
            esac
        }

        if [[ $funcstack[1] == _toodoo ]]; then _toodoo "$@"; else compdef _toodoo toodoo; fi
        """
    }

    private static var firstWords: [(String, String)] {
        let groups = CommandGroup.all.map { ($0.name, $0.summary) }
        let commands = CommandEntry.all.map { ($0.name, $0.summary) } + groups
        return CommandEntry.firstWords.map { word in
            (word, commands.first { $0.0 == word }?.1 ?? "")
        }
    }

    private static func described(_ words: [(String, String)]) -> String {
        words.map { "\($0):\($1)".singleQuoted }.joined(separator: " ")
    }

    private static func group(_ group: CommandGroup) -> String {
        let words = group.commands.map {
            (String($0.spec.name.dropFirst(group.name.count + 1)), $0.spec.summary)
        }
        return """
                    \(group.name))
                        if ((CURRENT == 3)); then
                            commands=(\(described(words)))
                            _describe command commands
                            return
                        fi
                        command+=" $words[3]"
                        shift words
                        ((CURRENT--)) ;;
            """
    }

    private static func arguments(_ command: CommandEntry) -> String {
        var specs = command.options.map { option in
            let text = "\(option.name)[\(escaped(option.text))]"
            guard let placeholder = option.placeholder else { return text }
            if option.takesPath { return text + ":\(placeholder):_files" }
            let words = option.words.isEmpty ? "" : "(\(option.words.joined(separator: " ")))"
            return text + ":\(escaped(placeholder)):" + words
        }
        switch command.operand {
        case .none: break
        case .file: specs.append("1:file:_files")
        case .text: specs.append("1:value:")
        case .words(let words): specs.append("1:value:(\(words.joined(separator: " ")))")
        }
        let list = specs.map { " " + $0.singleQuoted }.joined()
        return "        \(command.name.singleQuoted)) _arguments\(list) ;;"
    }

    /// Brackets and colons have a meaning in a specification of `_arguments`.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "[]:\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
