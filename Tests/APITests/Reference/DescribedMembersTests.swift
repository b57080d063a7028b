import APITestSupport
import FoundationEssentials
import Items
import TestSupport
import Testing

@testable import API

/// What lists the members of an item where the compiler sees nothing. A failure begins with the
/// file and the line.
@Suite struct `The members of an item` {
    private static let written: Set = [
        "id", "createdAt", "updatedAt", "doneAt", "revision", "deletedAt", "deletedIn",
    ]

    @Test func `are in each schema of items or patches in openapi.yaml, and no others`() throws {
        let lines = try Self.lines("openapi.yaml")
        let schemas = try Description.served.get().document["components"]?["schemas"] ?? .null
        let known = Set(ItemMember.allCases.map(\.rawValue))
        var found: [String] = []

        for (name, schema) in schemas.members {
            let properties = Set((schema["properties"] ?? .null).members.keys)
            guard properties.intersection(known).count > known.count / 2 else { continue }
            found.append(name)
            let place = Self.place("    \(name):", in: lines, of: "openapi.yaml")
            for missing in known.subtracting(properties) {
                Issue.record("\(place): \(name) lacks the member \(missing)")
            }
            for other in properties.subtracting(known).subtracting(Self.written) {
                Issue.record("\(place): \(name) has \(other), which is no member")
            }
        }

        #expect(
            found.sorted() == [
                "BulkPatch", "IdentifiedToDoItem", "ItemInTrash", "ItemPatch", "NewToDoItem",
                "PastItem", "ToDoItem",
            ])
    }

    @Test func `are in the table of the page about assistants, by the names of the tools`() throws {
        let file = "docs/assistants.md"
        let lines = try Self.lines(file)
        let head = "| member of an item | value |"
        let rows = lines.drop { $0 != head }.dropFirst(2).prefix { $0.hasPrefix("| `") }
        let shown = rows.compactMap { $0.firstMatch(of: /`(\w+)`/).map { String($0.output.1) } }

        let known = ItemMember.allCases.compactMap(\.toolName)

        #expect(shown == known, "\(Self.place(head, in: lines, of: file))")
    }

    private static func lines(_ name: String) throws -> [String] {
        let file = URL(filePath: #filePath).appending(path: "../../../../" + name).standardized
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func place(_ line: String, in lines: [String], of file: String) -> String {
        "\(file):\((lines.firstIndex(of: line) ?? -1) + 1)"
    }
}
