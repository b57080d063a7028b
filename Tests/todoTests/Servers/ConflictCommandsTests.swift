import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `Conflicts` {
    private let machine = TestMachine()

    /// Creates a conflict: another client and this one change the title of an item concurrently.
    private func makeConflict() async {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Old")
        machine.server.items[0].title = "Theirs"
        await machine.run("edit", "1", "--title", "Ours", "--offline")
        await machine.run("sync")
    }

    @Test func `are listed and can be restored`() async throws {
        await makeConflict()

        let shown = await machine.run("conflicts")
        let restored = await machine.run("restore", "1")
        let again = await machine.run("restore", "1")

        #expect(
            shown.output == "1  Ours: the title “Theirs” was replaced by “Ours” (today 10:00)\n")
        #expect(restored.output == "Put back: Theirs\n")
        #expect(machine.server.items.map(\.title) == ["Theirs"])
        #expect(again.code == .notFound)
    }

    @Test func `are listed without their numbers if those cannot be kept`() async throws {
        await makeConflict()
        // A folder has the file's name, so the numbers cannot be written.
        let file = machine.folder.appending(path: "numbers.json")
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(
            at: file.appending(path: "x"), withIntermediateDirectories: true)

        let shown = await machine.run("conflicts")
        let json = await machine.run("conflicts", "--json")

        #expect(shown.code == .failed)
        #expect(
            shown.output == "-  Ours: the title “Theirs” was replaced by “Ours” (today 10:00)\n")
        #expect(shown.error.contains("numbers.json"))
        #expect(json.code == .failed)
        #expect(json.output.contains(#""kind":"overwrote""#))
        #expect(!json.output.contains(#""number":1"#))
    }

    @Test func `are announced by a sync`() async {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Old")
        machine.server.items[0].title = "Theirs"
        await machine.run("edit", "1", "--title", "Ours", "--offline")

        let sync = await machine.run("sync")

        #expect(
            sync.lines == [
                "All changes are sent and fetched: 1 item.",
                "“Changed elsewhere” has 1 entry; `todo conflicts` prints it.",
            ])
    }

    @Test func `that never were are not said to be gone`() async {
        let ending = await machine.run("dismiss", "1")

        #expect(ending.code == .notFound)
        #expect(
            ending.error == "todo: There is no conflict 1; `todo conflicts` prints them.\n")
    }

    @Test func `can be dismissed`() async throws {
        await makeConflict()
        await machine.run("conflicts")

        let dismissed = await machine.run("dismiss", "1")
        machine.terminal.isTerminal = true
        let shown = await machine.run("conflicts")

        #expect(dismissed.output == "Dismissed: Theirs\n")
        #expect(shown.output == "Nothing was changed elsewhere that is not here.\n")
        #expect(machine.server.items.map(\.title) == ["Ours"])
    }

    @Test func `are counted below the list of a terminal, and printed in JSON`() async throws {
        await makeConflict()
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")

        let list = await machine.run()
        let json = await machine.run("conflicts", "--json")

        #expect(list.output == "1   Ours\n1 changed elsewhere (todo conflicts)\n")
        let values = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(values.first?["kind"] as? String == "overwrote")
        #expect(values.first?["members"] as? [String] == ["title"])
        #expect(values.first?["date"] as? String == "2026-11-25T10:00:00Z")
        #expect((values.first?["lost"] as? [String: Any])?["title"] as? String == "Theirs")
        #expect((values.first?["replacement"] as? [String: Any])?["title"] as? String == "Ours")
    }

    @Test func `come back when the restoring is undone`() async {
        await makeConflict()
        await machine.run("conflicts")
        await machine.run("restore", "1")

        let undone = await machine.run("undo")
        let shown = await machine.run("conflicts")

        #expect(undone.code == .done)
        #expect(shown.output.hasPrefix("1  Ours: the title “Theirs” was replaced by “Ours”"))
    }

    @Test func `list a tick on a deleted item, and do not count it`() async {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Old")
        machine.server.items = []
        await machine.run("done", "1", "--offline")
        await machine.run("sync")
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")

        let list = await machine.run()
        let shown = await machine.run("conflicts")

        #expect(list.output == "Nothing to do.\n")
        #expect(shown.lines.first == "Changed elsewhere:")
        #expect(
            shown.lines.last?
                .hasPrefix("1  Old: it was deleted elsewhere; you had only ticked it") == true)
    }

    @Test func `contain the reason of a refused write`() async {
        await machine.run("use", TestMachine.address)
        machine.server.refusedTitles = ["Bad"]
        await machine.run("add", "Bad")

        let shown = await machine.run("conflicts")

        #expect(shown.output.hasPrefix("1  Bad: the server refused your change: "))
    }
}
