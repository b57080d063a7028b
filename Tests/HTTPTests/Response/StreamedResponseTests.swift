@testable import HTTP
import TestSupport
import Testing

@Suite struct `A streamed response` {
    @Test(arguments: [
        (1, "1"), (9, "9"), (10, "a"), (15, "f"), (16, "10"), (255, "ff"), (256, "100"),
        (4095, "fff"), (4096, "1000"), (65_536, "10000"),
    ])
    func `has chunks of these sizes`(count: Int, size: String) {
        let part = String(repeating: "a", count: count)
        var response = ResponseWriter(id: .made(1))
        response.startParts(.ok)
        response.finishHead()
        let head = response.out.count

        response.body.append(text: part)
        response.finishPart()

        let written = String(copying: response.out).utf8.dropFirst(head)
        #expect(String(written) == "\(size)\r\n\(part)\r\n")
        #expect(response.body.count == 0)
    }

    @Test func `ends with the last chunk, and has no other one that is empty`() {
        var response = ResponseWriter(id: .made(1))

        response.startParts(.ok)
        response.field("ETag", "\"a\"")
        response.finishHead()
        for part in ["milk", "", "bread"] {
            response.body.append(text: part)
            response.finishPart()
        }
        response.finishParts()

        let text = String(copying: response.out)
        #expect(text.contains("ETag: \"a\"\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nmilk"))
        #expect(text.hasSuffix("\r\n\r\n4\r\nmilk\r\n5\r\nbread\r\n0\r\n\r\n"))
        #expect(!response.context.closes)
        #expect(response.answer["Content-Length"] == nil)
    }

    @Test func `ends with the connection for HTTP/1.0`() {
        var context = ResponseContext()
        context.minorVersion = 0
        var response = ResponseWriter(context)

        response.startParts(.ok)
        response.finishHead()
        response.body.append("milk")
        response.finishPart()
        response.finishParts()

        #expect(response.context.closes)
        #expect(response.answer["Connection"] == "close")
        #expect(response.answer["Transfer-Encoding"] == nil)
        #expect(String(copying: response.out).hasSuffix("\r\n\r\nmilk"))
    }

    @Test func `continues after another response`() {
        var response = ResponseWriter(id: .made(1))
        response.startParts(.ok)
        response.finishHead()
        let context = response.context
        response.didSend()
        response.begin(ResponseContext())
        response.finish(.ok, "somebody else's")
        response.didSend()

        response.begin(context)
        response.body.append("milk")
        response.finishPart()
        response.finishParts()

        #expect(String(copying: response.out) == "4\r\nmilk\r\n0\r\n\r\n")
    }

    @Test func `leaves nothing of its head in the content`() {
        var response = ResponseWriter(id: .made(1))
        response.startParts(.ok)
        response.body.append("left over")

        response.finishHead()
        response.finishPart()
        response.finishParts()

        #expect(String(copying: response.out).hasSuffix("chunked\r\n\r\n0\r\n\r\n"))
    }
}
