import Foundation
import Testing

@Suite struct `The image's build` {
    @Test func `is given every folder that Package.swift names`() throws {
        let manifest = try String(contentsOfFile: repositoryFile("Package.swift"), encoding: .utf8)
        let context = try BuildContext()

        let folders =
            manifest.matches(of: /\bpath: "([^"]+)"/).map(\.output.1)
            + ["Sources", "Tests", "Package.swift"]

        #expect(folders.count > 10)
        #expect(folders.filter { !context.contains($0) } == [])
    }

    @Test func `is given every file that a source embeds or links to`() throws {
        let sources = repositoryFile("Sources")
        let root = sources.dropLast("Sources".count)
        let context = try BuildContext()

        let files = try FileManager.default.subpathsOfDirectory(atPath: sources).flatMap { file in
            let folder = URL(filePath: sources + "/" + file).deletingLastPathComponent()
            return try otherFiles(namedBy: sources + "/" + file).map {
                folder.appending(path: $0).standardized.path.dropFirst(root.count)
            }
        }

        #expect(Set(files).isSuperset(of: ["migrations", "openapi.yaml", "web/packed/index.html"]))
        #expect(files.filter { !context.contains($0) } == [])
    }

    /// The target of a link, or the files that a C file embeds, relative to the file's folder.
    private func otherFiles(namedBy path: String) throws -> [String] {
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
            return [target]
        }
        guard path.hasSuffix(".c") else { return [] }
        return try String(contentsOfFile: path, encoding: .utf8)
            .matches(of: /(?m)^#embed "([^"]+)"/).map { String($0.output.1) }
    }
}

/// The files that `.dockerignore` does not exclude: only the exceptions.
private struct BuildContext {
    private let exceptions: [Substring]

    init() throws {
        let text = try String(contentsOfFile: repositoryFile(".dockerignore"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        try #require(lines.first == "*")
        try #require(lines.dropFirst().allSatisfy { $0.hasPrefix("!") })
        exceptions = lines.dropFirst().map { $0.dropFirst() }
    }

    func contains(_ path: some StringProtocol) -> Bool {
        exceptions.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}
