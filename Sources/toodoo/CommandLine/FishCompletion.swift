/// The completion script for fish.
enum FishCompletion {
    static var script: String {
        let groups = CommandGroup.all.map { group in
            let words = group.commands.map { $0.spec.name.dropFirst(group.name.count + 1) }
            let list = words.joined(separator: " ")
            return [rule("__fish_use_subcommand", "-a \(group.name)", group.summary)]
                + group.commands.map { command in
                    rule(
                        "__fish_seen_subcommand_from \(group.name); "
                            + "and not __fish_seen_subcommand_from \(list)",
                        "-a \(command.spec.name.dropFirst(group.name.count + 1))",
                        command.spec.summary)
                }
        }
        let beginning = [
            "# Completion of toodoo for fish; made by toodoo completion fish.",
            "complete -c toodoo -f",
        ]
        let commands = groups.flatMap { $0 } + CommandEntry.all.flatMap(rules)
        return (beginning + commands).joined(separator: "\n")
    }

    private static func rule(_ condition: String, _ what: String, _ description: String) -> String {
        "complete -c toodoo -n \(condition.singleQuoted) \(what) -d \(quoted(description))"
    }

    private static func rules(of command: CommandEntry) -> [String] {
        let words = command.name.split(separator: " ")
        let condition = words.map { "__fish_seen_subcommand_from \($0)" }
            .joined(separator: "; and ")
        var rules =
            words.count == 1
            ? [rule("__fish_use_subcommand", "-a \(command.name)", command.summary)] : []
        for option in command.options {
            let name = "-l \(option.name.dropFirst(2))"
            rules.append(rule(condition, name + value(of: option), option.text))
        }
        switch command.operand {
        case .none, .text: break
        case .file: rules.append("complete -c toodoo -n \(condition.singleQuoted) -F")
        case .words(let words):
            rules.append(
                "complete -c toodoo -n \(condition.singleQuoted) -a "
                    + quoted(words.joined(separator: " ")))
        }
        return rules
    }

    private static func value(of option: HelpPage.Row) -> String {
        guard option.placeholder != nil else { return "" }
        if option.takesPath { return " -r -F" }
        return option.words.isEmpty
            ? " -x" : " -x -a \(quoted(option.words.joined(separator: " ")))"
    }

    /// Fish escapes a quote within quotes by a backslash.
    private static func quoted(_ text: String) -> String {
        var result = "'"
        for character in text {
            if "'\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result + "'"
    }
}
