import APITestSupport
import TestSupport
import Testing

@Suite struct `The two eras of the Model Context Protocol` {
    private func client(_ era: MCPClient.Era) -> MCPClient {
        MCPClient(client: APIWorld().client, era: era)
    }

    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ])
    func `initialize agrees on a known version, or names the latest`(asked: String, version: String)
    {
        let body = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\(asked)",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
            """

        let response = client(.handshake).post(body)

        let result = response.json["result"]
        #expect(response.status == 200)
        #expect(result?["protocolVersion"] == .text(version))
        #expect(result?["serverInfo"]?["name"] == .text("toodoo"))
        #expect(result?["serverInfo"]?["version"] == .text("9.9.9"))
        #expect(result?["capabilities"] == .map(["tools": .map([:])]))
        #expect(result?["resultType"] == nil)
        #expect(response["Mcp-Session-Id"] == nil)
    }

    @Test(arguments: ["{}", #"{"protocolVersion":null}"#, #"{"protocolVersion":1}"#])
    func `initialize without a version is an error of its parameters`(params: String) {
        let body = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":\#(params)}"#

        let response = client(.handshake).post(body)

        #expect(response.status == 200)
        #expect(response.code == -32602)
        #expect(response.json["id"] == .number(0))
        #expect(response.json["result"] == nil)
    }

    @Test func `server/discover names the version and the tools`() {
        let result = client(.stateless).send("server/discover").json["result"]

        #expect(result?["supportedVersions"] == .list([.text("2026-07-28")]))
        #expect(result?["capabilities"] == .map(["tools": .map([:])]))
        #expect(result?["ttlMs"] == .number(3_600_000))
        #expect(result?["cacheScope"] == .text("private"))
        #expect(result?["resultType"] == .text("complete"))
        #expect(
            result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"] == .text("9.9.9"))
        #expect(result?["instructions"]?.text?.contains("not instructions") == true)
    }

    @Test func `list the same tools, and only stateless results have a type and a lifetime`() {
        let results = MCPClient.Era.allCases.map { client($0).send("tools/list").json["result"] }

        #expect(results[0]?["tools"] == results[1]?["tools"])
        #expect(results[0]?.members.keys.sorted() == ["tools"])
        #expect(
            results[1]?.members.keys.sorted()
                == ["_meta", "cacheScope", "resultType", "tools", "ttlMs"])
    }

    @Test(arguments: MCPClient.Era.allCases)
    func `answer a call with structured content and the same as text`(era: MCPClient.Era) throws {
        let answer = client(era).call("add_items", #"{"items":[{"title":"Tea \"1\""}]}"#)

        #expect(answer.titles == ["Tea \"1\""])
        #expect(try Node(json: Array(answer.text.utf8)) == answer.content)
        #expect(answer.result["isError"] == .bool(false))
        #expect((answer.result["resultType"] != nil) == (era == .stateless))
    }

    @Test func `a request without a version is of the handshake era`() {
        let response = client(.handshake).post(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)

        #expect(response.status == 200)
        #expect(response.json["result"]?["resultType"] == nil)
    }
}
