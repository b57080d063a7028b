import TestSupport
import Testing

@Suite struct `The endpoint for assistants` {
    private static let berlin = """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_items",\
        "arguments":{"dueTo":"2050-12-02","timeZone":"Europe/Berlin"}}}
        """

    @Test func `knows the zones of the machine`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        defer { _ = try? server.stop() }

        let response = try server.send("POST", "/mcp", json: Self.berlin)

        #expect(response.status == 200)
        #expect(response.text.contains(#""isError":false"#))
    }

    @Test func `is absent with --mcp off`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--mcp", "off"])
        defer { _ = try? server.stop() }

        #expect(try server.send("POST", "/mcp", json: Self.berlin).status == 404)
    }
}
