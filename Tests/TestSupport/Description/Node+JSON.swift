extension Node {
    /// The value as JSON, members sorted by name.
    package var json: String { json(lines: 0) }

    /// The same, in which members down to this depth have lines of their own.
    package func json(lines: Int) -> String {
        var text = ""
        write(to: &text, lines: lines, depth: 0)
        return text
    }

    private func write(to text: inout String, lines: Int, depth: Int) {
        switch self {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let number):
            text += Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .text(let string): Self.write(string, to: &text)
        case .list(let elements):
            let margin = Self.margin(lines, depth)
            Self.write(elements.count, "[", "]", to: &text, margin) { index, text in
                elements[index].write(to: &text, lines: lines, depth: depth + 1)
            }
        case .map(let members):
            let names = members.keys.sorted()
            let margin = Self.margin(lines, depth)
            Self.write(names.count, "{", "}", to: &text, margin) { index, text in
                Self.write(names[index], to: &text)
                text += ":"
                members[names[index]]?.write(to: &text, lines: lines, depth: depth + 1)
            }
        }
    }

    private static func margin(_ lines: Int, _ depth: Int) -> String {
        depth < lines ? "\n" + String(repeating: " ", count: depth) : ""
    }

    private static func write(
        _ count: Int, _ opening: String, _ closing: String, to text: inout String,
        _ margin: String, _ write: (Int, inout String) -> Void
    ) {
        text += opening
        for index in 0..<count {
            if index > 0 { text += "," }
            if !margin.isEmpty { text += margin + " " }
            write(index, &text)
        }
        if count > 0 { text += margin }
        text += closing
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
