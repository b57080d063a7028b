import TestSupport

/// Renders openapi.yaml as a page without scripts or other resources.
///
/// `HEAD` and `OPTIONS`, which every path has, are named but not described.
struct ReferencePage {
    let document: Node
    /// The paths in the order of the document.
    private let paths: [String]

    /// The page of a document. Its text is needed for the order of the paths.
    static func page(of document: Node, _ text: String) -> String {
        HTMLWriter.markup { html in ReferencePage(document, text).write(to: &html) }
    }

    init(_ document: Node, _ text: String) {
        self.document = document
        paths = text.matches(of: /(?m)^  (\/[^ ]*):$/).map { String($0.output.1) }
    }

    private func write(to html: inout HTMLWriter) {
        let info = document["info"] ?? .null
        let title = "\(info["title"]?.text ?? "") \(info["version"]?.text ?? "")"
        html.raw(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(title): the API</title>
            <style>\(Self.style)</style>

            """)
        html.element("h1", text: "\(title): the API")
        html.paragraphs(info["description"]?.text)
        html.raw(
            """
            <p>For machines: <a href="/openapi.yaml">openapi.yaml</a>, \
            <a href="/openapi.json">openapi.json</a> (OpenAPI \(document["openapi"]?.text ?? "")).</p>

            """)
        let id = resolve(.map(["$ref": .text("#/components/parameters/RequestID")]))
        html.paragraphs("Every request may have `X-Request-Id`: \(id["description"]?.text ?? "")")
        writeContents(to: &html)
        for tag in document["tags"]?.elements ?? [] { write(tag: tag, to: &html) }
        writeResponses(to: &html)
        writeSchemas(to: &html)
        writeProblems(to: &html)
        html.raw("</html>\n")
    }

    // MARK: Operations

    typealias Operation = (method: String, path: String, node: Node)

    /// The operations of a tag, or of all tags, that have a section.
    func operations(of tag: String) -> [Operation] {
        paths.flatMap { path in
            ["get", "post", "put", "patch", "delete"].compactMap { method in
                guard let node = document["paths"]?[path]?[method],
                    node["tags"]?.elements.contains(.text(tag)) == true
                else { return nil }
                return (method.uppercased(), path, node)
            }
        }
    }

    private func writeContents(to html: inout HTMLWriter) {
        html.element("nav", "aria-label=\"Contents\"") { html in
            html.raw("<ul>\n")
            for tag in document["tags"]?.elements ?? [] {
                let name = tag["name"]?.text ?? ""
                html.raw("<li><a href=\"#\(name)\">\(name)</a>\n<ul>\n")
                for (method, path, node) in operations(of: name) {
                    html.raw("<li>")
                    html.link("#\(node["operationId"]?.text ?? "")", code: "\(method) \(path)")
                    html.raw("\n")
                }
                html.raw("</ul>\n")
            }
            for (id, name) in [
                ("responses", "Responses"), ("schemas", "Schemas"), ("problems", "Problems"),
            ] {
                html.raw("<li><a href=\"#\(id)\">\(name)</a>\n")
            }
            html.raw("</ul>\n")
        }
    }

    private func write(tag: Node, to html: inout HTMLWriter) {
        let name = tag["name"]?.text ?? ""
        html.element("h2", "id=\"\(name)\"", text: name.prefix(1).uppercased() + name.dropFirst())
        html.paragraphs(tag["description"]?.text)
        for operation in operations(of: name) { write(operation, to: &html) }
    }

    private func write(_ operation: Operation, to html: inout HTMLWriter) {
        let (method, path, node) = operation
        html.element("h3", "id=\"\(node["operationId"]?.text ?? "")\"") { html in
            html.code("\(method) \(path)")
        }
        html.paragraphs(node["summary"]?.text)
        html.paragraphs(node["description"]?.text)
        if node["security"] != nil { html.raw("<p>Requires a token.</p>\n") }
        let shared = document["paths"]?[path]?["parameters"]?.elements ?? []
        write(parameters: shared + (node["parameters"]?.elements ?? []), to: &html)
        if let body = node["requestBody"]?["content"] {
            html.raw("<p>Body: ")
            write(content: body, to: &html)
            html.raw("</p>\n")
            writeExamples(of: body, to: &html)
        }
        html.table(["status", "response"], responseRows(node["responses"] ?? .null))
    }

    private func write(parameters: [Node], to html: inout HTMLWriter) {
        let rows = parameters.filter { $0.referred != "RequestID" }.map(resolve).map { parameter in
            [
                HTMLWriter.markup { html in
                    html.code(parameter["name"]?.text ?? "")
                    html.text(parameter["required"] == .bool(true) ? " (required)" : "")
                },
                HTMLWriter.markup { $0.text(parameter["in"]?.text ?? "") },
                value(parameter["schema"] ?? .null, parameter["description"]),
            ]
        }
        if !rows.isEmpty { html.table(["parameter", "in", "meaning"], rows) }
    }

    private func responseRows(_ responses: Node) -> [[String]] {
        responses.members.sorted { $0.key < $1.key }.map { status, reference in
            [
                HTMLWriter.markup { $0.code(status) },
                HTMLWriter.markup { html in
                    guard let name = reference.referred else {
                        return html.prose(reference["description"]?.text ?? "")
                    }
                    html.link("#response-\(name)", code: name)
                },
            ]
        }
    }

    /// A type and its meaning.
    private func value(_ schema: Node, _ description: Node?) -> String {
        HTMLWriter.markup { html in
            write(type: schema, to: &html)
            guard let text = description?.text else { return }
            html.text(". ")
            html.prose(text)
        }
    }

    // MARK: Components

    /// The shared responses of operations that have a section.
    private func writeResponses(to html: inout HTMLWriter) {
        html.element("h2", "id=\"responses\"", text: "Responses")
        html.paragraphs("Each has `Date`, `X-Request-Id` and `X-Content-Type-Options` as well.")
        let everywhere: Set = ["Date", "X-Request-Id"]
        let described = (document["tags"]?.elements ?? [])
            .flatMap { operations(of: $0["name"]?.text ?? "") }
            .flatMap { $0.node["responses"]?.members.values.compactMap { $0["$ref"]?.text } ?? [] }
        for reference in Set(described).sorted() {
            let node = Node.map(["$ref": .text(reference)])
            let (name, response) = (node.referred ?? "", resolve(node))
            html.element("h3", "id=\"response-\(name)\"") { $0.code(name) }
            html.paragraphs(response["description"]?.text)
            let headers = (response["headers"]?.members.keys.sorted() ?? [])
                .filter { !everywhere.contains($0) }
            if !headers.isEmpty {
                html.raw("<p>Header fields: ")
                for (index, header) in headers.enumerated() {
                    if index > 0 { html.text(", ") }
                    html.code(header)
                }
                html.raw("</p>\n")
            }
            guard let content = response["content"] else { continue }
            html.raw("<p>Content: ")
            write(content: content, to: &html)
            html.raw("</p>\n")
            writeExamples(of: content, to: &html)
        }
    }

    private func writeSchemas(to html: inout HTMLWriter) {
        html.element("h2", "id=\"schemas\"", text: "Schemas")
        let schemas = document["components"]?["schemas"]?.members ?? [:]
        for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) {
            html.element("h3", "id=\"schema-\(name)\"") { $0.code(name) }
            html.paragraphs(schema["description"]?.text)
            html.raw("<p>")
            write(type: schema, to: &html)
            html.raw("</p>\n")
            write(membersOf: schema, to: &html)
            if let example = schema["example"], schema["properties"] != nil {
                html.example(example)
            }
        }
    }

    /// The required members come first, in the order of `required`.
    private func write(membersOf schema: Node, to html: inout HTMLWriter) {
        guard let properties = schema["properties"]?.members else { return }
        let required = (schema["required"]?.elements ?? []).compactMap(\.text)
        let names =
            required.filter { properties[$0] != nil }
            + properties.keys.filter { !required.contains($0) }.sorted()
        html.table(
            ["member", "value"],
            names.map { name in
                let member = properties[name] ?? .null
                return [
                    HTMLWriter.markup { html in
                        html.code(name)
                        html.text(required.contains(name) ? " (required)" : "")
                    }, value(member, member["description"]),
                ]
            })
    }

    private func writeProblems(to html: inout HTMLWriter) {
        html.element("h2", "id=\"problems\"", text: "Problems")
        let schema = document["components"]?["schemas"]?["ProblemType"]
        let rows = (schema?["x-problem-types"]?.elements ?? []).map { problem in
            let type = problem["type"]?.text ?? ""
            return [
                HTMLWriter.markup { $0.link(type, code: type) },
                problem["status"]?.number.map { "\(Int($0))" } ?? "",
                HTMLWriter.markup { $0.text(problem["title"]?.text ?? "") },
            ]
        }
        html.table(["type", "status", "title"], rows)
    }

    /// The colours are the browser's, light or dark.
    static let style = """
        :root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}\
        body{max-width:60rem;margin:0 auto;padding:1rem}\
        code,pre{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}\
        pre{overflow-x:auto;border-left:.2rem solid;padding-left:.8rem}\
        h2{border-top:1px solid;padding-top:1rem;margin-top:3rem}h3{margin-top:2rem}\
        table{border-collapse:collapse;width:100%}\
        th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-top:1px solid}\
        nav>ul{columns:20rem;padding-left:1rem}
        """
}
