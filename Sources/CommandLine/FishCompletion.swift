extension ProgramSpec {
    var fishCompletion: String {
        let beginning = ["complete -c \(name) -f"] + common.map { rule(nil, option($0)) }
        return (beginning + groups.flatMap(rules) + commands.flatMap(rules))
            .joined(separator: "\n")
    }

    private func rule(_ condition: String?, _ what: String) -> String {
        let condition = condition.map { " -n \($0.singleQuoted)" } ?? ""
        return "complete -c \(name)\(condition) \(what)"
    }

    private func rules(of group: Group) -> [String] {
        let members = members(of: group)
        let seen =
            "__fish_seen_subcommand_from \(group.name); and not __fish_seen_subcommand_from "
            + members.map(\.word).joined(separator: " ")
        return [rule("__fish_use_subcommand", "-a \(group.name) -d \(quoted(group.summary))")]
            + members.map { rule(seen, "-a \($0.word) -d \(quoted($0.command.summary))") }
    }

    private func rules(of command: CommandSpec) -> [String] {
        let words = command.name.split(separator: " ")
        let seen = words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
        var rules = command.options.map { rule(seen, option($0)) }
        if words.count == 1 {
            let word = "-a \(command.name) -d \(quoted(command.summary))"
            rules.insert(rule("__fish_use_subcommand", word), at: 0)
        }
        switch completion(of: command) {
        case .nothing: break
        case .files, .folders: rules.append(rule(seen, "-F"))
        case .lines(let command):
            rules.append(rule(seen, "-k -a " + lines(of: command)))
        case .words(let words):
            rules.append(rule(seen, "-a " + quoted(words.joined(separator: " "))))
        }
        return rules
    }

    private func option(_ option: OptionSpec) -> String {
        var text = "-l \(option.name.dropFirst(2))"
        if option.placeholder != nil {
            switch option.completion {
            case .nothing: text += " -x"
            case .lines(let command): text += " -x -k -a \(lines(of: command))"
            case .files, .folders: text += " -r -F"
            case .words(let words): text += " -x -a \(quoted(words.joined(separator: " ")))"
            }
        }
        return text + " -d \(quoted(option.help.oneLine))"
    }

    private func lines(of command: String) -> String {
        quoted("(command \(name) \(command) 2>/dev/null)")
    }

    /// Fish escapes a quote within quotes by a backslash.
    private func quoted(_ text: String) -> String { "'" + text.escaping("'\\") + "'" }
}
