extension ProgramSpec {
    var zshCompletion: String {
        """
        _\(name)_lines() {
            local -a lines
            lines=(${${(f)"$(command \(name) "$@" 2>/dev/null)"}/$'\\t'/:})
            _describe -V line lines
        }
        _\(name)() {
            local line state command
            local -a commands
            _arguments -C \\
                \((common.map(zshOption) + ["'1: :->command'", "'*:: :->rest'"]).joined(separator: " \\\n        "))
            case $state in
                command)
                    commands=(\(described(firstWords.map(summarised))))
                    _describe command commands ;;
                rest)
                    command=$words[1]
                    case $command in
        \(groups.map(groupCase).joined(separator: "\n"))
                    esac
                    case $command in
        \(commands.map(commandCase).joined(separator: "\n"))
                    esac ;;
            esac
        }
        if [[ $funcstack[1] == _\(name) ]]; then _\(name) "$@"; else compdef _\(name) \(name); fi
        """
    }

    private func summarised(_ word: String) -> (String, String) {
        let group = groups.first { $0.name == word }
        return (word, group?.summary ?? commands.first { $0.name == word }?.summary ?? "")
    }

    private func described(_ words: [(String, String)]) -> String {
        words.map { "\($0):\($1.escaping(":\\"))".singleQuoted }.joined(separator: " ")
    }

    private func groupCase(_ group: Group) -> String {
        let words = members(of: group).map { ($0.word, $0.command.summary) }
        return """
                        \(group.name))
                            if ((CURRENT == 2)); then
                                commands=(\(described(words)))
                                _describe command commands
                                return
                            fi
                            command+=" $words[2]"
                            shift words
                            ((CURRENT--)) ;;
            """
    }

    private func commandCase(_ command: CommandSpec) -> String {
        var words = (command.options + common).map(zshOption)
        if let operand = command.operand {
            let action = action(completion(of: command))
            words.append("*:\(operand.noun.escaping("[]:\\")):\(action)".singleQuoted)
        }
        return "                '\(command.name)') _arguments \(words.joined(separator: " ")) ;;"
    }

    /// Brackets and colons have a meaning in a specification of `_arguments`.
    private func zshOption(_ option: OptionSpec) -> String {
        var text =
            "\(option.isList ? "*" : "")\(option.name)[\(option.help.oneLine.escaping("[]:\\"))]"
        if let placeholder = option.placeholder {
            text += ":\(placeholder.escaping("[]:\\")):\(action(option.completion))"
        }
        return text.singleQuoted
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: " "
        case .files: "_files"
        case .folders: "_files -/"
        // Without the space the function would get options of compadd as well.
        case .lines(let command): " _\(name)_lines \(command)"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }
}
