import Foundation
import Testing
import ToDoClient
import ToDoClientHistories

@testable import todo

@Suite struct `Each member of an item, in todo` {
    private static let members = ToDoItem.WireMember.allCases.map(\.rawValue)

    @Test func `has its row in members.json`() throws {
        #expect(try MemberRow.all().map(\.member) == Self.members)
    }

    @Test(arguments: members)
    func `is imported, listed in JSON and exported`(member: String) async throws {
        let row = try #require(try MemberRow.all().first { $0.member == member }, "no row")
        let file =
            "["
            + (try row.kept.map { String(decoding: try $0.item(id: UUID()), as: UTF8.self) })
            .joined(separator: ",") + "]"
        let machine = TestMachine()
        machine.terminal.inputLines = [file]

        let imported = await machine.run("import", "-")
        let listed = try await printed(machine.run("list", "--all", "--json", "--sort", "created"))
        let exported = try await printed(machine.run("export"))

        #expect(imported.code == .done, "\(imported.error)")
        for all in [listed, exported] {
            // Done items come last.
            let kept =
                row.kept.filter { $0["done"] != .bool(true) }
                + row.kept.filter { $0["done"] == .bool(true) }
            #expect(all.count == kept.count)
            for (item, values) in zip(all, kept) {
                for (name, value) in values { #expect(item[name] == value, "\(name)") }
            }
        }
    }

    @Test(arguments: members)
    func `is shown, and has an option or a command that sets it`(member: String) async throws {
        let row = try #require(try MemberRow.all().first { $0.member == member }, "no row")
        let shown = try await details(try #require(row.kept.last))

        #expect(try await details([:]) != shown)
        let part = try #require(ToDoItem.WireMember(rawValue: member)).member
        #expect([.done, .position].contains(part) || !part.options.isEmpty)
    }

    /// The details of an item, without its id.
    private func details(_ item: [String: JSONValue]) async throws -> [String] {
        let machine = TestMachine()
        let json = String(decoding: try item.item(id: UUID()), as: UTF8.self)
        machine.terminal.inputLines = ["[\(json)]"]
        await machine.run("import", "-")
        await machine.run("list", "--all")
        return await machine.run("show", "1").lines.filter { !$0.hasPrefix("Id") }
    }

    private func printed(_ ending: TestMachine.Ending) throws -> [[String: JSONValue]] {
        try JSONDecoder().decode([[String: JSONValue]].self, from: Data(ending.output.utf8))
    }
}
