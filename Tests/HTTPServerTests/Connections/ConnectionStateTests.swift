import HTTP
@testable import HTTPServer
import Testing

@Suite struct `A connection's state` {
    @Test(arguments: ["", "\r", "G", "GET / HTTP/1.1\r\nHost: a\r\n"])
    func `waits for the rest of a head`(text: String) {
        let dialogue = Dialogue(text)

        #expect(dialogue.steps == [])
        #expect(dialogue.left == text)
        #expect(dialogue.state.phase == .head)
    }

    @Test(arguments: [get("/a"), post("/a", ""), "\r\n" + get("/a"), get("/a", "X: y\r\n")])
    func `answers a request without a body`(text: String) {
        let dialogue = Dialogue(text)

        #expect(dialogue.steps == [.answer("/a", body: "")])
        #expect(dialogue.left == "")
        #expect(dialogue.state.phase == .head)
        #expect(!dialogue.state.mustClose)
    }

    @Test func `parses from an offset`() {
        var state = ConnectionState()
        var (head, unchunked) = (RequestHead(), [UInt8]())
        let bytes = Array(("previous" + get("/a") + "next").utf8)

        let step = state.next(
            bytes.span, from: 8, RequestParser(), &head, unchunked: &unchunked)

        #expect(step == .answer(.none, length: get("/a").utf8.count))
    }

    @Test(arguments: [true, false])
    func `parses the head of a request with a body again, unless it was just admitted`(
        isAdmitted: Bool
    ) {
        var state = ConnectionState()
        var (head, unchunked) = (RequestHead(), [UInt8]())
        let bytes = Array(post("/a", "milk").utf8)
        _ = state.next(bytes.span, from: 0, RequestParser(), &head, unchunked: &unchunked)
        let wait = state.admitted(.body(atMost: 9), head)

        var other = RequestHead()
        let step = state.next(
            bytes.span, from: 0, RequestParser(), &other, isAdmitted: isAdmitted,
            unchunked: &unchunked)

        let length = head.length
        let content = ConnectionState.Content.bytes(ByteRange(start: length, end: length + 4))
        #expect(wait == nil)
        #expect(step == .answer(content, length: length + 4))
        #expect(other.length == (isAdmitted ? 0 : length))
    }

    @Test func `refuses a malformed request and discards the rest`() {
        let dialogue = Dialogue(get("/a") + "nonsense\r\n\r\n" + get("/b"))

        #expect(dialogue.steps == [.answer("/a", body: ""), .refuse(.malformedRequestLine)])
        #expect(dialogue.left == "")
        #expect(dialogue.state.phase == .lingering)
        #expect(dialogue.state.mustClose)
    }

    @Test func `answers requests in order`() {
        let dialogue = Dialogue(
            get("/a") + post("/b", "milk") + post("/c", chunks: ["br", "ead"]) + get("/d") + "GET")

        #expect(
            dialogue.steps == [
                .answer("/a", body: ""), .admit("/b"), .answer("/b", body: "milk"), .admit("/c"),
                .answer("/c", body: "bread"), .answer("/d", body: ""),
            ])
        #expect(dialogue.left == "GET")
    }

    @Test func `reads no request after the last one`() {
        var dialogue = Dialogue(get("/a", "Connection: close\r\n") + get("/b"))

        dialogue.receive(get("/c"))

        #expect(dialogue.steps == [.answer("/a", body: "")])
        #expect(dialogue.state.phase == .lingering)
    }

    @Test(arguments: [ConnectionState.Phase.answering, .streaming])
    func `reads no request while an answer is pending`(phase: ConnectionState.Phase) {
        var dialogue = Dialogue()
        dialogue.state.deferResponse(streamed: phase == .streaming)

        dialogue.receive(get("/a"))
        let before = dialogue.steps
        let during = dialogue.state.phase
        dialogue.state.answered(closes: false)
        dialogue.receive("")

        #expect(during == phase)
        #expect(before == [])
        #expect(dialogue.steps == [.answer("/a", body: "")])
    }

    @Test(arguments: [(false, ConnectionState.Phase.head), (true, .lingering)])
    func `ends after an answer that closes`(closes: Bool, phase: ConnectionState.Phase) {
        var state = ConnectionState()

        state.answered(closes: closes)

        #expect(state.phase == phase)
    }

    @Test func `ends after a refusal although its answer does not close`() {
        var (state, head, unchunked) = (ConnectionState(), RequestHead(), [UInt8]())
        let bytes = Array("nonsense\r\n".utf8)

        let step = state.next(
            bytes.span, from: 0, RequestParser(), &head, unchunked: &unchunked)
        state.answered(closes: false)

        #expect(step == .refuse(.malformedRequestLine))
        #expect(state.phase == .lingering)
    }
}

@Suite struct `The body in a connection's state` {
    @Test(arguments: [post("/a", "milk"), post("/a", chunks: ["milk"])])
    func `is pending until it is complete`(text: String) {
        let dialogue = Dialogue(String(text.dropLast()))

        #expect(dialogue.steps == [.admit("/a")])
        #expect(dialogue.state.phase == .body)
    }

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
                .admit("/a"), .answer("/a", body: "milk"), .answer("/b", body: ""),
            ])
    }

    @Test(arguments: [post("/a", "milk"), post("/a", chunks: ["mi", "lk"])])
    func `that is longer ends the connection`(text: String) {
        let dialogue = Dialogue(text + get("/b"), admission: .body(atMost: 3))

        #expect(dialogue.steps == [.admit("/a"), .fault("/a", .tooLarge(limit: 3))])
        #expect(dialogue.left == "")
        #expect(dialogue.state.phase == .lingering)
    }

    @Test func `with a longer Content-Length is not waited for`() {
        let dialogue = Dialogue(
            String(post("/a", "milk", "Expect: 100-continue\r\n").dropLast(4)),
            admission: .body(atMost: 3))

        #expect(dialogue.steps == [.admit("/a"), .fault("/a", .tooLarge(limit: 3))])
    }

    @Test(arguments: [post("/a", "milk"), post("/a", chunks: ["milk"])])
    func `that the handler does not admit is not waited for`(text: String) {
        let dialogue = Dialogue(String(text.dropLast(4)), admission: .none)

        #expect(dialogue.steps == [.admit("/a"), .answer("/a", body: "")])
        #expect(dialogue.state.phase == .lingering)
        #expect(dialogue.state.mustClose)
    }

    @Test(arguments: [
        ("x", ChunkFault.malformedSize), ("4 \r\n", .malformedSize),
        ("4\r\nmilky", .missingLineEnd), ("1000000000000000", .sizeTooLong),
        ("0\r\n\n", .malformedTrailer),
    ])
    func `in malformed chunks ends the connection`(chunks: String, fault: ChunkFault) {
        let head = String(post("/a", chunks: []).dropLast(3))

        let dialogue = Dialogue(head + chunks)

        #expect(dialogue.steps == [.admit("/a"), .fault("/a", .malformed(fault))])
        #expect(dialogue.state.phase == .lingering)
    }

    @Test(arguments: [BodyFault.timedOut, .overloaded])
    func `can be abandoned`(fault: BodyFault) {
        var dialogue = Dialogue(String(post("/a", "milk").dropLast(1)))
        let length = post("/a", "milk").utf8.count - 4

        let step = dialogue.state.abandonBody(fault)
        dialogue.state.answered(closes: false)

        #expect(step == .answer(.fault(fault), length: length))
        #expect(dialogue.state.phase == .lingering)
    }

    @Test(arguments: [
        post("/a", "milk", "Expect: 100-continue\r\n"),
        post("/a", chunks: ["milk"], "Expect: 100-continue\r\n"),
    ])
    func `gets one 100 Continue when the client expects it`(text: String) {
        let head = text.firstRange(of: "\r\n\r\n").map { String(text[..<$0.upperBound]) } ?? ""
        var dialogue = Dialogue(head)
        let asked = dialogue.steps

        dialogue.receive("")
        dialogue.receive(String(text.dropFirst(head.count)))

        #expect(asked == [.admit("/a"), .sendContinue])
        #expect(dialogue.steps == [.admit("/a"), .sendContinue, .answer("/a", body: "milk")])
    }

    @Test func `gets no 100 Continue when it has begun`() {
        let text = post("/a", "milk", "Expect: 100-continue\r\n")

        let dialogue = Dialogue(String(text.dropLast(3)))

        #expect(dialogue.steps == [.admit("/a")])
    }

    @Test func `of the next request gets no 100 Continue because of the last one`() {
        let text = post("/a", "milk", "Expect: 100-continue\r\n")
        var dialogue = Dialogue(String(text.dropLast(4)))

        dialogue.receive("milk" + post("/b", "bread").dropLast(5))

        #expect(
            dialogue.steps == [
                .admit("/a"), .sendContinue, .answer("/a", body: "milk"), .admit("/b"),
            ])
    }
}
