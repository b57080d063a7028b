/// The completion script for bash.
enum BashCompletion {
    static var script: String {
        """
        # Completion of toodoo for bash; made by toodoo completion bash.
        _toodoo() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
            local command=${COMP_WORDS[1]} words='' files=''
            COMPREPLY=()
            if ((COMP_CWORD == 1)); then
                COMPREPLY=($(compgen -W \(list(CommandEntry.firstWords)) -- "$cur"))
                return
            fi
            case $command in
        \(CommandGroup.all.map(group).joined(separator: "\n"))
            esac
            case "$command $prev" in
        \(values.joined(separator: "\n"))
            esac
            case $command in
        \(CommandEntry.all.map(words).joined(separator: "\n"))
            esac
            COMPREPLY=($(compgen -W "$words" -- "$cur"))
            if [[ -n $files && $cur != -* ]]; then _toodoo_files; fi
        }

        _toodoo_files() {
            local path
            compopt -o filenames 2>/dev/null
            while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "$cur")
        }

        complete -F _toodoo toodoo
        """
    }

    private static func list(_ words: [String]) -> String {
        words.joined(separator: " ").singleQuoted
    }

    private static func group(_ group: CommandGroup) -> String {
        let words = group.commands.map { String($0.spec.name.dropFirst(group.name.count + 1)) }
        return """
                    \(group.name))
                        if ((COMP_CWORD == 2)); then
                            COMPREPLY=($(compgen -W \(list(words)) -- "$cur"))
                            return
                        fi
                        command+=" ${COMP_WORDS[2]}" ;;
            """
    }

    /// The completion after an option: its words, files, or nothing.
    private static var values: [String] {
        CommandEntry.all.flatMap { command in
            command.options.filter { $0.placeholder != nil }.map { option in
                let pattern = "        \"\(command.name) \(option.name)\")"
                if option.takesPath { return pattern + " _toodoo_files; return ;;" }
                if option.words.isEmpty { return pattern + " return ;;" }
                return pattern
                    + " COMPREPLY=($(compgen -W \(list(option.words)) -- \"$cur\")); return ;;"
            }
        }
    }

    private static func words(_ command: CommandEntry) -> String {
        var words = command.options.map(\.name)
        if case .words(let operands) = command.operand { words += operands }
        let files = command.operand == .file ? " files=yes" : ""
        return "        \(command.name.singleQuoted)) words=\(list(words))\(files) ;;"
    }
}
