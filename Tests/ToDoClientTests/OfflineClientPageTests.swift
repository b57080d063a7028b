import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The page about an app that works offline` {
    // proves: http-6
    @Test func `shows exactly the lines that this file compiles`() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let page = try Self.page()

        let compiled = source.matches(of: /\/\/ The page shows:\n((?s).*?)\n *\/\/ Until here\./)
            .map { code($0.output.1) }
        let shown = page.matches(of: /```swift\n((?s).*?)\n```/).map { code($0.output.1) }

        #expect(shown.count == 4)
        #expect(
            shown == ["importFoundationimportToDoClient" + (compiled.first ?? "")]
                + compiled.dropFirst())
    }

    @Test func `names the file of a store that has no other one`() throws {
        let page = try Self.page()
        let folder = ToDoItemStore.programFolder

        #expect(folder.lastPathComponent == ProcessInfo.processInfo.processName)
        #expect(page.contains("the file `todoitems` of the program's own folder"))
        #expect(page.contains("`~/.local/share/NAME`"))
    }

    /// SwiftPM calls a package by path after its folder.
    @Test func `names the package that is used by path`() throws {
        #expect(try Self.page().contains(#".package(name: "toodoo", path: "#))
    }

    private static func page() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "docs/offline-client.md"), encoding: .utf8)
    }

    /// The code without white space, since its lines are of different lengths.
    private func code(_ text: Substring) -> String { text.filter { !$0.isWhitespace } }

    /// Runs in scripts/package: the store is in the user's folder, and the loop does not end.
    private func listInTenMinutes(_ url: URL) async throws {
        // The page shows:
        let client = APIClient(baseURL: url)
        let store = ToDoItemStore(client: client)
        store.start()
        try store.add(ToDoItem(title: "Buy milk"))
        for await snapshot in store.snapshots {
            print(snapshot.todo.map(\.title), snapshot.unsent, snapshot.status)
        }
        // Until here.
    }

    @Test func `signs in to an account that has a store`() async throws {
        let client = APIClient(baseURL: World.url, session: InMemoryServer())
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        let (email, password) = ("ada@example.org", "a crumbling lighthouse")
        try await client.signUp(User(name: "Ada", email: email), password: password)

        // The page shows:
        let accounts = ToDoAccounts(
            folder: folder, client: client,
            credentials: .file(folder.appending(path: "credentials")))
        let store = try await accounts.signIn(email: email, password: password)
        // Until here.

        #expect(try await accounts.store() === store)
    }
}

@Suite struct `The tests on the page about an app that works offline` {
    // The page shows:
    @MainActor @Test func `checking an item reaches the store`() {
        let recording = RecordingRepository()
        let item = ToDoItem(title: "Buy milk")
        let details = ToDoItemDetailsViewModel(item: item, repository: recording.repository)

        details.checkItem()

        #expect(recording.calls == [.check(item)])
    }
    // Until here.

    // The page shows:
    @MainActor @Test func `a list shows nothing, and has no rows, before its view appears`() {
        let recording = RecordingRepository()
        recording.send([ToDoItem(title: "Buy milk")])

        let list = ToDoItemsListViewModel(repository: recording.repository)

        #expect(recording.calls.isEmpty)
        #expect(list.numberOfRows(in: .todo) == 0)
        #expect(list.row(at: 0, in: .todo) == nil)
    }
    // Until here.
}
