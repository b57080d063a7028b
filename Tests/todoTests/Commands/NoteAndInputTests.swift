import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@testable import todo

@Suite struct `A note from an editor` {
    private let machine = TestMachine()

    private func note() async throws -> String? {
        try await machine.items().first?.itemDescription
    }

    @Test func `becomes that of the item, without its last line end`() async throws {
        machine.set("EDITOR", "ed")
        machine.terminal.edit = { editor, text in "\(editor): \(text)\nTwo\n" }

        let added = await machine.run("add", "A", "--editor", "--note", "One")

        #expect(added.output == "Added 1: A\n")
        #expect(try await note() == "ed: One\nTwo")
        machine.set("VISUAL", "code --wait")
        let edited = await machine.run("edit", "1", "--editor")
        #expect(edited.output == "Changed 1: A\n")
        #expect(try await note() == "code --wait: ed: One\nTwo\nTwo")
    }

    @Test func `is removed if the editor leaves nothing`() async throws {
        await machine.run("add", "A", "--note", "One")
        machine.terminal.edit = { editor, _ in editor == "vi" ? "\n" : "?" }

        await machine.run("edit", "1", "--editor")

        #expect(try await note() == nil)
    }

    @Test func `changes nothing if the editor fails`() async throws {
        await machine.run("add", "A", "--note", "One")
        machine.terminal.edit = { _, _ in throw EditorFailure(description: "It ended with 1.") }

        let edited = await machine.run("edit", "1", "--editor", "--title", "B")
        let added = await machine.run("add", "C", "--editor")

        #expect(edited.code == .failed)
        #expect(
            edited.error
                == "todo: The editor vi failed: It ended with 1. Nothing was changed.\n")
        #expect(added.code == .failed)
        #expect(try await machine.titles() == ["A"])
    }

    @Test func `is compared with what the editor showed`() async throws {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "A", "--note", "One")
        let server = machine.server
        let world = machine.world
        machine.terminal.edit = { _, text in
            // In the meantime another device writes, and this one fetches its change.
            server.items[0].title = "B"
            server.items[0].itemDescription = "Theirs"
            return text + " and mine"
        }

        await machine.run("edit", "1", "--editor")
        await machine.run("sync", in: world)

        let items = try await machine.items()
        #expect(items.map(\.title) == ["B"])
        #expect(items.map(\.itemDescription) == ["One and mine"])
        let conflicts = await machine.run("conflicts")
        #expect(conflicts.output.contains("Theirs"))
    }

    @Test func `is printed if it cannot be saved`() async throws {
        let folder = machine.folder
        machine.terminal.edit = { _, _ in
            // From now on the items cannot be opened.
            try FileManager.default.removeItem(at: folder)
            try Data().write(to: folder)
            return "One\n\tTwo"
        }
        await machine.run("add", "A")

        let edited = await machine.run("edit", "1", "--editor")

        #expect(edited.code == .failed)
        #expect(edited.error.hasPrefix("todo: The note was not saved:\nOne\n\tTwo\ntodo: "))
    }

    @Test func `is for one item`() async throws {
        for title in ["A", "B"] { await machine.run("add", title) }

        let edited = await machine.run("edit", "1-2", "--editor")

        #expect(edited.code == .usage)
        #expect(edited.error == "todo: --editor is for one item.\n")
    }

    @Test func `is written with a program at the terminal`() async throws {
        let folder = machine.folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (output, note) = try await blocking {
            let terminal = try PseudoTerminal(
                ["add", "A", "--editor", "--note", "One"], folder: folder,
                environment: ["EDITOR": "read line; printf 'two %s' \"$line\" >>", "VISUAL": ""])
            try terminal.type("typed\n")
            let output = terminal.ending().output
            return (output, try runTodo("list", "--json", folder: folder).output)
        }

        #expect(output.hasSuffix("Added 1: A\n"))
        #expect(note.contains(#""itemDescription":"Onetwo typed""#))
    }

    @Test func `is not read from an editor that fails`() async throws {
        let folder = machine.folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

        let ending = try await blocking {
            try PseudoTerminal(
                ["add", "A", "--editor"], folder: folder, columns: 200,
                environment: ["EDITOR": "exit 3 #", "VISUAL": ""]
            ).ending()
        }

        #expect(ending.code == 1)
        #expect(ending.output.contains("It ended with 3."))
    }
    @Test func `is that of the item which the editor showed, whatever its number is then`()
        async throws
    {
        for title in ["A", "B"] { await machine.run("add", title) }
        let file = machine.folder.appending(path: "numbers.json")
        machine.terminal.edit = { _, _ in
            // Another terminal has listed the items in another order.
            let numbers = JSONFile<Numbers>(file)
            var new = try numbers.read() ?? Numbers()
            new.items.reverse()
            try numbers.write(new)
            return "One"
        }

        let edited = await machine.run("edit", "1", "--editor")

        #expect(edited.output == "Changed 2: A\n")
        #expect(try await machine.items().map(\.itemDescription) == ["One", nil])
    }
}

@Suite struct `Titles from standard input` {
    private let machine = TestMachine()

    @Test func `are added as one action, a line each`() async throws {
        machine.terminal.inputLines = ["Buy milk tomorrow", "", "  ", "Call Ada"]

        let added = await machine.run("add", "-", "--place", "Desk")

        #expect(added.output == "Added 1: Buy milk (tomorrow)\nAdded 2: Call Ada\n")
        #expect(try await machine.items().map(\.location?.name) == ["Desk", "Desk"])
        await machine.run("undo")
        #expect(try await machine.titles() == [])
    }

    @Test func `are refused if there is none, or one is too long`() async throws {
        let empty = await machine.run("add", "-")
        machine.terminal.inputLines = ["A", String(repeating: "x", count: 501)]
        let long = await machine.run("add", "-")

        #expect(empty.error == "todo: The title is empty.\n")
        #expect(long.error == "todo: The title has more than 500 characters.\n")
        #expect(try await machine.titles() == [])
    }

    @Test func `are not read behind two dashes`() async throws {
        machine.terminal.inputLines = ["A"]

        await machine.run("add", "--", "-")

        #expect(try await machine.titles() == ["-"])
    }
}
