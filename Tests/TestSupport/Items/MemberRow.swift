import FoundationEssentials
package import Items

/// The row of a member in `Tests/Members/members.json`, whose README explains it.
package struct MemberRow: Sendable {
    /// Members that the server refuses.
    package struct Refusal: Decodable, Sendable {
        /// What is refused when it is sent in only one of the two ways.
        package enum Target: String, Decodable, Sendable {
            case item, patch
        }

        package struct Problem: Decodable, Hashable, Sendable {
            package let pointer: String
            package let detail: String

            /// An element of the errors in a problem document.
            package init(_ error: Node) {
                pointer = error["pointer"]?.text ?? ""
                detail = error["detail"]?.text ?? ""
            }

            fileprivate init(_ pointer: String, _ detail: String) {
                (self.pointer, self.detail) = (pointer, detail)
            }
        }

        private let sent: Node
        package let problems: Set<Problem>
        private let only: Target?

        /// The sent members with a title.
        package var item: Node { sent.asItem }
        /// The sent members alone.
        package var patch: Node { sent }

        package func isOf(_ target: Target) -> Bool { only.map { $0 == target } ?? true }

        /// The problems of what is at this place in a body.
        package func problems(below pointer: String) -> Set<Problem> {
            Set(problems.map { Problem(pointer + $0.pointer, $0.detail) })
        }
    }

    /// A member without its row, or a row without its member.
    package enum Fault: Error, Equatable {
        case memberWithoutRow(String)
        case rowWithoutMember(String)
    }

    private struct Row: Decodable {
        let member: String
        let kept: [Node]
        let refused: [Refusal]
    }

    private struct File: Decodable {
        let members: [Row]
    }

    private static let file = Result {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Members/members.json").standardized
        return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).members
    }

    /// Members that are stored, each as a patch of an item that has nothing but a title.
    package let patches: [Node]
    package let refused: [Refusal]
    /// Whether an item must have the member.
    package let isRequired: Bool

    /// The row of a member; throws unless each member has one, and each row its member.
    package init(of member: ItemMember) throws {
        let rows = try Self.file.get()
        for row in rows where ItemMember(rawValue: row.member) == nil {
            throw Fault.rowWithoutMember(row.member)
        }
        guard let row = rows.first(where: { $0.member == member.rawValue }) else {
            throw Fault.memberWithoutRow(member.rawValue)
        }
        patches = row.kept
        refused = row.refused
        isRequired = refused.contains { $0.isOf(.patch) && $0.patch[member.rawValue] == .null }
    }

    /// Items with the members that are stored, as they come back.
    package var items: [Node] { patches.map(\.asItem) }

    /// The items of all rows.
    package static func items() throws -> [Node] {
        try ItemMember.allCases.flatMap { try MemberRow(of: $0).items }
    }
}

extension Node {
    /// The item whose members these are, beside a title and its state.
    fileprivate var asItem: Node {
        .map(["title": .text("Task"), "done": .bool(false)].merging(members) { $1 })
    }

    /// An item without the members that the server writes.
    package var content: Node {
        .map(members.filter { ItemMember(rawValue: $0.key) != nil })
    }
}
