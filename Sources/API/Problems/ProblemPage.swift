import HTTP

/// What stands at the URI that a problem's `type` is (RFC 9457 §3.1.1): a page for people.
struct ProblemPage {
    /// HTML without anything from elsewhere: no script, no style sheet, no picture.
    let content: [UInt8]
    /// Changes with the content, and only with it.
    let tag: [UInt8]

    /// The page of a kind.
    static func page(of kind: ProblemKind) -> ProblemPage {
        pages[kind] ?? ProblemPage(kind)
    }

    /// All of them, made when the first is asked for.
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

    /// FNV-1a: the same in every process, as a tag must be and Swift's own hashes are not.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension ProblemKind {
    /// The kind whose `type` ends in this name, nil when there is none.
    init?(name: Span<UInt8>) {
        for kind in Self.allCases where name.equals(kind.entry.name) {
            self = kind
            return
        }
        return nil
    }
}
