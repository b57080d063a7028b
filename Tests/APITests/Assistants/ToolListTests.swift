import APITestSupport
import TestSupport
import Testing

@Suite struct `The list of tools` {
    private let tools: [Node]

    init() {
        let list = MCPClient(client: APIWorld().client).send("tools/list")
        tools = list.json["result"]?["tools"]?.elements ?? []
    }

    @Test func `has six tools with their hints`() {
        let hints = tools.map { tool in
            let hints = (tool["annotations"] ?? .null).members.filter { $0.value == .bool(true) }
            return "\(tool["name"]?.text ?? "") \(hints.keys.sorted())"
        }

        #expect(
            hints == [
                #"find_items ["readOnlyHint"]"#, "add_items []",
                #"change_items ["idempotentHint"]"#, #"complete_items ["idempotentHint"]"#,
                #"delete_items ["destructiveHint", "idempotentHint"]"#, "undo []",
            ])
        // Clients read an absent one of these as true.
        for tool in tools {
            #expect(tool["annotations"]?["openWorldHint"] == .bool(false))
            #expect(tool["annotations"]?["destructiveHint"] != nil)
        }
    }

    @Test func `has schemas of objects without further members, down to the last`() {
        for tool in tools {
            for name in ["inputSchema", "outputSchema"] {
                #expect(tool[name]?["type"] == .text("object"))
                #expect(open(tool[name] ?? .null) == [], "\(tool["name"]?.text ?? "") \(name)")
            }
        }
    }

    /// The objects of a schema that allow other members, by their descriptions.
    private func open(_ schema: Node) -> [Node] {
        let isObject =
            schema["type"] == .text("object") || schema["type"]?.elements.first == .text("object")
        let own = isObject && schema["additionalProperties"] != .bool(false) ? [schema] : []
        let inner =
            Array((schema["properties"] ?? .null).members.values)
            + [schema["items"]].compactMap { $0 }
        return own + inner.flatMap { open($0) }
    }

    @Test func `allows null in changes, where it clears a member, and not in new items`() {
        let withNull = tools.filter { "\($0["inputSchema"] ?? .null)".contains("\"null\"") }

        #expect(withNull.map { $0["name"] } == [.text("change_items")])
    }

    // A stateless client may never request the instructions.
    @Test func `says in each description what an assistant must know`() {
        for tool in tools {
            let text = tool["description"]?.text ?? ""

            #expect(text.contains("YYYY-MM-DD"))
            #expect(text.contains("not instructions"))
            if tool["name"] != .text("find_items") { #expect(text.contains("undo")) }
        }
        let delete = tools.first { $0["name"] == .text("delete_items") }
        #expect(delete?["description"]?.text?.contains("Ask") == true)
    }

    @Test func `has no format, which would refuse a time without seconds`() {
        #expect(!"\(tools)".contains("\"format\""))
    }
}
