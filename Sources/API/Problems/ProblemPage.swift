import HTTP

/// The HTML page at the URI of a problem's `type` (RFC 9457 §3.1.1).
struct ProblemPage {
    /// HTML without scripts, style sheets or other resources.
    let content: [UInt8]
    /// The entity tag: a hash of the content.
    let tag: [UInt8]

    /// The page of a kind.
    static func page(of kind: ProblemKind) -> ProblemPage {
        pages[kind] ?? ProblemPage(kind)
    }

    /// All pages, built on first use.
    private static let pages = Dictionary(
        uniqueKeysWithValues: ProblemKind.allCases.map { ($0, ProblemPage($0)) })

    private init(_ kind: ProblemKind) {
        let (name, title, status) = kind.entry
        let (meaning, remedy) = kind.page
        content = Array(
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

            """.utf8)
        tag = Array(String(Self.hash(content), radix: 16).utf8)
    }

    /// FNV-1a. Swift's own hashes differ in each process; a tag must not.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
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
