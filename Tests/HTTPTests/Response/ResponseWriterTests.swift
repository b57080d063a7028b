@testable import HTTP
import TestSupport
import Testing

@Suite struct `A response` {
    @Test func `has a status line, the date, the request's id, its fields and its length`() {
        var response = ResponseWriter(id: .made(0xAB))

        response.start(.created)
        response.field("Location", "/items/7")
        response.field("ETag") { $0.append("\"k3f9.42\"") }
        response.body.append("milk")
        response.finish()

        #expect(
            String(copying: response.out) == """
                HTTP/1.1 201 Created\r
                Date: Thu, 01 Jan 1970 00:00:00 GMT\r
                X-Request-Id: 00000000000000ab\r
                X-Content-Type-Options: nosniff\r
                Cross-Origin-Resource-Policy: same-origin\r
                Location: /items/7\r
                ETag: "k3f9.42"\r
                Content-Length: 4\r
                \r
                milk
                """)
        #expect(response.status == .created)
    }

    @Test func `has its own fields after the common ones`() {
        var response = ResponseWriter(id: .made(0xAB))
        response.start(.ok)
        response.field("Before", "x")
        response.finish()
        var context = ResponseContext()
        context.closes = true
        response.begin(context)
        response.start(.created)
        response.field("Location", "/items/7")
        response.field("ETag", "\"k3f9.42\"")

        let lines = String(copying: response.fieldLines)

        #expect(lines == "Location: /items/7\r\nETag: \"k3f9.42\"\r\n")
    }

    @Test(arguments: Status.allCases) func `begins with the status line of its status`(
        status: Status
    ) {
        var response = ResponseWriter(id: .made(1))

        response.start(status)
        response.finish()

        let line = String(copying: response.out).prefix { $0 != "\r\n" }
        let reason = line.dropFirst("HTTP/1.1 200 ".count)
        #expect(line.hasPrefix("HTTP/1.1 \(status.rawValue) "))
        #expect(!reason.isEmpty && reason.allSatisfy { $0.isASCII && ($0.isLetter || $0 == " ") })
    }

    @Test func `echoes the request's own id`() {
        var response = ResponseWriter(id: .sent("mine"))

        response.finish(.ok, "")

        #expect(response.answer["X-Request-Id"] == "mine")
    }

    @Test func `has the date that was set last`() {
        var response = ResponseWriter(id: .made(1))

        response.setDate(784_111_777)
        response.finish(.ok, "")

        #expect(response.answer["Date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        (1, false, nil), (1, true, "close"), (0, false, "keep-alive"), (0, true, "close"),
    ])
    func `has the Connection option of its version`(
        minorVersion: UInt8, closes: Bool, option: String?
    ) {
        var context = ResponseContext()
        (context.minorVersion, context.closes) = (minorVersion, closes)
        var response = ResponseWriter(context)

        response.finish(.ok, "")

        #expect(response.answer["Connection"] == option)
    }

    @Test func `can close the connection in spite of keep-alive`() {
        var response = ResponseWriter(id: .made(1))

        response.close()
        response.finish(.ok, "")

        #expect(response.answer["Connection"] == "close")
        #expect(response.context.closes)
    }

    @Test func `to HEAD has the length of its content, and no content`() {
        var context = ResponseContext()
        context.isHead = true
        var response = ResponseWriter(context)

        response.finish(.ok, "milk")

        #expect(response.answer["Content-Length"] == "4")
        #expect(response.answer.body == [])
    }

    @Test(arguments: Status.allCases, [CORSPolicy.disabled, .denied])
    func `has nosniff and a same-origin resource policy`(
        status: Status, policy: CORSPolicy
    ) {
        var context = ResponseContext()
        context.corsPolicy = policy
        var response = ResponseWriter(context)

        response.finish(status, "milk")

        #expect(response.answer["X-Content-Type-Options"] == "nosniff")
        #expect(response.answer["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test(arguments: Status.allCases)
    func `has no resource policy for an allowed origin`(status: Status) throws {
        var context = ResponseContext()
        context.corsPolicy = .allowed(try #require(WebOrigin("https://example.org")))
        var response = ResponseWriter(context)

        response.finish(status, "milk")

        #expect(response.answer["X-Content-Type-Options"] == "nosniff")
        #expect(response.answer["Cross-Origin-Resource-Policy"] == nil)
    }

    @Test(arguments: [Status.noContent, .notModified])
    func `without content has no length`(status: Status) {
        var response = ResponseWriter(id: .made(1))

        response.finish(status, "milk")

        #expect(response.answer["Content-Length"] == nil)
        #expect(response.answer.body == [])
    }

    @Test func `that is empty has Content-Length 0`() {
        var response = ResponseWriter(id: .made(1))

        response.finish(.ok, "")

        #expect(response.answer["Content-Length"] == "0")
    }

    @Test func `follows the one before it`() {
        var response = ResponseWriter(id: .made(1))
        response.finish(.ok, "milk")
        let first = String(copying: response.out)

        response.begin(ResponseContext())
        response.finish(.notFound, "bread")
        let both = String(copying: response.out)

        #expect(both.hasPrefix(first))
        #expect(TestResponse(Array(both.dropFirst(first.count).utf8)).status == 404)
        #expect(both.hasSuffix("\r\nContent-Length: 5\r\n\r\nbread"))
    }

    @Test func `can be started over, without the one before it`() {
        var response = ResponseWriter(id: .made(1))
        response.finish(.ok, "milk")
        let first = String(copying: response.out)
        response.begin(ResponseContext())
        response.start(.ok)
        response.body.append("half of")

        response.startOver()
        let (left, status) = (String(copying: response.out), response.status)
        response.finish(.notFound, "none")

        #expect(left == first)
        #expect(status == nil)
        #expect(String(copying: response.out).hasSuffix("Content-Length: 4\r\n\r\nnone"))
    }

    @Test func `begins without content of the one before it`() {
        var response = ResponseWriter(id: .made(1))
        response.body.append("left over")

        response.begin(ResponseContext())
        response.finish(.ok, "")

        #expect(response.status == .ok)
        #expect(response.answer["Content-Length"] == "0")
    }

    @Test func `can be preceded by 100 Continue`() {
        var response = ResponseWriter(id: .made(1))

        response.writeContinue()

        #expect(String(copying: response.out) == "HTTP/1.1 100 Continue\r\n\r\n")
    }

    @Test(.enabled(if: allocationsAreCounted))
    func `allocates nothing after a similar one`() {
        var response = ResponseWriter(id: .made(1))
        response.finish(.ok, "milk")
        response.didSend()

        let counted = allocations {
            for _ in 0..<100 {
                response.begin(ResponseContext())
                response.start(.ok)
                response.field("ETag", "\"k3f9.42\"")
                response.body.append("milk")
                response.finish()
                response.didSend()
            }
        }

        #expect(counted == 0)
    }

    @Test func `that was sent is cleared, and large buffers are released`() {
        var response = ResponseWriter(id: .made(1))
        let large = String(repeating: "a", count: 1_000_000)
        response.finish(.ok, large)

        response.didSend()

        #expect(response.out.count == 0)
        #expect(response.out.capacity == 262_144)
        #expect(response.body.count == 0)
        #expect(response.body.capacity == 262_144)
    }
}
