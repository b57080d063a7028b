import HTTP

/// The HTML pages at the URIs of problems' `type` (RFC 9457 §3.1.1).
enum ProblemPage {
    static func page(of kind: ProblemKind) -> HTMLPage {
        pages[kind] ?? make(kind)
    }

    /// All pages, built on first use.
    private static let pages = Dictionary(
        uniqueKeysWithValues: ProblemKind.allCases.map { ($0, make($0)) })

    private static func make(_ kind: ProblemKind) -> HTMLPage {
        let (name, title, status) = kind.entry
        let (meaning, remedy) = kind.page
        return HTMLPage(
            Array(
                """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width">
                <title>\(title)</title>
                <h1>\(title)</h1>
                <p><code>/problems/\(name)</code>, status \(status.rawValue)
                <h2>What it means</h2>
                <p>\(meaning)
                <h2>What you can do</h2>
                <p>\(remedy)

                """.utf8))
    }
}

extension ProblemKind {
    /// The kind whose `type` ends in this name; nil if there is none.
    init?(name: Span<UInt8>) {
        for kind in Self.allCases where name.equals(kind.entry.name) {
            self = kind
            return
        }
        return nil
    }
}
