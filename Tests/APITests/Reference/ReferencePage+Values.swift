import TestSupport

/// Values of the document: types, limits, examples.
extension ReferencePage {
    func writeExamples(of content: Node, to html: inout HTMLWriter) {
        for (_, media) in content.members.sorted(by: { $0.key < $1.key }) {
            if let example = media["example"] { html.example(example) }
            for (_, example) in (media["examples"]?.members ?? [:]).sorted(by: { $0.key < $1.key })
            {
                html.paragraphs(example["summary"]?.text)
                if let value = example["value"] { html.example(value) }
            }
        }
    }

    func write(content: Node, to html: inout HTMLWriter) {
        for (index, (type, media)) in content.members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { html.text(", ") }
            html.code(type)
            guard let schema = media["schema"], !schema.members.isEmpty else { continue }
            html.text(": ")
            write(type: schema, to: &html)
        }
    }

    /// Writes the type of a value: a reference, or a type with its limits.
    func write(type schema: Node, to html: inout HTMLWriter) {
        if let name = schema.referred { return html.link("#schema-\(name)", code: name) }
        let choices = ["oneOf", "anyOf", "allOf"].compactMap { schema[$0]?.elements }.first ?? []
        if !choices.isEmpty {
            for (index, choice) in choices.enumerated() {
                if index > 0 { html.text(schema["allOf"] == nil ? " or " : " and ") }
                write(type: choice, to: &html)
            }
            return
        }
        let types = schema["type"]?.elements.compactMap(\.text) ?? []
        let isAny = schema["type"]?.text == nil && types.isEmpty
        html.text(isAny ? "any value" : schema["type"]?.text ?? types.joined(separator: " or "))
        if let items = schema["items"] {
            html.text(" of ")
            write(type: items, to: &html)
        }
        for (name, words) in Self.limits {
            guard let value = schema[name] else { continue }
            html.text(", \(words) ")
            let values = value.elements.isEmpty ? [value] : value.elements
            for (index, value) in values.enumerated() {
                if index > 0 { html.text(", ") }
                html.code(value.plain)
            }
        }
    }

    private static let limits = [
        ("format", "format"), ("const", "always"), ("enum", "one of"),
        ("minimum", "at least"), ("maximum", "at most"), ("exclusiveMinimum", "more than"),
        ("exclusiveMaximum", "less than"), ("pattern", "matches"), ("default", "otherwise"),
        ("minLength", "characters at least"), ("maxLength", "characters at most"),
        ("minItems", "elements at least"), ("maxItems", "elements at most"),
    ]

    func resolve(_ node: Node) -> Node {
        guard let reference = node["$ref"]?.text else { return node }
        return reference.split(separator: "/").dropFirst().reduce(document) { found, step in
            found[String(step)] ?? .null
        }
    }
}

extension Node {
    /// The last part of a reference; nil if it is not a reference.
    var referred: String? {
        self["$ref"]?.text?.split(separator: "/").last.map(String.init)
    }

    /// A scalar as it is in the document, and anything else as JSON.
    var plain: String {
        text ?? json(lines: 3)
    }
}
