package import Foundation
package import ToDoClient

/// A row of `Tests/Members/members.json`: what a member of an item is, and is not.
package struct MemberRow: Decodable, Sendable, CustomStringConvertible {
    package struct Refusal: Decodable, Sendable {
        package struct Fault: Decodable, Hashable, Comparable, Sendable {
            package let pointer: String
            package let detail: String

            package static func < (left: Fault, right: Fault) -> Bool {
                (left.pointer, left.detail) < (right.pointer, right.detail)
            }
        }

        package let sent: [String: JSONValue]
        package let problems: [Fault]
        /// `item` or `patch`, if the row is not of both.
        package let only: String?
    }

    package struct Merge: Decodable, Sendable {
        package let base: ItemMembers
        package let here: ItemMembers
        package let there: ItemMembers
        package let merged: ItemMembers
        package let changedElsewhere: [String]
    }

    package let member: String
    package let kept: [[String: JSONValue]]
    package let refused: [Refusal]
    package let merge: [Merge]

    package var description: String { member }

    /// All rows. Throws if the file cannot be read.
    package static func all() throws -> [MemberRow] {
        struct Table: Decodable { let members: [MemberRow] }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Members/members.json")
        return try JSONDecoder().decode(Table.self, from: Data(contentsOf: file)).members
    }
}

extension [String: JSONValue] {
    /// The JSON of an item with these members.
    package func item(id: UUID) throws -> Data {
        let defaults: [String: JSONValue] = ["title": .string("Task")]
        let all = defaults.merging(self) { _, new in new }
            .merging(["id": .string(id.uuidString.lowercased())]) { _, new in new }
        return try JSONEncoder().encode(all)
    }
}

/// Some members of an item.
package struct ItemMembers: Decodable, Sendable {
    private let source: ToDoItem
    private let given: [ToDoItem.WireMember]

    package init(from decoder: any Decoder) throws {
        let members = try [String: JSONValue](from: decoder)
        given = ToDoItem.WireMember.allCases.filter { members[$0.rawValue] != nil }
        let json = try members.filter { $0.key != "id" }.item(id: UUID())
        source = try JSONDecoder().decode(ToDoItem.self, from: json)
    }

    /// Gives an item these members.
    package func apply(to item: inout ToDoItem) {
        for member in given { item.take(member, from: source) }
    }

    /// Whether an item has these members.
    package func match(_ item: ToDoItem) -> Bool {
        var changed = item
        apply(to: &changed)
        return changed == item
    }
}
