import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

/// Each row of `Tests/Members/members.json`, in the words of the tools.
@Suite struct `A member of an item in the tools` {
    private let world = APIWorld()
    private var assistant: MCPClient { MCPClient(client: world.client) }
    private let target = "/items/" + uuid(1)

    private var stored: Node { world.client.send("GET", target).json.content }

    /// The arguments that set these members; nil if they cannot.
    private func arguments(_ members: Node) -> [String: Node]? {
        var arguments: [String: Node] = [:]
        for (name, value) in members.members {
            switch ItemMember(rawValue: name) {
            case .timestamp: arguments["due"] = arguments["due"] ?? due(value)
            case .day: arguments["due"] = value
            case nil: break
            case .done where value == .bool(false): break
            case let member?:
                guard ItemMember.arguments.contains(member), let tool = member.toolName else {
                    return nil
                }
                arguments[tool] = value
            }
        }
        return arguments
    }

    private func due(_ timestamp: Node) -> Node? {
        guard let time = timestamp.number else { return nil }
        var text = ByteWriter()
        DueText.time(time).write(to: &text)
        return .text(String(decoding: [UInt8](copying: text.span), as: UTF8.self))
    }

    private func withoutRevision(_ item: Node) -> Node {
        .map(item.members.filter { $0.key != "revision" })
    }

    private func call(_ tool: String, _ list: String, _ element: [String: Node]) -> ToolAnswer {
        assistant.call(tool, Node.map([list: .list([.map(element)])]).json)
    }

    @Test(arguments: ItemMember.allCases)
    func `is found as it was stored, and sets the same`(member: ItemMember) throws {
        let row = try MemberRow(of: member)

        for kept in row.items {
            // Tools know days alone, which then begin in UTC.
            let item = Node.map(
                kept.members.filter { $0.key != "timestamp" || kept["day"] == nil })
            _ = world.client.send("DELETE", "/items")
            _ = world.client.send("PUT", target, json: item.json)
            let before = stored
            let isDone = item["done"] ?? .null
            let found = assistant.call("find_items", Node.map(["done": isDone]).json).items
            #expect(found.count == 1)
            guard let shown = found.first, let arguments = arguments(item) else { continue }
            for (name, value) in arguments { #expect(shown[name] == value, "\(item.json)") }

            _ = world.client.send("PUT", target, json: #"{"title":"Task"}"#)
            let changed = call(
                "change_items", "changes", arguments.merging(["id": .text(uuid(1))]) { $1 })
            let added = call("add_items", "items", arguments)

            #expect(stored == before)
            #expect(changed.items.map(withoutRevision) == [withoutRevision(shown)])
            let id = added.ids.first ?? ""
            #expect(world.client.send("GET", "/items/" + id).json.content == before)
        }
    }

    @Test(arguments: ItemMember.arguments.filter { $0 != .timestamp })
    func `with a fault is refused with its place and a sentence`(member: ItemMember) throws {
        let row = try MemberRow(of: member)
        _ = world.client.send("PUT", target, json: #"{"title":"Task"}"#)
        let before = world.state

        // The tools have other faults of a due date.
        let dueDate = ["/timestamp", "/day"]
        for refusal in row.refused
        where member == .day || !refusal.problems.contains(where: { dueDate.contains($0.pointer) })
        {
            let tools: [(MemberRow.Refusal.Target, String, String, Node)] = [
                (.item, "add_items", "items", refusal.item),
                (.patch, "change_items", "changes", refusal.patch),
            ]
            for (target, tool, list, sent) in tools where refusal.isOf(target) {
                guard var arguments = arguments(sent) else { continue }
                if target == .patch { arguments["id"] = .text(uuid(1)) }

                let answer = call(tool, list, arguments)

                let expected = refusal.problems.map { problem in
                    let wire = "/" + member.rawValue
                    let pointer =
                        problem.pointer.hasPrefix(wire)
                        ? "/\(member.toolName ?? "")" + problem.pointer.dropFirst(wire.count)
                        : problem.pointer
                    let detail = problem.detail.replacing("`day` or `timestamp`", with: "`due`")
                    return "/\(list)/0\(pointer) \(detail)"
                }
                #expect(answer.faults.sorted() == expected.sorted(), "\(tool) \(sent.json)")
            }
        }
        #expect(world.state == before)
    }

    @Test func `is in the schemas of arguments and results`() {
        let tools = assistant.send("tools/list").json["result"]?["tools"]?.elements ?? []
        let schemas = Dictionary(
            uniqueKeysWithValues: tools.map { ($0["name"]?.text ?? "", $0) })
        func items(_ tool: String, _ schema: String, _ list: String) -> Set<String> {
            let object = schemas[tool]?[schema]?["properties"]?[list]?["items"]
            return Set((object?["properties"] ?? .null).members.keys)
        }

        let arguments = Set(ItemMember.arguments.compactMap(\.toolName))
        let results = Set(ItemMember.allCases.compactMap(\.toolName))

        #expect(items("add_items", "inputSchema", "items") == arguments)
        #expect(
            items("change_items", "inputSchema", "changes")
                == arguments.union(["id", "ifRevision"]))
        for tool in ["find_items", "add_items", "change_items", "complete_items"] {
            let deleted: Set = tool == "find_items" ? ["deletedAt", "deletedIn"] : []
            #expect(
                items(tool, "outputSchema", "items")
                    == results.union(["id", "revision", "hiddenCharacters"]).union(deleted),
                "\(tool)")
        }
    }
}
