/// The parsed help of a command: completion and the manual page are made from the text that
/// `--help` prints.
///
///     usage: toodoo import FILE|- [OPTION…]      usage
///                                                a blank line ends a block
///     Imports items from a file …                paragraph
///
///       --wait TIME        maximum time …        row: a term, two spaces or more, a text,
///                          (10s)                      which may go on below
struct HelpPage: Equatable {
    /// A term with its text.
    struct Row: Equatable {
        let term: String
        var text: String

        /// The first word of the term: of an option, its name.
        var name: String { String(term.prefix { $0 != " " }) }
        /// The placeholder of an option's value; nil if it takes none.
        var placeholder: String? {
            let rest = term.dropFirst(name.count + 1)
            return rest.isEmpty ? nil : String(rest)
        }
        var isOption: Bool { term.hasPrefix("--") }
        /// The words that an option's value can be, in so far as the placeholder lists them.
        var words: [String] {
            guard let placeholder, placeholder.contains("|") else { return [] }
            return placeholder.split(separator: "|").map(String.init)
                .filter { $0.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } }
        }
        /// Whether an option's value is the path of a file.
        var takesPath: Bool { placeholder == "PATH" }
    }

    /// A part of the help between blank lines, or a row.
    enum Block: Equatable {
        case paragraph(String)
        case row(Row)
    }

    private(set) var usage: [String] = []
    private(set) var blocks: [Block] = []

    /// Parses a help text.
    init(_ help: String) {
        var isUsage = true
        var isOpen = false
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = String(line.drop { $0 == " " })
            let indent = line.count - text.count
            if text.isEmpty {
                (isUsage, isOpen) = (false, false)
            } else if isUsage {
                usage.append(text.hasPrefix("usage: ") ? String(text.dropFirst(7)) : text)
            } else if indent == 2 {
                blocks.append(.row(Self.row(text)))
                isOpen = true
            } else {
                append(text, toLast: isOpen && (indent > 2 || !endsWithRow))
                isOpen = true
            }
        }
    }

    /// The rows that are options.
    var options: [Row] {
        blocks.compactMap { if case .row(let row) = $0, row.isOption { row } else { nil } }
    }

    private var endsWithRow: Bool {
        if case .row? = blocks.last { true } else { false }
    }

    private mutating func append(_ text: String, toLast continues: Bool) {
        guard continues, let last = blocks.popLast() else {
            return blocks.append(.paragraph(text))
        }
        switch last {
        case .paragraph(let begun): blocks.append(.paragraph(begun + " " + text))
        case .row(var row):
            row.text += " " + text
            blocks.append(.row(row))
        }
    }

    private static func row(_ text: String) -> Row {
        var characters = Array(text)[...]
        var term = ""
        while let character = characters.popFirst() {
            if character == " ", characters.first == " " { break }
            term.append(character)
        }
        return Row(term: term, text: String(characters.drop { $0 == " " }))
    }
}
