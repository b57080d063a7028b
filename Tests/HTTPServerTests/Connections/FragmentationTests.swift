import HTTP
@testable import HTTPServer
import Testing

@Suite struct `Requests in fragments` {
    private static let examples: [(text: String, admission: ScriptedAdmission)] = [
        (get("/a") + get("/b"), .unread),
        ("\r\n" + get("/a", "X-Request-Id: 1\r\n") + "GET /b HT", .unread),
        (post("/a", "milk") + post("/b", "bread") + get("/c"), .body(atMost: 5)),
        (post("/a", chunks: ["milk", "and", "bread"]) + get("/b"), .body(atMost: 12)),
        (post("/a", chunks: []) + post("/b", chunks: ["milk"]) + "GE", .body(atMost: 4)),
        (post("/a", chunks: ["milk", "bread"]) + get("/b"), .body(atMost: 8)),
        (
            post("/a", chunks: ["milk"]).replacing("\r\n0\r\n", with: "\r\n0;a=b\r\nC: d\r\n"),
            .body(atMost: 4)
        ),
        (post("/a", chunks: ["milk"]).replacing("milk", with: "milky"), .body(atMost: 9)),
        (post("/a", "milk") + get("/b"), .body(atMost: 3)),
        (post("/a", "milk") + get("/b"), .unread),
        (get("/a") + "nonsense\r\n" + get("/b"), .unread),
        (get("/a", "Connection: close\r\n") + get("/b"), .unread),
        ("GET /a HTTP/1.0\r\n\r\n" + get("/b"), .unread),
    ]

    @Test(arguments: examples) func `of any size give the same steps`(
        text: String, admission: ScriptedAdmission
    ) {
        let bytes = Array(text.utf8)
        let whole = Dialogue([bytes], admission: admission)

        for cut in 1..<bytes.count {
            let parts = Dialogue(
                [Array(bytes[..<cut]), Array(bytes[cut...])], admission: admission)

            #expect(parts.steps == whole.steps)
            #expect(parts.state.stage == whole.state.stage)
            // After the last answer the discarded bytes do not matter.
            if whole.state.stage != .lingering { #expect(parts.left == whole.left) }
        }
    }

    @Test(arguments: [
        post("/a", "milk", "Expect: 100-continue\r\n"),
        post("/a", chunks: ["milk"], "Expect: 100-continue\r\n"),
    ])
    func `get 100 Continue only for a cut between head and body`(text: String) {
        let bytes = Array(text.utf8)
        let begin = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound

        for cut in 1..<bytes.count {
            let dialogue = Dialogue([Array(bytes[..<cut]), Array(bytes[cut...])])

            #expect(dialogue.steps.contains(.sendContinue) == (cut == begin))
            #expect(dialogue.steps.last == .answer("/a", body: "milk"))
        }
    }
}
