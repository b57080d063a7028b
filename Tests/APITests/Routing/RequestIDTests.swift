import APITestSupport
import TestSupport
import Testing

@Suite struct `A request's id` {
    @Test(arguments: [
        "a", "0af7651916cd43dd8448eb211c80319c", "req-1/2:3,4;5", "!#$%&'()*+-.<=>?@[]^_`{|}~",
        "a\"b", "a\\b", "\"", "\\", #"","status":200,"x":""#, String(repeating: "x", count: 64),
    ])
    func `is the client's`(id: String) {
        let response = APIWorld().client.send("GET", "/nowhere", ["X-Request-Id": id])

        #expect(response["X-Request-Id"] == id)
        #expect(response.problem?.instance == id)
    }

    @Test(arguments: [
        "", "a b", "a\tb", "é", "a\u{80}", String(repeating: "x", count: 65),
        String(repeating: "x", count: 1_000),
    ])
    func `is generated when the client's cannot be echoed`(id: String) {
        let response = APIWorld().client.send("GET", "/nowhere", ["X-Request-Id": id])

        #expect(response["X-Request-Id"] == "0000000000000001")
        #expect(response.problem?.instance == "0000000000000001")
    }

    @Test func `is generated when the client sent none`() {
        let response = APIWorld().client.send("GET", "/items")

        #expect(response.status == 200)
        #expect(response["X-Request-Id"] == "0000000000000001")
    }

    @Test func `is the client's in a refusal, when it was read before the fault`() {
        let client = APIWorld().client
        let field = "X-Request-Id: abc\r\n"

        let before = client.send(Array("GET / HTTP/1.1\r\n\(field)Host: a\r\nHost: b\r\n\r\n".utf8))
        let after = client.send(Array("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\(field)\r\n".utf8))

        #expect([before.status, after.status] == [400, 400])
        #expect(before["X-Request-Id"] == "abc")
        #expect(before.problem?.instance == "abc")
        #expect(after["X-Request-Id"] == "0000000000000000")
    }
}
