import Foundation
import Testing

@testable import ToDoClient

@Suite("The order by hand")
struct OrderKeyTests {
    @Test func `order keys are those of the reference`() throws {
        let rows = try Self.read("order-keys.tsv").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }

        #expect(rows.count > 1000)
        for row in rows {
            switch row[0] {
            case "valid": #expect(OrderKey(row[1])?.text == row[1], "\(row)")
            case "invalid": #expect(OrderKey(row[1]) == nil, "\(row)")
            default:
                let keys = OrderKey.keys(
                    try #require(Int(row[3])), between: OrderKey(row[1]), and: OrderKey(row[2]))
                #expect(keys.map(\.text).joined(separator: " ") == row[4], "\(row)")
                #expect(keys == keys.sorted(), "\(row)")
            }
        }
    }

    @Test func `a move writes the keys of the table`() throws {
        let rows = try JSONDecoder().decode([Move].self, from: Data(Self.read("moves.json").utf8))

        #expect(rows.count > 10)
        for row in rows {
            var names = Names()
            let list = names.entries(row.list)
            let keyed = (list + names.entries(row.hidden ?? "")).filter { $0.key != nil }
                .sorted { ($0.key?.text ?? "", $0.id) < ($1.key?.text ?? "", $1.id) }

            let changes = ManualOrder.changes(
                moving: row.move.split(separator: " ").map { names.id(String($0)) },
                before: row.before.map { names.id($0) }, in: list, keyed: keyed)

            #expect(names.text(changes) == row.changes, "\(row.name)")
        }
    }

    private static func read(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Members/\(name)"), encoding: .utf8)
    }

    private struct Move: Decodable {
        let name: String
        let list: String
        let hidden: String?
        let move: String
        let before: String?
        let changes: String
    }

    /// The ids of the table's names, ascending as the names appear.
    private struct Names {
        private var names: [String] = []

        mutating func id(_ name: String) -> UUID {
            if !names.contains(name) { names.append(name) }
            let number = UInt8(names.firstIndex(of: name) ?? 0)
            return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
        }

        mutating func entries(_ text: String) -> [ManualOrder.Entry] {
            text.split(separator: " ").map { entry in
                let parts = entry.split(separator: ":").map(String.init)
                return .init(id: id(parts[0]), key: parts.count > 1 ? OrderKey(parts[1]) : nil)
            }
        }

        func text(_ entries: [ManualOrder.Entry]) -> String {
            entries.map { "\(names[Int($0.id.uuid.15)]):\($0.key?.text ?? "")" }
                .joined(separator: " ")
        }
    }
}
