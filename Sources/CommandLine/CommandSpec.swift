/// The declaration of a command, from which parsing, help, completion and the manual are made.
package struct CommandSpec: Sendable {
    /// The arguments that are neither options nor their values.
    package struct Operand: Sendable {
        /// As help writes it: `FILE|-`, where the dash means standard input or output.
        let form: String
        /// What a message says that is missing.
        let noun: String
        let count: ClosedRange<Int>
        let completion: Completion

        /// Operands, by default exactly one.
        package init(
            _ form: String, _ noun: String? = nil, count: ClosedRange<Int> = 1...1,
            completes completion: Completion = .nothing
        ) {
            (self.form, self.noun) = (form, noun ?? form)
            (self.count, self.completion) = (count, completion)
        }

        /// Whether `-` is such an operand, and no misspelt option.
        var takesDash: Bool { completion != .files || form.hasSuffix("|-") }
        var usage: String { count.lowerBound == 0 ? "[\(form)]" : form }
    }

    /// Options under a heading.
    package typealias Section = (title: String?, options: [OptionSpec])

    /// One word, or two if the first is the name of a group.
    package let name: String
    /// The line in the list of commands.
    package let summary: String
    let operand: Operand?
    /// Words that other programs have for the command, which a message answers with its name.
    let synonyms: [String]
    let sections: [Section]
    /// The text after the name in each line of the usage.
    let usage: [String]
    /// Paragraphs of help before the options.
    let about: String
    /// Paragraphs of help after the options.
    let notes: String

    package init(
        _ name: String, _ summary: String, operand: Operand? = nil, synonyms: [String] = [],
        sections: [Section], usage: [String]? = nil, about: String? = nil, notes: String = ""
    ) {
        (self.name, self.summary, self.operand, self.notes) = (name, summary, operand, notes)
        self.synonyms = synonyms
        self.sections = sections.filter { !$0.options.isEmpty }
        self.about = about ?? "\(summary.prefix(1).uppercased())\(summary.dropFirst())."
        let required = sections.flatMap(\.options).filter(\.isRequired).map(\.form)
        let words = ([operand?.usage].compactMap { $0 } + required).joined(separator: " ")
        let options = self.sections.isEmpty ? [] : ["[OPTION…]"]
        self.usage = (usage ?? [words]).map {
            (($0.isEmpty ? [] : [$0]) + options).joined(separator: " ")
        }
    }

    /// A command with few options.
    package init(
        _ name: String, _ summary: String, operand: Operand? = nil, synonyms: [String] = [],
        options: [OptionSpec] = [], usage: [String]? = nil, about: String? = nil,
        notes: String = ""
    ) {
        self.init(
            name, summary, operand: operand, synonyms: synonyms, sections: [(nil, options)],
            usage: usage, about: about, notes: notes)
    }

    package var options: [OptionSpec] { sections.flatMap(\.options) }
}
