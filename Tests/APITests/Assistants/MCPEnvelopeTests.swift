import APITestSupport
import HTTP
import TestSupport
import Testing

/// A request that is refused by a rule of the protocol.
struct RefusedMessage: Sendable, CustomTestStringConvertible {
    let name: String
    var body: String
    var fields: [String: String] = [:]
    let status: Int
    let code: Int
    var id = Node.number(7)

    var testDescription: String { name }

    private static func stateless(_ method: String, _ params: String = "") -> String {
        let rest = params.isEmpty ? "" : "," + params
        return """
            {"jsonrpc":"2.0","id":7,"method":"\(method)","params":{\(MCPClient.meta)\(rest)}}
            """
    }

    private static func headers(_ method: String, name: String? = nil) -> [String: String] {
        var fields = ["MCP-Protocol-Version": MCPClient.version, "Mcp-Method": method]
        fields["Mcp-Name"] = name
        return fields
    }

    private static func envelope(
        _ name: String, _ body: String, code: Int = -32600, id: Node = .null
    ) -> RefusedMessage {
        RefusedMessage(name: name, body: body, status: 400, code: code, id: id)
    }

    /// Faults in both eras.
    static let envelopes = [
        envelope("nothing", "", code: -32700), envelope("not JSON", "{", code: -32700),
        envelope("a name twice", #"{"id":1,"id":1}"#, code: -32700),
        envelope("an array", #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#),
        envelope("an empty array", "[]"), envelope("a text", #""ping""#), envelope("null", "null"),
        envelope("an id that is null", #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#),
        envelope("an id that is a fraction", #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#),
        envelope("an id that is a Bool", #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#),
        envelope("an id that is an object", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#),
        envelope("an id that is an array", #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#),
        envelope("an id beyond 64 bits", #"{"jsonrpc":"2.0","id":1e30,"method":"ping"}"#),
        envelope("no jsonrpc", #"{"id":7,"method":"ping"}"#, id: .number(7)),
        envelope("another jsonrpc", #"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, id: .number(7)),
        envelope("no method", #"{"jsonrpc":"2.0","id":7}"#, id: .number(7)),
        envelope(
            "a method that is a number", #"{"jsonrpc":"2.0","id":7,"method":1}"#, id: .number(7)),
        envelope(
            "params that are an array", #"{"jsonrpc":"2.0","id":"a","method":"ping","params":[]}"#,
            id: .text("a")),
        envelope("a response", #"{"jsonrpc":"2.0","id":7,"result":{}}"#, id: .number(7)),
        envelope("a notification without a method", #"{"jsonrpc":"2.0"}"#),
        envelope("a notification without jsonrpc", #"{"method":"notifications/initialized"}"#),
    ]

    /// Faults in the stateless era, in the order of the checks.
    static let stateless = [
        RefusedMessage(
            name: "no _meta", body: #"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#,
            fields: headers("tools/list"), status: 400, code: -32602),
        RefusedMessage(
            name: "no capabilities",
            body: """
                {"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":\
                {"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
                """, fields: headers("tools/list"), status: 400, code: -32602),
        RefusedMessage(
            name: "no version in the body",
            body: """
                {"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":\
                {"io.modelcontextprotocol/clientCapabilities":{}}}}
                """, fields: headers("tools/list"), status: 400, code: -32602),
        RefusedMessage(
            name: "an unknown version in the header alone",
            body: #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#,
            fields: ["MCP-Protocol-Version": "2031-01-01"], status: 400, code: -32602),
        RefusedMessage(
            name: "no headers", body: stateless("tools/list"), status: 400, code: -32020),
        RefusedMessage(
            name: "another version in the header", body: stateless("tools/list"),
            fields: ["MCP-Protocol-Version": "2025-11-25", "Mcp-Method": "tools/list"],
            status: 400, code: -32020),
        RefusedMessage(
            name: "a version that is not a text",
            body: stateless("tools/list").replacing(#""2026-07-28""#, with: "1"),
            fields: headers("tools/list"), status: 400, code: -32020),
        RefusedMessage(
            name: "another method in the header", body: stateless("tools/list"),
            fields: headers("tools/call"), status: 400, code: -32020),
        RefusedMessage(
            name: "another name in the header", body: stateless("tools/call", #""name":"undo""#),
            fields: headers("tools/call", name: "find_items"), status: 400, code: -32020),
        RefusedMessage(
            name: "no name in the header", body: stateless("tools/call", #""name":"undo""#),
            fields: headers("tools/call"), status: 400, code: -32020),
        RefusedMessage(
            name: "a name that is not the encoded one",
            body: stateless("tools/call", #""name":"undo""#),
            fields: headers("tools/call", name: "=?base64?dW5kbw?="), status: 400, code: -32020),
        RefusedMessage(
            name: "an unknown version that is not in the header",
            body: stateless("tools/list").replacing("2026-07-28", with: "2031-01-01"),
            fields: headers("tools/list"), status: 400, code: -32020),
        RefusedMessage(
            name: "an unknown version",
            body: stateless("tools/list").replacing("2026-07-28", with: "2031-01-01"),
            fields: ["MCP-Protocol-Version": "2031-01-01", "Mcp-Method": "tools/list"],
            status: 400, code: -32022),
        RefusedMessage(
            name: "an unknown method", body: stateless("resources/list"),
            fields: headers("resources/list"), status: 404, code: -32601),
        RefusedMessage(
            name: "ping", body: stateless("ping"), fields: headers("ping"), status: 404,
            code: -32601),
        RefusedMessage(
            name: "initialize", body: stateless("initialize"), fields: headers("initialize"),
            status: 404, code: -32601),
        RefusedMessage(
            name: "an unknown tool", body: stateless("tools/call", #""name":"delete_all""#),
            fields: headers("tools/call", name: "delete_all"), status: 400, code: -32602),
        RefusedMessage(
            name: "a call without a name", body: stateless("tools/call"),
            fields: headers("tools/call"), status: 400, code: -32602),
        RefusedMessage(
            name: "a name that is a number", body: stateless("tools/call", #""name":1"#),
            fields: headers("tools/call", name: "1"), status: 400, code: -32020),
        RefusedMessage(
            name: "arguments that are an array",
            body: stateless("tools/call", #""name":"undo","arguments":[]"#),
            fields: headers("tools/call", name: "undo"), status: 400, code: -32602),
    ]

    /// Faults in the handshake era, where the status is 200.
    static let handshake = [
        ("an unknown method", "resources/list", "", -32601),
        ("server/discover", "server/discover", "", -32601),
        ("an unknown tool", "tools/call", #""name":"delete_all""#, -32602),
        ("a call without a name", "tools/call", "", -32602),
        ("arguments that are a text", "tools/call", #""name":"undo","arguments":"x""#, -32602),
    ].map { name, method, params, code in
        RefusedMessage(
            name: name,
            body: #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{\#(params)}}"#,
            status: 200, code: code)
    }
}

@Suite struct `A message to an assistant's endpoint` {
    @Test(
        arguments: RefusedMessage.envelopes + RefusedMessage.stateless + RefusedMessage.handshake)
    func `that breaks a rule of the protocol gets its status, code and id`(
        message: RefusedMessage
    ) {
        let world = APIWorld()

        let response = MCPClient(client: world.client).post(message.body, message.fields)

        #expect(response.status == message.status)
        #expect(response.code == message.code)
        #expect(response.json["id"] == message.id)
        #expect(response.json["jsonrpc"] == .text("2.0"))
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "no-store")
        #expect(world.items.writes == [])
    }

    @Test func `of an unknown version is told the known ones`() throws {
        let message = try #require(RefusedMessage.stateless.first { $0.code == -32022 })

        let response = MCPClient(client: APIWorld().client).post(message.body, message.fields)

        let data = response.json["error"]?["data"]
        #expect(data?["supported"] == .list([.text("2026-07-28")]))
        #expect(data?["requested"] == .text("2031-01-01"))
    }

    @Test(arguments: ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list", "Mcp-Name: a"])
    func `with a header twice is refused`(line: String) {
        let body = """
            {"jsonrpc":"2.0","id":7,"method":"tools/list","params":{\(MCPClient.meta)}}
            """
        let request = PreparedRequest(
            "POST /mcp HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            "Content-Length: \(body.utf8.count)", "MCP-Protocol-Version: 2026-07-28",
            "Mcp-Method: tools/list", "Mcp-Name: a", line, body: body)

        let response = request.answer(by: APIWorld().app)

        #expect(response.status == 400)
        #expect(response.code == -32020)
    }

    @Test(arguments: ["tools/list", "tools/call", "notifications/initialized", "no/such"])
    func `without an id is a notification, accepted and without effect`(method: String) {
        let world = APIWorld()
        let body = """
            {"jsonrpc":"2.0","method":"\(method)","params":{"name":"add_items",\
            "arguments":{"items":[{"title":"Tea"}]}}}
            """

        let response = MCPClient(client: world.client).post(body)

        #expect(response.status == 202)
        #expect(response.body == [])
        #expect(response["Content-Type"] == nil)
        #expect(world.items.writes == [])
    }

    @Test(arguments: [
        ("7", Node.number(7)), ("-1", .number(-1)),
        ("9007199254740992", .number(9_007_199_254_740_992)),
        (#""7""#, .text("7")), (#""\u0000 \"é""#, .text("\0 \"é")), (#""""#, .text("")),
    ])
    func `gets its id back`(id: String, expected: Node) {
        let body = #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#

        let response = MCPClient(client: APIWorld().client).post(body)

        #expect(response.status == 200)
        #expect(response.json["id"] == expected)
        #expect(response.json["result"] == .map([:]))
    }

    @Test(arguments: ["undo", "=?base64?dW5kbw==?="])
    func `has the name of the tool plain or encoded`(name: String) {
        let params = #""name":"undo","arguments":{"revision":"1"}"#

        let response = MCPClient(client: APIWorld().client).send("tools/call", params, name: name)

        #expect(response.status == 200)
        #expect(ToolAnswer(response).title == "No such revision")
    }

    @Test(arguments: ["GET", "DELETE", "PUT", "PATCH", "HEAD"])
    func `is sent with POST`(method: String) {
        let response = APIWorld().client.send(method, "/mcp")

        #expect(response.status == 405)
        #expect(response["Allow"] == "POST, OPTIONS")
    }

    @Test func `beyond 1 MiB is refused`() {
        let body = String(repeating: " ", count: 1 << 20) + "{}"

        #expect(MCPClient(client: APIWorld().client).post(body).status == 413)
    }

    @Test func `of another type is refused`() {
        let response = APIWorld().client.send(
            "POST", "/mcp", ["Content-Type": "text/plain"], body: "{}")

        #expect(response.status == 415)
    }
}
