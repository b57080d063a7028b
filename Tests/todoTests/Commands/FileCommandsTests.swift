import Foundation
import ToDoClient
import Testing

@testable import todo

@Suite struct `Import and export` {
    private let machine = TestMachine()

    @Test func `transfer all items to another machine, once`() async throws {
        await machine.run("add", "A", "--due", "today", "--place", "P")
        await machine.run("add", "B")
        await machine.run("done", "2")
        let file = machine.folder.appending(path: "items.json").path
        let other = TestMachine()

        let export = await machine.run("export", file)
        let first = await other.run("import", file)
        let second = await other.run("import", file)

        #expect(export == .init(code: .done, output: "", error: ""))
        #expect(first.output == "2 added, 0 skipped.\n")
        #expect(second.output == "0 added, 2 skipped.\n")
        #expect(try await other.items().map(\.id) == machine.items().map(\.id))
        #expect(try await other.items().map(\.done) == [false, true])
    }

    @Test func `go through pipes`() async throws {
        await machine.run("add", "A")
        let other = TestMachine()

        other.terminal.inputLines = [await machine.run("export").output]
        let report = await other.run("import", "-", "--json")

        #expect(report.output == #"{"added":1,"refused":[],"skipped":0}"# + "\n")
        #expect(try await other.titles() == ["A"])
    }

    @Test func `print each refused item, and end with an exit code for them`() async throws {
        machine.terminal.inputLines = [
            """
            [{"id":"0B7A6C4E-3A52-4F0E-9A55-1F6F2A9D7C11","title":"A"},
             {"id":"0B7A6C4E-3A52-4F0E-9A55-1F6F2A9D7C12","title":" "}]
            """
        ]

        let ending = await machine.run("import", "-")

        #expect(ending.code == .usage)
        #expect(ending.output == "1 added, 0 skipped.\n")
        #expect(ending.error.hasPrefix("todo: Item 2: The title is empty.\n"))
        #expect(try await machine.titles() == ["A"])
    }

    @Test func `refuse malformed and missing files, and change nothing`() async throws {
        machine.terminal.inputLines = ["{}"]

        let damaged = await machine.run("import", "-")
        let absent = await machine.run("import", machine.folder.appending(path: "x").path)
        let folder = await machine.run("export", machine.folder.appending(path: "x/y").path)

        #expect(damaged.code == .failed)
        #expect(damaged.error == "todo: The file is not a JSON array of items.\n")
        #expect(absent.code == .failed)
        #expect(folder.code == .failed)
        #expect(try await machine.titles() == [])
    }
}
