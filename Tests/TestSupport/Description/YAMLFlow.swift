/// Reads a YAML value that needs no indentation: `{a: 1}`, `[a, b]`, `'it''s'`, `plain text`.
struct YAMLFlow {
    /// A text that cannot be read.
    struct Fault: Error {
        let text: String
    }

    private let characters: [Character]
    private var next = 0

    /// Reads a text that is one value.
    static func read(_ text: String) throws(Fault) -> Node {
        var flow = YAMLFlow(characters: Array(text))
        let value = try flow.value(isInside: false)
        flow.skip()
        guard flow.next == flow.characters.count else {
            throw Fault(text: "goes on behind its value")
        }
        return value
    }

    private init(characters: [Character]) {
        self.characters = characters
    }

    private var character: Character? { next < characters.count ? characters[next] : nil }

    private mutating func skip() {
        while character == " " { next += 1 }
    }

    private mutating func take(_ expected: Character) -> Bool {
        skip()
        guard character == expected else { return false }
        next += 1
        return true
    }

    private mutating func value(isInside: Bool) throws(Fault) -> Node {
        skip()
        switch character {
        case "{": return try map()
        case "[": return try list()
        case "'", "\"": return .text(try quoted())
        case "&", "*", "!", "|", ">", "%", "@", "`", nil:
            throw Fault(text: "is a value that this reader does not know")
        default:
            let text = plain(isInside: isInside)
            guard !text.contains(": ") else { throw Fault(text: "is a key within a text") }
            return resolve(text)
        }
    }

    private mutating func map() throws(Fault) -> Node {
        next += 1
        var members: [String: Node] = [:]
        while !take("}") {
            let isQuoted = character == "'" || character == "\""
            let name = isQuoted ? try quoted() : plain(isInside: true)
            guard take(":") else { throw Fault(text: "lacks a colon after \(name)") }
            guard members.updateValue(try value(isInside: true), forKey: name) == nil else {
                throw Fault(text: "repeats the key \(name)")
            }
            if take(",") { continue }
            guard take("}") else { throw Fault(text: "lacks a closing brace") }
            break
        }
        return .map(members)
    }

    private mutating func list() throws(Fault) -> Node {
        next += 1
        var elements: [Node] = []
        while !take("]") {
            elements.append(try value(isInside: true))
            if take(",") { continue }
            guard take("]") else { throw Fault(text: "lacks a closing bracket") }
            break
        }
        return .list(elements)
    }

    private mutating func quoted() throws(Fault) -> String {
        let quote = characters[next]
        var text = ""
        next += 1
        while let character {
            next += 1
            if character == quote {
                // Within single quotes, two single quotes are one.
                guard quote == "'", self.character == "'" else { return text }
                next += 1
            } else if character == "\\", quote == "\"" {
                guard let escaped = self.character, "\"\\/".contains(escaped) else {
                    throw Fault(text: "has an escape that this reader does not know")
                }
                text.append(escaped)
                next += 1
                continue
            }
            text.append(character)
        }
        throw Fault(text: "lacks a closing quote")
    }

    private mutating func plain(isInside: Bool) -> String {
        let start = next
        while let character {
            if isInside, ",]}".contains(character) { break }
            let following = next + 1 < characters.count ? characters[next + 1] : " "
            if isInside, character == ":", following == " " { break }
            if character == "#", next > start, characters[next - 1] == " " { break }
            next += 1
        }
        let end = next
        if character == "#" { next = characters.count }
        return String(characters[start..<end]).trimmed
    }

    private func resolve(_ text: String) -> Node {
        switch text {
        case "null", "~": .null
        case "true": .bool(true)
        case "false": .bool(false)
        default: Double(text).map { .number($0) } ?? .text(text)
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
