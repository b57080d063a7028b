import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@testable import todo

@Suite struct `The commands about the history` {
    private let machine = TestMachine()

    /// A machine with a server, on which Milk was changed and Bread deleted.
    private func prepare() async {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Milk")
        await machine.run("add", "Bread")
        await machine.run("edit", "1", "--title", "Oat milk", "--tag", "shop")
        await machine.run("rm", "2")
    }

    @Test func `show the last changes`() async throws {
        await prepare()
        machine.terminal.isTerminal = true

        let all = await machine.run("history")
        let two = await machine.run("history", "--limit", "2")

        #expect(all.code == .done)
        #expect(
            all.lines.map { $0.split(separator: "  ").last.map(String.init) } == [
                "1 deleted: Bread", "1 changed: Oat milk", "1 added: Bread", "1 added: Milk",
            ])
        #expect(all.lines[0].hasPrefix("4  "))
        #expect(two.lines == Array(all.lines.prefix(2)))
    }

    @Test func `show those of one item`() async throws {
        await prepare()

        let rows = await machine.run("history", "1").lines.map { $0.split(separator: "\t").last }
        let json = await machine.run("history", "1", "--json")

        #expect(rows == ["changed title, tags; it was: Milk", "created"])
        let versions = try JSONDecoder().decode([ItemVersion].self, from: Data(json.output.utf8))
        #expect(versions.map(\.revision) == [3, 1])
        #expect(versions[0].before?.title == "Milk")
        let id = try #require(versions[0].before).id.uuidString
        #expect(json.output.contains(id.lowercased()) && !json.output.contains(id))
    }

    @Test func `show what was deleted, with numbers that bring it back`() async throws {
        await prepare()

        let trash = await machine.run("trash")
        let number = try #require(trash.lines.first?.split(separator: "\t").first)
        let recovered = await machine.run("recover", String(number))

        #expect(trash.lines.map { $0.split(separator: "\t").last } == ["Bread"])
        #expect(recovered.code == .done)
        #expect(recovered.lines == ["Recovered: Bread"])
        #expect(try await machine.titles() == ["Oat milk", "Bread"])
        #expect(await machine.run("trash").lines == [])
    }

    @Test func `search the trash and print it as JSON`() async throws {
        await prepare()
        await machine.run("rm", "1")

        #expect(await machine.run("trash", "oat", "MILK").lines.count == 1)
        #expect(await machine.run("trash", "butter").lines == [])
        let json = await machine.run("trash", "--json")
        let first = try #require(
            JSONDecoder().decode([DeletedItem].self, from: Data(json.output.utf8)).first)
        #expect(first.item.title == "Oat milk")
        #expect(first.deletedIn == 5)
    }

    @Test func `give an item what it had after a change`() async throws {
        await prepare()

        let ending = await machine.run("recover", "1", "--at", "1")

        #expect(ending.lines == ["Recovered: Milk"])
        #expect(try await machine.titles() == ["Milk"])
    }

    @Test func `say what the history does not have`() async throws {
        await prepare()
        let id = "0b7a6c4e-3a52-4f0e-9a55-1f6f2a9d7c11"

        let unknown = await machine.run("recover", id)
        let never = await machine.run("recover", "2", "--at", "1")
        let none = await machine.run("history", id)

        #expect(unknown.code == .notFound)
        #expect(unknown.error.hasPrefix("todo: \(id): "))
        #expect(never.code == .notFound)
        #expect(none.code == .notFound)
        #expect(await machine.run("recover", "9").code == .notFound)
        #expect(await machine.run("recover", "1", "--at", "x").code == .usage)
        #expect(await machine.run("history", "--limit", "0").code == .usage)
    }

    @Test func `need the server`() async throws {
        #expect(await machine.run("history").code == .usage)
        await prepare()
        let offline = await machine.run("trash", "--offline")
        #expect(offline.code == .usage)
        #expect(offline.error == "todo: This needs the server, and --offline contacts none.\n")
        machine.server.isReachable = false
        let ending = await machine.run("history")
        #expect(ending.code == .unreachable)
        #expect(ending.output == "")
    }
}
