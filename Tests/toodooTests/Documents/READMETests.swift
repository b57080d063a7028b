import Foundation
import PostgresTestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `The documentation` {
    /// The storage of a server.
    enum Engine: CaseIterable {
        case sqlite, postgres

        static let available = PostgresWorld.isAvailable ? allCases : [sqlite]

        func makeDatabase(in folder: TemporaryFolder) throws -> String {
            switch self {
            case .sqlite: folder.file("items.sqlite")
            case .postgres: try #require(PostgresServer.shared).makeDatabase()
            }
        }
    }

    private static let pages = [
        ("README.md", []), ("docs/sync.md", []), ("docs/cookbook.md", []),
        ("docs/repeats.md", []), ("docs/accounts.md", ["--auth", "on"]),
    ]

    // proves: http-6
    @Test(arguments: pages, Engine.available)
    func `shows the real responses of the server`(
        page: (file: String, arguments: [String]), engine: Engine
    ) throws {
        let exchanges = try Exchange.all(inFile: repositoryFile(page.file))
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: engine.makeDatabase(in: folder), arguments: page.arguments)
        defer { _ = try? server.stop() }

        let answers = try type(exchanges, to: server)

        try #require(exchanges.count >= 5)
        for (exchange, answer) in zip(exchanges, answers) {
            #expect(settled(answer) == settled(exchange.answer), "\(exchange.command)")
        }
    }

    // proves: http-6
    @Test func `works on one server, page after page`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        defer { _ = try? server.stop() }

        // Each page can be typed again, too.
        for file in ["README.md", "docs/cookbook.md", "docs/sync.md", "docs/sync.md"] {
            let exchanges = try Exchange.all(inFile: repositoryFile(file))
            let answers = try type(exchanges, to: server)

            let shown = exchanges.map(\.answer)
            for (exchange, answer) in zip(exchanges, answers) {
                #expect(
                    relative(answer, to: answers) == relative(exchange.answer, to: shown),
                    "\(file): \(exchange.command)")
            }
        }
    }

    /// The output of commands. One shell runs all commands of a page, because later ones use
    /// variables of earlier ones.
    private func type(_ exchanges: [Exchange], to server: RunningServer) throws -> [String] {
        let folder = try TemporaryFolder()
        let programs = URL(filePath: toodooBinary()).deletingLastPathComponent().path
        let setting = "export PATH='\(programs)':$PATH TODO_DATA='\(folder.file("todo"))'\n"
        let commands = exchanges.map { $0.command.replacing("127.0.0.1:8080", with: server.host) }
        let output = try shell(
            setting + commands.map { $0 + "; printf '\\036'" }.joined(separator: "\n"))
        let answers = output.split(separator: "\u{1E}", omittingEmptySubsequences: false)
        try #require(answers.count == exchanges.count + 1)
        return answers.dropLast().map(String.init)
    }

    /// The output with revisions that are counted from the page's first one, and without tokens,
    /// which contain a revision.
    private func relative(_ answer: String, to page: [String]) -> String {
        let first = page.lazy.compactMap { $0.firstMatch(of: /"revision":(\d+)/)?.output.1 }.first
        let base = first.flatMap { Int($0) } ?? 0
        return settled(answer)
            .replacing(/"revision":(\d+)/) { "revision \((Int($0.output.1) ?? 0) - base)" }
            .replacing(/"token":"[^"]*"|<epoch>[^"]*"/, with: "<token>")
    }
}

@Suite struct `The README` {
    @Test func `names existing commands`() throws {
        let readme = try String(contentsOfFile: repositoryFile("README.md"), encoding: .utf8)
        let scripts = readme.matches(of: /\bscripts\/[a-z]+/).map { String($0.output) }

        try #require(Set(scripts).isSuperset(of: ["scripts/run", "scripts/test"]))
        for script in Set(scripts) {
            let path = repositoryFile(script)
            #expect(FileManager.default.isExecutableFile(atPath: path), "\(script)")
        }
    }
}
