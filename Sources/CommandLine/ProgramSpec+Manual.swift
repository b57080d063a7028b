extension ProgramSpec {
    /// What only the manual page says.
    package struct Manual: Sendable {
        let version: String
        let purpose: String
        let about: String
        let exitCodes: [(code: String, meaning: String)]
        let files: [(path: String, meaning: String)]

        /// The parts of a page.
        package init(
            version: String, purpose: String, about: String,
            exitCodes: [(code: String, meaning: String)],
            files: [(path: String, meaning: String)]
        ) {
            (self.version, self.purpose, self.about) = (version, purpose, about)
            (self.exitCodes, self.files) = (exitCodes, files)
        }
    }

    /// The manual page in the man macros, see man(7).
    package func page(_ manual: Manual) -> String {
        let lines =
            [
                ".TH \(name.uppercased()) 1 \"\" \"\(name) \(manual.version)\" \"User Commands\"",
                ".SH NAME", "\(name) \\- \(Self.escaped(manual.purpose))", ".SH SYNOPSIS",
                ".B \(name)", fallback == nil ? ".I COMMAND" : "[\\fICOMMAND\\fR]",
                "[\\fIOPTION\\fR…]", ".SH DESCRIPTION", Self.escaped(manual.about),
                ".SH COMMANDS",
            ] + commands.flatMap(section)
            + (common.isEmpty ? [] : [".SH OPTIONS", "All commands have these."])
            + common.flatMap(lines) + [".SH EXIT STATUS"]
            + manual.exitCodes.flatMap { [".TP", $0.code, Self.escaped($0.meaning)] }
            + [".SH FILES"] + manual.files.flatMap { [".TP", $0.path, Self.escaped($0.meaning)] }
        return lines.joined(separator: "\n")
    }

    private func section(of command: CommandSpec) -> [String] {
        var lines = command.usage.map { ".SS \"\(Self.escaped("\(name) \(command.name) \($0)"))\"" }
        lines += command.about.paragraphs.flatMap { [".PP", Self.escaped($0)] }
        for (title, options) in command.sections {
            if let title { lines += [".PP", Self.escaped(title)] }
            lines += options.flatMap(self.lines)
        }
        return lines + command.notes.paragraphs.flatMap { [".PP", Self.escaped($0)] }
    }

    private func lines(of option: OptionSpec) -> [String] {
        [".TP", ".B \"\(Self.escaped(option.form))\"", Self.escaped(option.help.oneLine)]
    }

    /// A backslash begins an escape, a plain hyphen may become a typographic one, and a dot or
    /// apostrophe at the beginning of a line a request.
    private static func escaped(_ text: String) -> String {
        var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            default: result.append(character)
            }
        }
        return result
    }
}
