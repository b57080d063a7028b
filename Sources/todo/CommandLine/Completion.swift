/// The completions of shells, made of the declared commands.
enum Completion {
    /// For bash: `eval "$(todo completion bash)"`.
    static let bash = """
        _todo() {
            # As typed: COMP_WORDS is broken at ":" and "=".
            local IFS=$' \\t\\n' line=${COMP_LINE:0:COMP_POINT} words=()
            read -ra words <<< "$line"
            [[ $line == *[[:space:]] ]] && words+=('')
            local last=$((${#words[@]} - 1)) command='' i
            local word=${words[last]} previous=${words[last-1]}
            for ((i = 1; i < last; i++)); do
                case ${words[i]} in
                    \(valued(by: "|"))) ((i++)) ;;
                    -*) ;;
                    *) command=${words[i]}; break ;;
                esac
            done
            COMPREPLY=()
            case $previous in
                --data) compopt -o dirnames 2>/dev/null; return ;;
                \(valued(by: "|"))) return ;;
            esac
            local options='' operands='' takes_file=''
            case $command in
        \(CommandSpec.all.map(bashCase).joined(separator: "\n"))
                '') options='\(options(CommandSpec.named("list")))' operands='\(names)' ;;
            esac
            if [[ $word == -* ]]; then
                operands=$options
            elif [[ $takes_file ]]; then
                compopt -o default 2>/dev/null
                return
            fi
            COMPREPLY=($(compgen -W "$operands" -- "$word"))
        }
        complete -F _todo todo

        """

    /// For zsh: a file `_todo` in a folder of `fpath`, or `eval "$(todo completion zsh)"`.
    static let zsh = """
        #compdef todo
        _todo() {
            local line state
            _arguments -C \\
                \(OptionSpec.common.map(zshOption).joined(separator: " \\\n        ")) \\
                '1: :->command' '*:: :->rest'
            case $state in
                command)
                    local -a commands=(
        \(CommandSpec.all.map { "                '\($0.name):\(zshText($0.summary))'" }.joined(separator: "\n"))
                    )
                    _describe 'command' commands ;;
                rest)
                    case $line[1] in
        \(CommandSpec.all.map(zshCase).joined(separator: "\n"))
                    esac ;;
            esac
        }
        if [ "$funcstack[1]" = _todo ]; then _todo "$@"; else compdef _todo todo; fi

        """

    /// For fish: `todo completion fish | source`.
    static let fish =
        (["complete -c todo -f"]
        + OptionSpec.common.map { "complete -c todo \(fishOption($0))" }
        + CommandSpec.all.flatMap(fishLines))
        .joined(separator: "\n") + "\n"

    private static var names: String { CommandSpec.all.map(\.name).joined(separator: " ") }

    private static func options(_ command: CommandSpec?) -> String {
        (OptionSpec.common + (command?.options ?? [])).map(\.name).joined(separator: " ")
    }

    /// The options whose next word is their value.
    private static func valued(by separator: String) -> String {
        var names: [String] = []
        for option in OptionSpec.common + CommandSpec.all.flatMap(\.options)
        where option.value != nil && !names.contains(option.name) {
            names.append(option.name)
        }
        return names.joined(separator: separator)
    }

    /// The words that a command's operand can be.
    private static func words(_ command: CommandSpec) -> [String] {
        switch command.operand {
        case .word(_, let words): words.isEmpty ? CommandSpec.all.map(\.name) : words
        default: []
        }
    }

    private static func bashCase(_ command: CommandSpec) -> String {
        var line = "        \(command.name)) options='\(options(command))'"
        let words = words(command)
        if !words.isEmpty { line += " operands='\(words.joined(separator: " "))'" }
        if case .file = command.operand { line += " takes_file=1" }
        return line + " ;;"
    }

    private static func zshText(_ text: String) -> String {
        text.map { "'[]:\\".contains($0) ? ($0 == "'" ? "'\\''" : "\\\($0)") : "\($0)" }
            .joined()
    }

    private static func zshOption(_ option: OptionSpec) -> String {
        let action = option.name == "--data" ? "_files -/" : " "
        let value = option.value.map { ":\(zshText($0)):\(action)" } ?? ""
        return "'\(option.name)[\(zshText(option.help))]\(value)'"
    }

    private static func zshCase(_ command: CommandSpec) -> String {
        let operand: String
        switch command.operand {
        case .file: operand = "'*:file:_files'"
        case .word: operand = "'1: :(\(words(command).joined(separator: " ")))'"
        default: operand = "'*: : '"
        }
        let options = (command.options + OptionSpec.common).map(zshOption)
        return "                \(command.name)) _arguments "
            + (options + [operand]).joined(separator: " ") + " ;;"
    }

    private static func fishText(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
    }

    private static func fishOption(_ option: OptionSpec) -> String {
        "-l \(option.name.dropFirst(2))\(option.value == nil ? "" : " -r")"
            + " -d \(fishText(option.help))"
    }

    private static func fishLines(_ command: CommandSpec) -> [String] {
        let seen = "-n '__fish_seen_subcommand_from \(command.name)'"
        var lines = [
            "complete -c todo -n __fish_use_subcommand -a \(command.name)"
                + " -d \(fishText(command.summary))"
        ]
        lines += command.options.map { "complete -c todo \(seen) \(fishOption($0))" }
        if case .file = command.operand { lines.append("complete -c todo \(seen) -F") }
        let words = words(command)
        if !words.isEmpty {
            lines.append("complete -c todo \(seen) -a \(fishText(words.joined(separator: " ")))")
        }
        return lines
    }
}
