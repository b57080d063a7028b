import Foundation
import Testing

@Suite struct `Documents about the code` {
    @Test(arguments: try Document.all())
    func `name files that exist`(document: Document) throws {
        let files = try SourceFiles()

        let missing = document.spans.filter { $0.hasSuffix(".swift") && !$0.contains("…") }
            .filter { files.named($0, relativeTo: document.base).isEmpty }

        #expect(missing == [])
    }

    @Test(arguments: try Document.all().filter { !$0.answers.isEmpty })
    func `answer with names that the code has`(document: Document) throws {
        let files = try SourceFiles()

        for answer in document.answers {
            let paths = answer.flatMap { files.named($0, relativeTo: document.base) }
            let names = answer.filter { name in
                name.wholeMatch(of: /[A-Za-z_]\w*(\.\w+)*(\(.*\))?\??/) != nil
                    && files.named(name, relativeTo: document.base).isEmpty
            }

            for name in names {
                let parts = name.prefix { !"(?".contains($0) }.split(separator: ".")
                let word = String(parts.last ?? "")
                // A function is in one of the files next to it in the answer; a type can be
                // anywhere.
                let isFunction = parts.count == 1 && word.first?.isLowercase == true
                let isFound =
                    isFunction && !paths.isEmpty
                    ? try paths.contains { try files.file($0, contains: word) }
                    : files.sources.contains(word)
                #expect(isFound, "\(name) in \(paths.isEmpty ? "Sources" : "\(paths)")")
            }
        }
    }
}

/// A document with paths and names of the code.
struct Document: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The folder that the page's paths are relative to, as the page says.
    let base: String
    /// All texts between single backticks.
    let spans: [String]
    /// The spans of each answer. An answer is a row or list entry that begins with a question.
    let answers: [[String]]

    static func all() throws -> [Document] {
        let folder = repositoryFile("docs")
        let inDocs = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
        return try (["README.md", "CONTRIBUTING.md", "Benchmarks/README.md"] + inDocs.sorted())
            .map(Document.init)
    }

    private init(_ file: String) throws {
        let text = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)
            .replacing(/(?ms)^ *```.*?^ *```/, with: "")
        testDescription = file
        base = text.firstMatch(of: /relative to\s+`([^`]+)`/).map { String($0.output.1) } ?? ""
        spans = Self.spans(of: text)
        answers = text.matches(of: /(?m)^(?:\| |- )[^|`]*\?(?: \| | )(.+(?:\n  .+)*)/)
            .map { Self.spans(of: String($0.output.1)) }
    }

    private static func spans(of text: String) -> [String] {
        text.matches(of: /`([^`\n]+)`/).map { String($0.output.1) }
    }
}

/// The files that documents name.
private struct SourceFiles {
    private static let all = Result {
        try ["Sources", "Tests", "Benchmarks", "scripts", "web"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: repositoryFile(folder))
                .map { folder + "/" + $0 }
        }
    }
    private static let words = Result {
        var words: Set<String> = []
        for path in try all.get() where path.hasPrefix("Sources/") && path.hasSuffix(".swift") {
            let source = try String(contentsOfFile: repositoryFile(path), encoding: .utf8)
            for word in source.utf8.split(whereSeparator: { !$0.isPartOfWord }) {
                words.insert(String(Substring(word)))
            }
        }
        return words
    }

    private let paths: [String]
    /// All words of the Swift files in `Sources`.
    let sources: Set<String>

    init() throws {
        paths = try Self.all.get()
        sources = try Self.words.get()
    }

    /// The files with this path, relative to a page's folder, the root or `Sources`, or otherwise
    /// with this path at their end.
    func named(_ path: String, relativeTo base: String) -> [String] {
        guard path.contains("."), !path.contains(" ") else { return [] }
        for folder in [base, "", "Sources/"] {
            let file = URL(filePath: repositoryFile(folder + path)).standardized
            let isFolder = try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
            if isFolder == false { return [file.path()] }
        }
        return paths.filter { $0.hasSuffix("/" + path) }.map(repositoryFile)
    }

    func file(_ path: String, contains word: String) throws -> Bool {
        try String(contentsOfFile: path, encoding: .utf8)
            .utf8.split { !$0.isPartOfWord }.contains { $0.elementsEqual(word.utf8) }
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit or an underscore.
    fileprivate var isPartOfWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
