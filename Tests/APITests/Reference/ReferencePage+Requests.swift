import TestSupport

/// docs/reference/requests.md: every request in one line.
extension ReferencePage {
    private static let introduction = """
        # Requests

        A test compares this page with [openapi.yaml](../../openapi.yaml), which has the parameters,
        contents and responses. A server shows the same as a page at `/docs`. Every path also answers
        `OPTIONS`, and `HEAD` where it answers `GET`.

        """

    /// The page in Markdown.
    static func requests(of document: Node, _ text: String) -> String {
        let page = ReferencePage(document, text)
        let names = (document["tags"]?.elements ?? []).compactMap { $0["name"]?.text }
        return introduction + names.map(page.section).joined()
    }

    private func section(_ tag: String) -> String {
        let rows = operations(of: tag).map { method, path, node in
            let lines = (node["summary"]?.text ?? "").split(separator: "\n")
            let summary = lines.joined(separator: " ")
            return "| `\(method) \(path)` | \(summary) |\n"
        }
        return """

            ## \(tag.prefix(1).uppercased() + tag.dropFirst())

            | request | effect |
            |---|---|

            """ + rows.joined()
    }
}
