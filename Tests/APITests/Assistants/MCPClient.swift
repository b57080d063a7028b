import APITestSupport
import TestSupport

/// A client of `/mcp` in one of the protocol's two eras.
struct MCPClient {
    /// The two eras of the protocol.
    enum Era: CaseIterable, Sendable {
        case handshake, stateless
    }

    static let version = "2026-07-28"

    let client: TestClient
    var era = Era.stateless
    /// The token of each request, if it has one.
    var token: String?

    /// Sends a request for a method; `params` are members, such as `"name":"undo"`.
    func send(_ method: String, _ params: String = "", name: String? = nil) -> TestResponse {
        var members = params
        var fields: [String: String] = [:]
        switch era {
        case .handshake: fields["MCP-Protocol-Version"] = "2025-11-25"
        case .stateless:
            members = Self.meta + (params.isEmpty ? "" : "," + params)
            fields["MCP-Protocol-Version"] = Self.version
            fields["Mcp-Method"] = method
            fields["Mcp-Name"] = name
        }
        let body = #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{\#(members)}}"#
        return post(body, fields)
    }

    /// Sends a body as it is.
    func post(_ body: String, _ fields: [String: String] = [:]) -> TestResponse {
        var fields = fields
        fields["Content-Type"] = "application/json"
        fields["Accept"] = "application/json, text/event-stream"
        if let token { fields["Authorization"] = "Bearer \(token)" }
        return client.send("POST", "/mcp", fields, body: body)
    }

    /// Calls a tool.
    func call(_ tool: String, _ arguments: String = "{}") -> ToolAnswer {
        ToolAnswer(
            send("tools/call", #""name":"\#(tool)","arguments":\#(arguments)"#, name: tool))
    }

    /// `_meta` of a stateless request.
    static let meta = """
        "_meta":{"io.modelcontextprotocol/protocolVersion":"\(version)",\
        "io.modelcontextprotocol/clientCapabilities":{}}
        """
}

/// The result of a call.
struct ToolAnswer {
    let response: TestResponse
    let result: Node

    init(_ response: TestResponse) {
        self.response = response
        result = response.json["result"] ?? .null
    }

    var isError: Bool { result["isError"] == .bool(true) }
    /// The text of the only content.
    var text: String {
        let content = result["content"]?.elements ?? []
        return content.count == 1 && content[0]["type"] == .text("text")
            ? content[0]["text"]?.text ?? "" : "not one text"
    }
    var content: Node { result["structuredContent"] ?? .null }
    var items: [Node] { content["items"]?.elements ?? [] }
    var titles: [String] { items.compactMap { $0["title"]?.text } }
    var ids: [String] { items.compactMap { $0["id"]?.text } }
    var revision: String? { content["revision"]?.text }
    /// The faults of a refusal with their places.
    var faults: [String] {
        let refusal = (try? Node(json: Array(text.utf8))) ?? .null
        return (refusal["errors"]?.elements ?? []).map {
            "\($0["pointer"]?.text ?? "nowhere") \($0["detail"]?.text ?? "")"
        }
    }
    var pointers: [String] { faults.map { String($0.prefix { $0 != " " }) } }
    /// The title of a refusal.
    var title: String? { (try? Node(json: Array(text.utf8)))?["title"]?.text }
}

extension TestResponse {
    /// The code of a fault of the protocol.
    var code: Int? { json["error"]?["code"]?.number.map { Int($0) } }
}
