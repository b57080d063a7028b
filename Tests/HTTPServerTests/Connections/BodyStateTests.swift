import HTTP
@testable import HTTPServer
import Testing

@Suite struct `The body in a connection's state` {
    @Test func `of known length stays in the input behind its head`() {
        let dialogue = Dialogue(String(post("/a", "milk").dropLast()))

        #expect(dialogue.left == String(post("/a", "milk").dropLast()))
        #expect(dialogue.state.decodedRange.isEmpty)
    }

    @Test func `in chunks is decoded, and its head stays in the input`() {
        let head = String(post("/a", chunks: []).dropLast(3))

        let dialogue = Dialogue(head + "4\r\nmilk\r\n5\r\nbre")

        #expect(dialogue.left == head)
        #expect(dialogue.unchunked == Array("milkbre".utf8))
    }

    @Test(arguments: [post("/a", "milk"), post("/a", chunks: ["milk"])])
    func `may have the length that the handler admits`(text: String) {
        let dialogue = Dialogue(text + get("/b"), admission: .body(atMost: 4))

        #expect(
            dialogue.steps == [
                .admit("/a"), .answer("/a", body: "milk"), .admit("/b"), .answer("/b", body: ""),
            ])
    }

    @Test func `with a longer Content-Length is not waited for`() {
        let dialogue = Dialogue(
            String(post("/a", "milk", "Expect: 100-continue\r\n").dropLast(4)),
            admission: .body(atMost: 3))

        #expect(dialogue.steps == [.admit("/a"), .fault("/a", .tooLarge(limit: 3))])
    }

    @Test(arguments: [post("/a", "milk"), post("/a", chunks: ["milk"])])
    func `that the handler does not admit is not waited for`(text: String) {
        let dialogue = Dialogue(String(text.dropLast(4)), admission: .unread)

        #expect(dialogue.steps == [.admit("/a"), .answer("/a", body: "")])
        #expect(dialogue.state.stage == .lingering)
        #expect(dialogue.state.mustClose)
    }

    @Test(arguments: [
        ("Content-Length: 9\r\n\r\n \r\n", "{"),
        ("Transfer-Encoding: chunked\r\n\r\n3\r\n \r\n\r\n", "2\r\n{\"\r\n"),
    ])
    func `that is a single item over its limit is refused as soon as that shows`(
        beginning: String, next: String
    ) {
        var dialogue = Dialogue(
            "POST /a HTTP/1.1\r\nHost: a\r\n" + beginning,
            admission: .now(BodyLimit(array: 9, other: 4)))
        let (before, stage) = (dialogue.steps, dialogue.state.stage)

        dialogue.receive(next)

        #expect(before == [.admit("/a")])
        #expect(stage == .body)
        #expect(dialogue.steps == [.admit("/a"), .fault("/a", .tooLarge(limit: 4))])
        #expect(dialogue.state.stage == .lingering)
    }

    @Test(arguments: [
        ("[1,2,3,4]", true), (" \n\t [1,2]", true), ("[1,2,3,4,5]", false), ("{}  ", true),
        ("   {}", false), ("     ", true),
    ])
    func `has the limit of its kind, in one part or in many`(body: String, isRead: Bool) {
        for text in [post("/a", body), post("/a", chunks: [body])] {
            let limit = ScriptedAdmission.now(BodyLimit(array: 9, other: 4))
            let whole = Dialogue(text, admission: limit)
            let parts = Dialogue(text.utf8.map { [$0] }, admission: limit)

            #expect(whole.steps.last == parts.steps.last)
            #expect((whole.steps.last == .answer("/a", body: body)) == isRead)
        }
    }

    @Test(arguments: [BodyFault.timedOut, .overloaded])
    func `can be abandoned`(fault: BodyFault) {
        var dialogue = Dialogue(String(post("/a", "milk").dropLast(1)))
        let length = post("/a", "milk").utf8.count - 4

        let step = dialogue.state.abandonBody(fault)
        dialogue.state.answered(closes: false)

        #expect(step == .answer(.fault(fault), length: length))
        #expect(dialogue.state.stage == .lingering)
    }
}
