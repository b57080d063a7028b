import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@testable import todo

@Suite struct `todo rm` {
    private let machine = TestMachine()

    @Test func `deletes many items only after a question, on a terminal`() async throws {
        for number in 1...21 { await machine.run("add", "\(number)") }
        machine.terminal.isTerminal = true
        machine.terminal.inputLines = ["n", "y"]

        let refused = await machine.run("rm", "1-21")
        let count = try await machine.titles().count
        let deleted = await machine.run("rm", "--all")
        await machine.run("undo")
        let quiet = await machine.run("rm", "--all", "--quiet")

        #expect(refused.code == .failed)
        #expect(refused.error == "Delete 21 items? [y/N] todo: Nothing was deleted.\n")
        #expect(count == 21)
        #expect(deleted.lines.count == 21)
        #expect(quiet == .init(code: .done, output: "Deleted: 21 items\n", error: ""))
    }

    @Test func `deletes what was counted, and leaves the items to others meanwhile`() async throws {
        for number in 1...21 { await machine.run("add", "\(number)") }
        machine.terminal.isTerminal = true
        let file = machine.folder.appending(path: "local/items")
        var world = machine.world
        world.terminal.readLine = { _ in
            let other = ToDoItemStore(.file(file))
            try other.open()
            try other.add(ToDoItem(title: "New"))
            try other.delete(other.snapshot.items[0].id)
            other.close()
            return "y"
        }

        let deleted = await machine.run("rm", "--all", in: world)

        #expect(deleted.code == .done)
        #expect(deleted.lines.count == 20)
        #expect(try await machine.titles() == ["New"])
    }

    @Test func `does not delete what was opened again during the question`() async throws {
        for number in 1...21 { await machine.run("add", "\(number)") }
        await machine.run("done", "1-21")
        machine.terminal.isTerminal = true
        let file = machine.folder.appending(path: "local/items")
        var world = machine.world
        world.terminal.readLine = { _ in
            let other = ToDoItemStore(.file(file))
            try other.open()
            try other.uncheck(other.snapshot.done[0])
            other.close()
            return "y"
        }

        await machine.run("rm", "--done", in: world)

        #expect(try await machine.items().map(\.done) == [false])
    }
}
