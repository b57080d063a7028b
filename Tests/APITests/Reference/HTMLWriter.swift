import TestSupport

/// Writes HTML; text is escaped.
struct HTMLWriter {
    private var html = ""

    /// The output of `write`.
    static func markup(_ write: (inout HTMLWriter) -> Void) -> String {
        var writer = HTMLWriter()
        write(&writer)
        return writer.html
    }

    /// A table whose cells are markup.
    mutating func table(_ heads: [String], _ rows: [[String]]) {
        html += "<table>\n<tr>" + heads.map { "<th scope=\"col\">\($0)" }.joined() + "\n"
        for row in rows { html += "<tr>" + row.map { "<td>\($0)" }.joined() + "\n" }
        html += "</table>\n"
    }

    /// An example in JSON.
    mutating func example(_ example: Node) {
        html += "<pre><code>\(Self.escaped(example.json(lines: 3)))</code></pre>\n"
    }

    /// An element of its own lines.
    mutating func element(
        _ name: String, _ attributes: String = "", _ content: (inout HTMLWriter) -> Void
    ) {
        html += "<\(name)\(attributes.isEmpty ? "" : " " + attributes)>"
        content(&self)
        html += "</\(name)>\n"
    }

    /// An element with a text.
    mutating func element(_ name: String, _ attributes: String = "", text: String) {
        element(name, attributes) { $0.text(text) }
    }

    mutating func raw(_ markup: String) { html += markup }

    mutating func text(_ text: String) { html += Self.escaped(text) }

    mutating func code(_ text: String) { html += "<code>\(Self.escaped(text))</code>" }

    mutating func link(_ target: String, code: String) {
        html += "<a href=\"\(Self.escaped(target))\"><code>\(Self.escaped(code))</code></a>"
    }

    /// One paragraph of a description. Backticks become code, line ends become spaces.
    mutating func prose(_ text: String) {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let words = part.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            let before = part.first.map { $0 == " " || $0 == "\n" } == true ? " " : ""
            let after = words.isEmpty || part.last != " " && part.last != "\n" ? "" : " "
            if index % 2 == 1 { code(words) } else { self.text(before + words + after) }
        }
    }

    /// A description: a paragraph for each block between empty lines.
    mutating func paragraphs(_ text: String?) {
        for block in (text ?? "").split(separator: "\n\n") where !block.allSatisfy(\.isWhitespace) {
            html += "<p>"
            prose(String(block.trimmingEnds))
            html += "</p>\n"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

extension Substring {
    fileprivate var trimmingEnds: Substring {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        while text.first?.isWhitespace == true { text.removeFirst() }
        return text
    }
}
