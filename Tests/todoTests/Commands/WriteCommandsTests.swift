import CommandLine
import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `Commands that write` {
    private let machine = TestMachine()

    @Test func `add an item and print its number`() async throws {
        let first = await machine.run("add", "Buy", "milk", "--due", "tomorrow")
        let second = await machine.run("add", "--", "--due")

        #expect(first == .init(code: .done, output: "Added 1: Buy milk (tomorrow)\n", error: ""))
        #expect(second.output == "Added 2: --due\n")
        #expect(try await machine.titles() == ["Buy milk", "--due"])
    }

    @Test func `add an item with the number behind the last list's`() async {
        for title in ["A", "B"] { await machine.run("add", title) }
        await machine.run("rm", "1")
        await machine.run()

        let added = await machine.run("add", "C")
        let done = await machine.run("done", "2")

        #expect(added.output == "Added 2: C\n")
        #expect(done.output == "Done 2: C\n")
    }

    @Test func `print the items in JSON`() async throws {
        let ending = await machine.run("add", "Buy milk", "--json")

        let items = try JSONDecoder().decode([PrintedItem].self, from: Data(ending.output.utf8))
        #expect(items.map(\.title) == ["Buy milk"])
        #expect(items.map(\.number) == [1])
        #expect(ending.output.hasSuffix("]\n"))
    }

    @Test(arguments: [
        (["add", " "], "The title is empty."),
        (["add", String(repeating: "x", count: 501)], "The title has more than 500 characters."),
        (["add", "A", "--due", "soon"], "soon is no date"),
        (["add", "A", "--at", "91,0"], "91,0 is no coordinate"),
        (["add", "A", "--at", "1"], "1 is no coordinate"),
        (["add", "A", "--at", "nan,0"], "nan,0 is no coordinate"),
        (["add"], "todo add needs TITLE…; try todo add --help."),
        (["add", "A", "--title", "B"], "There is no option --title; try todo add --help."),
        (["edit", "1", "--due", "today", "--no-due"], "--no-due and --due exclude each other."),
        (["edit", "1"], "There is nothing to change"),
        (["rm"], "todo rm needs NUMBER…; try todo rm --help."),
        (["rm", "--all", "1"], "--all and 1 exclude each other."),
    ])
    func `refuse invalid values in one sentence, and change nothing`(
        words: [String], sentence: String
    ) async throws {
        await machine.run("add", "Item")

        let code = await TodoProgram.run(words, in: machine.world)

        let error = machine.terminal.take().error
        #expect(code == .usage)
        #expect(error.hasPrefix("todo: \(sentence)"))
        #expect(error.split(separator: "\n").count == 1)
        #expect(try await machine.titles() == ["Item"])
    }

    @Test func `change only the named members`() async throws {
        await machine.run(
            "add", "A", "--due", "today", "--note", "N", "--place", "P", "--at", "1,2")

        let ending = await machine.run("edit", "1", "--title", "B", "--no-due", "--at", "3,4")

        let item = try #require(try await machine.items().first)
        #expect(ending.output == "Changed 1: B\n")
        #expect(item.title == "B")
        #expect(item.timestamp == nil)
        #expect(item.itemDescription == "N")
        #expect(
            item.location
                == Location(name: "P", coordinate: Coordinate(latitude: 3, longitude: 4)))
    }

    @Test func `remove the coordinate when the location's name changes`() async throws {
        await machine.run("add", "A", "--place", "P", "--at", "1,2", "--note", "N")

        await machine.run("edit", "1", "--place", "Q", "--note", "")

        let item = try #require(try await machine.items().first)
        #expect(item.location == Location(name: "Q"))
        #expect(item.itemDescription == nil)
    }

    @Test func `delete the done items, and all items`() async throws {
        for title in ["A", "B", "C"] { await machine.run("add", title) }
        await machine.run("done", "2")

        let done = await machine.run("rm", "--done")
        let left = try await machine.titles()
        let all = await machine.run("rm", "--all")

        #expect(done.output == "Deleted 2: B\n")
        #expect(left == ["A", "C"])
        #expect(all.output == "Deleted 1: A\nDeleted 3: C\n")
        #expect(try await machine.titles() == [])
    }

    @Test func `are undone and redone one after the other`() async throws {
        await machine.run("add", "A")
        await machine.run("done", "1")
        await machine.run("rm", "1")

        let first = await machine.run("undo")
        let second = await machine.run("undo")
        let third = await machine.run("undo")
        let none = await machine.run("undo")
        let again = await machine.run("redo")

        #expect(first.output == "Undone 1: A\n")
        #expect(second.output == "Undone 1: A\n")
        #expect(third.output == "Undone 1: A\n")
        #expect(none == .init(code: .done, output: "There is nothing to undo.\n", error: ""))
        #expect(again.output == "Redone 1: A\n")
        #expect(try await machine.items().map(\.done) == [false])
    }

    @Test func `of several items are undone as one`() async throws {
        await machine.run("add", "A")
        await machine.run("add", "B")
        await machine.run("done", "1-2")

        let open = await machine.run("undo")
        let isDone = try await machine.items().map(\.done)
        await machine.run("rm", "1-2")
        let undeleted = await machine.run("undo")
        await machine.run("edit", "1-2", "--due", "tomorrow")
        let unchanged = await machine.run("undo")

        #expect(open.output == "Undone 1: A\nUndone 2: B\n")
        #expect(isDone == [false, false])
        #expect(undeleted.output == "Undone 1: A\nUndone 2: B\n")
        #expect(unchanged.output == "Undone 1: A\nUndone 2: B\n")
        #expect(try await machine.titles() == ["A", "B"])
    }

    @Test func `that cannot be undone are named, and the step is over`() async throws {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Buy milk")
        await machine.run("add", "Call Ada")
        await machine.run("edit", "2", "--note", "today")
        machine.server.items.removeLast()

        await machine.run("sync")
        let undone = await machine.run("undo")
        await machine.run("undo")
        let last = await machine.run("undo")

        #expect(undone.code == .failed)
        #expect(undone.output == "")
        #expect(undone.error == "todo: Not undone: “Call Ada” was deleted elsewhere.\n")
        #expect(last.output == "Undone 1: Buy milk\n")
    }

    @Test func `that can be undone in part say what is left, and what is next`() async throws {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Call Ada")
        await machine.run("add", "Buy milk")
        await machine.run("edit", "1", "--title", "Call Ada today", "--note", "A")
        machine.server.items[0].title = "Call Ada now"

        await machine.run("sync")
        let undone = await machine.run("undo")

        #expect(undone.code == .done)
        #expect(undone.output == "Undone 1: Call Ada now\n")
        #expect(
            undone.error
                == "todo: Not undone: the title of “Call Ada now” was changed elsewhere. "
                + "Undo again takes back: Added Buy milk.\n")
    }

    @Test func `show all members of an item`() async throws {
        await machine.run(
            "add", "Buy milk", "--due", "tomorrow", "--note", "Two\nbottles\u{7}", "--place", "Shop"
        )
        let id = try #require(try await machine.items().first).id.uuidString.lowercased()

        let shown = await machine.run("show", "1")

        #expect(
            shown.output == """
                Title  Buy milk
                State  open
                Due    2026-11-26 (tomorrow)
                Place  Shop
                Note   Two
                       bottles\u{FFFD}
                Id     \(id)

                """)
    }
    @Test(arguments: [["add", "Bad"], ["edit", "1", "--title", "Bad"]])
    func `that the server has refused are not undone, which is said`(words: [String]) async throws {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Old")
        machine.server.refusedTitles = ["Bad"]
        _ = await TodoProgram.run(words, in: machine.world)
        _ = machine.terminal.take()

        let undone = await machine.run("undo")

        let name = words[0] == "add" ? "Bad" : "Old"
        #expect(undone.code == .failed)
        #expect(undone.output == "")
        #expect(
            undone.error
                == "todo: Not undone: the server had refused the change of “\(name)”. "
                + "Undo again takes back: Added Old.\n")
    }

    @Test func `that nothing is left of are not undone, which is said`() async throws {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Old")
        await machine.run("edit", "1", "--title", "New")
        machine.server.items[0].title = "Old"
        await machine.run("sync")

        let undone = await machine.run("undo")

        #expect(undone.code == .failed)
        #expect(undone.error.hasPrefix("todo: Not undone: “Old” is as it was before already."))
    }

    @Test func `are undone and redone even if the numbers cannot be kept`() async throws {
        await machine.run("add", "A")
        let file = machine.folder.appending(path: "numbers.json")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(
            at: file.appending(path: "x"), withIntermediateDirectories: true)

        let undone = await machine.run("undo")
        let redone = await machine.run("redo")

        #expect(undone.code == .done)
        #expect(undone.output == "Undone: A\n")
        #expect(redone.code == .done)
        #expect(redone.output == "Redone: A\n")
        #expect(redone.error.contains("numbers.json"))
    }
}
