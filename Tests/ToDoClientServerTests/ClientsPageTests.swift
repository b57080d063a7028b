import Foundation
import FoundationNetworking
import Testing
import ToDoClient

@Suite struct `The page about clients` {
    @Test func `shows lines of Swift that add an item, mark it done and list it`() async throws {
        try await RunningServer.with(.socket) { server in
            let items = try await useClient(baseURL: server.baseURL)

            #expect(items.map(\.title) == ["Buy milk"])
            #expect(items.map(\.done) == [true])
        }
    }

    @Test func `shows the lines that this file runs`() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let path = URL(filePath: #filePath).appending(path: "../../../docs/clients.md")
        let page = try String(contentsOf: path.standardizedFileURL, encoding: .utf8)

        let run = try #require(source.firstMatch(of: /The page shows:\n((?s).*?)\n +return/))
        let shown = page.matches(of: /```swift\n((?s).*?)\n```/)

        #expect(shown.count == 1)
        #expect(
            lines(shown.first?.output.1) == ["import Foundation", "import ToDoClient"]
                + lines(run.output.1))
    }

    private func useClient(baseURL: URL) async throws -> [ToDoItem] {
        // The page shows:
        let client = APIClient(baseURL: baseURL)
        let milk = try await client.add(ToDoItem(title: "Buy milk"))
        try await client.setDone(true, of: milk.id)

        let (data, _) = try await URLSession.shared.data(from: baseURL.appending(path: "items"))
        let items = try JSONDecoder().decode([ToDoItem].self, from: data)
        return items
    }

    /// The lines with content, without their indentation.
    private func lines(_ text: Substring?) -> [String] {
        (text ?? "").split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }
}
