import HTTPServer
import TestSupport
import Testing

/// A client of `/live` that has received the head and the first part, `milk`.
func listener(to world: ServerWorld, receiveBuffer: Int32? = nil) throws -> WireClient {
    let client = try world.connect(receiveBuffer: receiveBuffer)
    try client.send(get("/live"))
    #expect(try client.take(until: chunk("milk")).hasSuffix("chunked\r\n\r\n" + chunk("milk")))
    return client
}

/// Commits `count` times. Each commit waits until the client has the text of the previous one.
func commit(
    _ count: Int, to script: LiveScript, of world: ServerWorld, read client: WireClient
) throws {
    for number in 0..<count {
        script.add("\(number);")
        world.server.receiveRevisionSignal()
        _ = try client.take(until: chunk("\(number);"))
    }
}

/// A text as one part of an answer.
func chunk(_ text: String) -> String {
    "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
}

extension WireClient {
    /// Reads until the received bytes end with this text.
    func take(until end: String) throws -> String {
        var text = ""
        while !text.hasSuffix(end) {
            text += String(decoding: try take(1), as: UTF8.self)
        }
        return text
    }
}
