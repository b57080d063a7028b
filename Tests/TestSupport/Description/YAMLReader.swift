/// Reads the part of YAML that openapi.yaml uses: blocks by indentation, flow collections, plain
/// and quoted scalars, texts after `|` and `>`, comments on lines of their own.
///
/// Other YAML is a fault. It is never read as something else.
package struct YAMLReader {
    /// A text that cannot be read, and its line.
    package struct Fault: Error, CustomStringConvertible {
        package let line: Int
        package let text: String

        package var description: String { "line \(line): \(text)" }
    }

    private var lines: [String]
    private var next = 0

    /// The content of a document.
    package static func read(_ text: String) throws(Fault) -> Node {
        var reader = YAMLReader(text)
        let node = try reader.block()
        guard reader.peek() == nil else {
            throw reader.fault("is less indented than the first line")
        }
        return node
    }

    private init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func fault(_ text: String) -> Fault {
        Fault(line: next + 1, text: text)
    }

    /// The next line with content: its indentation and its text.
    private mutating func peek() -> (indent: Int, text: Substring)? {
        while next < lines.count {
            let text = lines[next].drop { $0 == " " }
            if !text.isEmpty, !text.hasPrefix("#") {
                return (lines[next].count - text.count, text)
            }
            next += 1
        }
        return nil
    }

    private mutating func block() throws(Fault) -> Node {
        guard let (indent, text) = peek() else { return .null }
        return isElement(text) ? try list(indent) : try map(indent)
    }

    private func isElement(_ text: Substring) -> Bool {
        text == "-" || text.hasPrefix("- ")
    }

    private mutating func list(_ indent: Int) throws(Fault) -> Node {
        var elements: [Node] = []
        while let line = peek(), line.indent == indent, isElement(line.text) {
            let rest = line.text.dropFirst().drop { $0 == " " }
            let inner = indent + line.text.count - rest.count
            if rest.isEmpty {
                next += 1
                elements.append(try block())
            } else if key(rest) != nil {
                // The element is a map, whose first key is after the dash.
                lines[next] = String(repeating: " ", count: inner) + rest
                elements.append(try map(inner))
            } else {
                elements.append(try inline(rest, deeperThan: indent))
            }
        }
        return .list(elements)
    }

    private mutating func map(_ indent: Int) throws(Fault) -> Node {
        var members: [String: Node] = [:]
        while let line = peek(), line.indent == indent, !isElement(line.text) {
            guard let (name, rest) = key(line.text) else { throw fault("is no key with a colon") }
            guard members[name] == nil else { throw fault("repeats the key \(name)") }
            if rest.first == "|" || rest.first == ">" {
                members[name] = .text(long(rest, deeperThan: indent))
            } else if rest.isEmpty {
                next += 1
                let value = peek()
                let isBelow = value.map {
                    $0.indent > indent || $0.indent == indent && isElement($0.text)
                }
                members[name] = isBelow == true ? try block() : .null
            } else {
                members[name] = try inline(rest, deeperThan: indent)
            }
        }
        if let line = peek(), line.indent > indent { throw fault("is indented too far") }
        return .map(members)
    }

    /// The key at the beginning of a line, and the text after its colon; nil without a key.
    private func key(_ text: Substring) -> (String, Substring)? {
        if let quote = text.first, quote == "'" || quote == "\"" {
            guard let end = text.dropFirst().firstIndex(of: quote) else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest == ":" || rest.hasPrefix(": ") else { return nil }
            let name = text[text.index(after: text.startIndex)..<end]
            return (String(name), rest.dropFirst().drop { $0 == " " })
        }
        guard let first = text.first, !"{[&*!|>%@`".contains(first) else { return nil }
        if text.hasSuffix(":"), !text.contains(": ") { return (String(text.dropLast()), "") }
        guard let colon = text.firstRange(of: ": ") else { return nil }
        return (String(text[..<colon.lowerBound]), text[colon.upperBound...].drop { $0 == " " })
    }

    /// A text of several lines: unchanged after `|`, joined after `>`.
    private mutating func long(_ header: Substring, deeperThan indent: Int) -> String {
        next += 1
        var texts: [Substring] = []
        var margin: Int?
        while next < lines.count {
            let line = lines[next]
            let text = line.drop { $0 == " " }
            let depth = line.count - text.count
            guard text.isEmpty || depth > indent else { break }
            if margin == nil, !text.isEmpty { margin = depth }
            texts.append(line.dropFirst(margin ?? 0))
            next += 1
        }
        while texts.last?.isEmpty == true { texts.removeLast() }
        let joined = texts.joined(separator: header.first == ">" ? " " : "\n")
        return header.hasSuffix("-") ? joined : joined + "\n"
    }

    /// A value that begins in the line of its key, and continues in deeper lines.
    private mutating func inline(
        _ text: Substring, deeperThan indent: Int
    ) throws(Fault) -> Node {
        var whole = String(text)
        let begin = self
        next += 1
        while let line = peek(), line.indent > indent {
            whole += " " + line.text
            next += 1
        }
        do throws(YAMLFlow.Fault) {
            return try YAMLFlow.read(whole)
        } catch {
            throw begin.fault(error.text)
        }
    }
}
