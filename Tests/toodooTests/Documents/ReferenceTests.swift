import Foundation
import TestSupport
import Testing

@testable import toodoo

/// The pages of docs/reference that are generated from the code.
///
/// `UPDATE_REFERENCE=1 scripts/test --filter 'The reference'` rewrites them.
@Suite struct `The reference` {
    @Test func `lists each option with its variable, its default and its values`() throws {
        try compare(OptionsReference().text, with: "options.md")
    }

    @Test func `has the help of each command`() throws {
        try compare(CommandsReference().text(), with: "commands.md")
    }

    @Test func `has the default of each option in its column`() {
        let defaults = ServeOption.all.filter { $0.computedDefault != nil }

        #expect(defaults.count >= 4)
        #expect(defaults.filter { $0.defaultText == nil }.map(\.name) == [])
    }

    @Test func `lists the limits of the code`() throws {
        try compare(LimitsReference().text, with: "limits.md")
    }

    @Test func `lists each metric that the server reports`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        defer { _ = try? server.stop() }
        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let body = try server.send("GET", "/metrics").body

        try compare(
            MetricsReference(
                String(decoding: body, as: UTF8.self), onPostgres: MetricsReference.postgres
            ).text, with: "metrics.md")
    }

    private func compare(_ text: String, with name: String) throws {
        let file = URL(filePath: repositoryFile("docs/reference/" + name))
        if ProcessInfo.processInfo.environment["UPDATE_REFERENCE"] == "1" {
            try Data(text.utf8).write(to: file)
        }

        let written = String(decoding: try Data(contentsOf: file), as: UTF8.self)

        #expect(written == text)
    }
}
