extension ProgramSpec {
    /// The help of the program, with its list of commands.
    package var help: String {
        let words = firstWords.map { word in
            guard let group = groups.first(where: { $0.name == word }) else {
                let command = commands.first { $0.name == word }
                let form = [word, command?.operand?.usage].compactMap { $0 }.joined(separator: " ")
                return (form, command?.summary ?? "")
            }
            return (word, group.summary)
        }
        let usage = fallback == nil ? "COMMAND" : "[COMMAND]"
        let options = common.isEmpty ? [] : ["Options of all commands:\n" + rows(common)]
        return Self.text(
            [title, "usage: \(name) \(usage) [OPTION…]", rows(words)] + options + [
                "\(name) COMMAND --help prints the help of a command.", notes,
            ])
    }

    /// The help of a command, or of a group, whose name these words are; without words the help of
    /// the program.
    package func help(of words: [String]) throws(UsageFailure) -> String {
        if words.isEmpty { return help }
        let name = words.joined(separator: " ")
        if let command = commands.first(where: { $0.name == name }) { return help(of: command) }
        if let group = groups.first(where: { $0.name == name }) { return help(of: group) }
        throw .unknownCommand(name)
    }

    func help(of command: CommandSpec) -> String {
        let usage = command.usage.map { "\(name) \(command.name) \($0)".trimmed }
        let sections = command.sections + [(nil, common)].filter { !$0.options.isEmpty }
        let margin = Self.margin(sections.flatMap(\.options).map(\.form))
        return Self.text(
            ["usage: " + usage.joined(separator: "\n       "), paragraphs(command.about)]
                + sections.map { title, options in
                    (title.map { $0 + "\n" } ?? "") + rows(options, margin: margin)
                } + [paragraphs(command.notes)])
    }

    func help(of group: Group) -> String {
        let words = members(of: group).map { ($0.command.name, $0.command.summary) }
        return Self.text([
            "usage: \(name) \(group.name) COMMAND [OPTION…]", rows(words),
            "\(name) \(group.name) COMMAND --help prints the help of a command.",
        ])
    }

    private static func text(_ blocks: [String]) -> String {
        blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func paragraphs(_ text: String) -> String {
        text.paragraphs.map { $0.wrapped(to: columns, margin: 0) }.joined(separator: "\n\n")
    }

    private func rows(_ options: [OptionSpec], margin: Int? = nil) -> String {
        rows(options.map { ($0.form, $0.help) }, margin: margin)
    }

    /// Two columns: terms and their texts.
    private func rows(_ rows: [(term: String, text: String)], margin: Int? = nil) -> String {
        let margin = margin ?? Self.margin(rows.map(\.term))
        return rows.map { term, text in
            "  " + term + String(repeating: " ", count: margin - 2 - term.count)
                + text.wrapped(to: columns, margin: margin)
        }
        .joined(separator: "\n")
    }

    private static func margin(_ terms: [String]) -> Int { 4 + (terms.map(\.count).max() ?? 0) }
}

extension String {
    /// The parts between blank lines, each in one line.
    var paragraphs: [String] {
        split(separator: "\n", omittingEmptySubsequences: false)
            .split { $0.isEmpty }.map { $0.joined(separator: " ") }
    }

    /// The words in lines, all but the first behind a margin.
    fileprivate func wrapped(to columns: Int, margin: Int) -> String {
        var lines: [String] = []
        for word in split(whereSeparator: \.isWhitespace) {
            if let line = lines.last, margin + line.count + 1 + word.count <= columns {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: margin))
    }

    fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}
