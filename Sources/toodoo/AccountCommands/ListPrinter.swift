import API
import HTTP

/// Prints a list for a reader, as lines with fields separated by tabs below their headings, or for
/// a program, as a JSON array with an object on each line.
struct ListPrinter {
    /// One field of an entry; its name is the name of the member in JSON.
    enum Field {
        case text(String, String)
        case number(String, Int)
        /// A value that can be absent: a word in text, no member in JSON.
        case optional(String, String?, otherwise: String)
    }

    private let headings: [String]
    private let isJSON: Bool
    private var count = 0

    init(_ headings: [String], isJSON: Bool) {
        self.headings = headings
        self.isJSON = isJSON
    }

    /// Prints an entry; before the first one the headings.
    mutating func print(_ fields: [Field]) {
        begin()
        count += 1
        Output.line(isJSON ? (count > 1 ? "," : "") + Self.json(fields) : Self.line(fields))
    }

    /// Prints the end of the list; without entries only the headings.
    mutating func finish() {
        begin()
        if isJSON { Output.line("]") }
    }

    private func begin() {
        guard count == 0 else { return }
        Output.line(isJSON ? "[" : headings.joined(separator: "\t"))
    }

    private static func line(_ fields: [Field]) -> String {
        fields.map { field in
            switch field {
            case .text(_, let text): text.printable
            case .number(_, let number): "\(number)"
            case .optional(_, let text, let otherwise): text?.printable ?? otherwise
            }
        }.joined(separator: "\t")
    }

    private static func json(_ fields: [Field]) -> String {
        var bytes = ByteWriter(capacity: 256)
        var separator: StaticString = "{"
        for field in fields {
            switch field {
            case .text(let name, let text), .optional(let name, let text?, otherwise: _):
                bytes.append(separator)
                bytes.appendJSON(name)
                bytes.append(":")
                bytes.appendJSON(text)
            case .number(let name, let number):
                bytes.append(separator)
                bytes.appendJSON(name)
                bytes.append(":")
                bytes.append(decimal: number)
            case .optional(_, nil, otherwise: _): continue
            }
            separator = ","
        }
        bytes.append("}")
        return String(copying: bytes)
    }
}
