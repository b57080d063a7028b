extension ProgramSpec {
    var bashCompletion: String {
        """
        _\(name)() {
            # As typed: COMP_WORDS is broken at ":" and "=".
            local IFS=$' \\t\\n' line=${COMP_LINE:0:COMP_POINT} words=()
            read -ra words <<< "$line"
            [[ $line == *[[:space:]] ]] && words+=('')
            local last=$((${#words[@]} - 1)) command='' i
            local word=${words[last]} previous=${words[last-1]}
            for ((i = 1; i < last; i++)); do
                case ${words[i]} in
                    \(valuedOptions.joined(separator: "|"))) ((i++)) ;;
                    -*) ;;
                    *)
                        command+=${command:+ }${words[i]}
                        [[ ' \(groups.map(\.name).joined(separator: " ")) ' == *" $command "* ]] || break ;;
                esac
            done
            local offered='' options=''
            COMPREPLY=()
            case "$command $previous" in
        \(optionCases.joined(separator: "\n"))
            esac
            [[ $offered ]] || case $command in
                '') options=\(words(fallback?.options ?? [])) offered=\(list(firstWords)) ;;
        \((groups.map(groupCase) + commands.map(commandCase)).joined(separator: "\n"))
            esac
            if [[ $word == -* ]]; then
                offered=$options
            elif [[ $offered == /* ]]; then
                compopt -o default 2>/dev/null
                return
            elif [[ $offered == '|'* ]]; then
                local lines=() text
                while IFS= read -r text; do
                    [[ $text == "$word"* ]] && lines+=("${text//$'\\t'/  }")
                done < <(command "${words[0]}" ${offered#|} 2>/dev/null)
                # One line is what the word becomes; of several the explanations are shown.
                [[ ${#lines[@]} == 1 ]] && lines=("${lines[0]%%  *}")
                COMPREPLY=("${lines[@]}")
                compopt -o nosort 2>/dev/null
                return
            fi
            COMPREPLY=($(compgen -W "$offered" -- "$word"))
        }
        complete -F _\(name) \(name)
        """
    }

    private func list(_ words: [String]) -> String { words.joined(separator: " ").singleQuoted }

    private func words(_ options: [OptionSpec]) -> String { list((options + common).map(\.name)) }

    /// The completions after an option: its words, lines, files or folders, or nothing.
    private var optionCases: [String] {
        let own = commands.flatMap { command in
            command.options.map { ("'\(command.name) \($0.name)'", $0) }
        }
        return (own + common.map { ("*' \($0.name)'", $0) }).compactMap { pattern, option in
            guard option.placeholder != nil else { return nil }
            let action =
                switch option.completion {
                case .nothing: "return ;;"
                case .lines(let command): "offered='|\(command)' ;;"
                case .files: "compopt -o default 2>/dev/null; return ;;"
                case .folders: "compopt -o dirnames 2>/dev/null; return ;;"
                case .words(let words):
                    "COMPREPLY=($(compgen -W \(list(words)) -- \"$word\")); return ;;"
                }
            return "        \(pattern)) \(action)"
        }
    }

    private func groupCase(_ group: Group) -> String {
        "        \(group.name)) offered=\(list(members(of: group).map(\.word))) ;;"
    }

    private func commandCase(_ command: CommandSpec) -> String {
        let offered =
            switch completion(of: command) {
            case .words(let words): " offered=\(list(words))"
            case .files, .folders: " offered=/"
            case .lines(let command): " offered='|\(command)'"
            case .nothing: ""
            }
        return "        '\(command.name)') options=\(words(command.options))\(offered) ;;"
    }
}
