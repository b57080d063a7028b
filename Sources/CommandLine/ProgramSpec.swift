package struct ProgramSpec: Sendable {
    /// Commands of two words that share the first one.
    package struct Group: Sendable {
        package let name: String
        let summary: String

        /// A group, with its line in the list of commands.
        package init(_ name: String, _ summary: String) {
            (self.name, self.summary) = (name, summary)
        }
    }

    /// What a command line asks for.
    package enum Request {
        case help(String)
        case command(CommandSpec, ParsedArguments)
    }

    package let name: String
    /// The first line of the help.
    let title: String
    /// In the order of the help.
    package let commands: [CommandSpec]
    let groups: [Group]
    package let common: [OptionSpec]
    /// The command that runs if none is named; options may then come before a command.
    let fallback: CommandSpec?
    /// What to do after an unknown command.
    let hint: String
    /// The last paragraph of the help.
    let notes: String
    /// The columns of the help.
    let columns: Int

    /// A program; each command also gets the common options.
    package init(
        _ name: String, title: String, commands: [CommandSpec], groups: [Group] = [],
        common: [OptionSpec] = [], fallback: CommandSpec? = nil, hint: String? = nil,
        notes: String = "", columns: Int = 100
    ) {
        self.columns = columns
        (self.name, self.title, self.groups, self.common) = (name, title, groups, common)
        (self.commands, self.fallback, self.notes) = (commands, fallback, notes)
        self.hint = hint ?? "try \(name) help"
    }

    /// The request of the words behind the program's name.
    package func request(_ words: [String]) throws(UsageFailure) -> Request {
        var words = words
        if let alias = Self.aliases[words.first ?? ""] { words[0] = alias }
        guard let place = place(of: words) else {
            guard let fallback else { throw .unknownCommand(words.first ?? "") }
            if Self.asksForHelp(words) { return .help(help) }
            return .command(fallback, try parse(words, of: fallback))
        }
        var (name, rest) = (words.remove(at: place), words)
        if let group = groups.first(where: { $0.name == name }) {
            guard rest.count > place, !rest[place].hasPrefix("-") else {
                if Self.asksForHelp(rest) { return .help(help(of: group)) }
                throw .missingCommand(group: name)
            }
            name += " " + rest.remove(at: place)
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            throw .unknownCommand(name)
        }
        if Self.asksForHelp(rest) { return .help(help(of: command)) }
        return .command(command, try parse(rest, of: command))
    }

    /// Whether an option asks for help; then the other words are not checked.
    package static func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// The first words of the commands, each once.
    var firstWords: [String] {
        var words: [String] = []
        for command in commands {
            let word = String(command.name.prefix { $0 != " " })
            if !words.contains(word) { words.append(word) }
        }
        return words
    }

    /// The commands of a group, by their second words.
    func members(of group: Group) -> [(word: String, command: CommandSpec)] {
        commands.filter { $0.name.hasPrefix(group.name + " ") }
            .map { (String($0.name.dropFirst(group.name.count + 1)), $0) }
    }

    /// The options whose next word is their value, in every command that has them.
    var valuedOptions: [String] {
        var names: [String] = []
        for option in common + commands.flatMap(\.options)
        where option.placeholder != nil && !names.contains(option.name) {
            names.append(option.name)
        }
        return names
    }

    private static let aliases = [
        "--help": "help", "-h": "help", "--version": "version", "-V": "version",
    ]

    /// The place of the command's name; nil without one.
    private func place(of words: [String]) -> Int? {
        guard fallback != nil else { return words.isEmpty ? nil : 0 }
        let valued = valuedOptions
        var place = 0
        while place < words.count, words[place] != "--" {
            if !words[place].hasPrefix("-") { return place }
            place += valued.contains(words[place]) ? 2 : 1
        }
        return nil
    }

    private func parse(
        _ words: [String], of command: CommandSpec
    ) throws(UsageFailure) -> ParsedArguments {
        try ParsedArguments(words, of: command, common: common)
    }
}
