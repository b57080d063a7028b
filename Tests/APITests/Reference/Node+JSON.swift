import TestSupport

extension Node {
    /// The content as JSON, with members sorted by name and a line for each outer member.
    var json: String {
        var text = ""
        write(to: &text, depth: 0)
        return text + "\n"
    }

    /// The depth down to which members have lines of their own.
    private static let lines = 3

    private func write(to text: inout String, depth: Int) {
        switch self {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let number):
            text += Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .text(let string): Self.write(string, to: &text)
        case .list(let elements):
            Self.write(elements.count, "[", "]", to: &text, depth) { index, text in
                elements[index].write(to: &text, depth: depth + 1)
            }
        case .map(let members):
            let names = members.keys.sorted()
            Self.write(names.count, "{", "}", to: &text, depth) { index, text in
                Self.write(names[index], to: &text)
                text += ":"
                members[names[index]]?.write(to: &text, depth: depth + 1)
            }
        }
    }

    private static func write(
        _ count: Int, _ opening: String, _ closing: String, to text: inout String, _ depth: Int,
        _ write: (Int, inout String) -> Void
    ) {
        let margin = depth < lines ? "\n" + String(repeating: " ", count: depth) : ""
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
