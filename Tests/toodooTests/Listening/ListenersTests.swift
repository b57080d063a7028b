import Foundation
import TestSupport
import Testing

@Suite struct `A client of the stream of changes` {
    @Test func `receives writes of the server and of an import`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        let listener = try listen(to: server)

        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let milk = try event(listener)
        _ = try world.run("import", "-", input: #"[{"title":"Bread"}]"#)
        let bread = try event(listener)

        #expect(milk.contains(#""title":"Milk""#))
        #expect(bread.contains(#""title":"Bread""#))
        #expect(try server.stop().code == 0)
    }

    @Test func `receives the end of the stream at a shutdown, without delaying it`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        let listener = try listen(to: server)

        let ending = try server.stop()
        let last = try listener.ending()

        #expect(ending.code == 0)
        #expect(last == WireClient.Ending("0\r\n\r\n"))
    }

    @Test func `may be curl`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)

        // In a pipe, curl would end with its next output, which is a comment after 15 seconds.
        let curl = "curl -sN -H 'Accept: text/event-stream' http://\(server.host)/items/changes"
        let output = try shell("exec bash -c \"head -n 5 < <(\(curl))\"")

        #expect(output.hasPrefix(":\n\nid: "))
        #expect(output.contains("\nevent: change\ndata: {\"revision\":1,\"item\":{"))
        #expect(try server.stop().code == 0)
    }

    @Test func `hears of the writes of another server on the same file`() throws {
        let world = try CommandWorld()
        let (first, second) = (
            try RunningServer(database: world.database),
            try RunningServer(database: world.database)
        )
        let client = try listen(to: second)
        _ = try first.send("POST", "/items", json: #"{"title":"Milk"}"#)

        let heard = try event(client)

        #expect(heard.contains(#""title":"Milk""#))
        #expect(try second.send("GET", "/items").text.contains("Milk"))
        #expect(try first.stop().code == 0)
        #expect(try second.stop().code == 0)
    }

    /// A client of the stream that has received the head and the first comment.
    private func listen(to server: RunningServer) throws -> WireClient {
        let client = try WireClient(port: server.port)
        try client.send(
            "GET /items/changes HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        var text = ""
        while !text.hasSuffix(":\n\n\r\n") {
            text += String(decoding: try client.take(1), as: UTF8.self)
        }
        return client
    }

    /// The next event, with its chunk.
    private func event(_ client: WireClient) throws -> String {
        var text = ""
        while !text.hasSuffix("\n\n\r\n") || !text.contains("event: ") {
            text += String(decoding: try client.take(1), as: UTF8.self)
        }
        return text
    }
}
