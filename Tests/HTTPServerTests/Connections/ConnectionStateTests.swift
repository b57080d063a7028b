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
    func `has a request without a body answered`(text: String) {
        let dialogue = Dialogue(text)

        #expect(dialogue.steps == [.answer("/a", body: "")])
        #expect(dialogue.left == "")
        #expect(dialogue.state.phase == .head)
        #expect(!dialogue.state.mustClose)
    }

    @Test func `looks at the bytes from a place on`() {
        var state = ConnectionState()
        var (head, unchunked) = (RequestHead(), [UInt8]())
        let bytes = Array(("previous" + get("/a") + "next").utf8)

        let step = state.next(
            bytes.span, from: 8, RequestParser(), &head, unchunked: &unchunked)

        #expect(step == .answer(.none, length: get("/a").utf8.count))
    }

    @Test(arguments: [true, false])
    func `reads the head of a request with a body anew, unless it was read just now`(
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

    @Test func `has what is no request refused, and the rest thrown away`() {
        let dialogue = Dialogue(get("/a") + "nonsense\r\n\r\n" + get("/b"))

        #expect(dialogue.steps == [.answer("/a", body: ""), .refuse(.malformedRequestLine)])
        #expect(dialogue.left == "")
        #expect(dialogue.state.phase == .lingering)
        #expect(dialogue.state.mustClose)
    }

    @Test func `has requests answered one after the other`() {
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
    func `reads no request while an answer is to come`(phase: ConnectionState.Phase) {
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
    func `ends after an answer that says so`(closes: Bool, phase: ConnectionState.Phase) {
        var state = ConnectionState()

        state.answered(closes: closes)

        #expect(state.phase == phase)
    }

    @Test func `ends after a refusal, whatever the answer says`() {
        var (state, head, unchunked) = (ConnectionState(), RequestHead(), [UInt8]())
        let bytes = Array("nonsense\r\n".utf8)

        let step = state.next(
            bytes.span, from: 0, RequestParser(), &head, unchunked: &unchunked)
        state.answered(closes: false)

        #expect(step == .refuse(.malformedRequestLine))
        #expect(state.phase == .lingering)
    }
}

@Suite struct `A body, for a connection's state,` {
    @Test(arguments: [post("/a", "milk"), post("/a", chunks: ["milk"])])
    func `is waited for`(text: String) {
        let dialogue = Dialogue(String(text.dropLast()))

        #expect(dialogue.steps == [.admit("/a")])
        #expect(dialogue.state.phase == .body)
    }

    @Test func `of known length is kept behind its head`() {
        let dialogue = Dialogue(String(post("/a", "milk").dropLast()))

        #expect(dialogue.left == String(post("/a", "milk").dropLast()))
        #expect(dialogue.state.decodedRange.isEmpty)
    }

    @Test func `in chunks is kept without them, and its head stays`() {
        let head = String(post("/a", chunks: []).dropLast(3))

        let dialogue = Dialogue(head + "4\r\nmilk\r\n5\r\nbre")

        #expect(dialogue.left == head)
        #expect(dialogue.unchunked == Array("milkbre".utf8))
    }

    @Test(arguments: [post("/a", "milk"), post("/a", chunks: ["milk"])])
    func `may be as long as the handler says`(text: String) {
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

    @Test func `that is announced to be longer is not waited for`() {
        let dialogue = Dialogue(
            String(post("/a", "milk", "Expect: 100-continue\r\n").dropLast(4)),
            admission: .body(atMost: 3))

        #expect(dialogue.steps == [.admit("/a"), .fault("/a", .tooLarge(limit: 3))])
    }

    @Test(arguments: [post("/a", "milk"), post("/a", chunks: ["milk"])])
    func `that the handler does not want is not waited for`(text: String) {
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
    func `in chunks that are none ends the connection`(chunks: String, fault: ChunkFault) {
        let head = String(post("/a", chunks: []).dropLast(3))

        let dialogue = Dialogue(head + chunks)

        #expect(dialogue.steps == [.admit("/a"), .fault("/a", .malformed(fault))])
        #expect(dialogue.state.phase == .lingering)
    }

    @Test(arguments: [BodyFault.timedOut, .overloaded])
    func `can be given up`(fault: BodyFault) {
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
    func `is asked for when the client waits for that, and once`(text: String) {
        let head = text.firstRange(of: "\r\n\r\n").map { String(text[..<$0.upperBound]) } ?? ""
        var dialogue = Dialogue(head)
        let asked = dialogue.steps

        dialogue.receive("")
        dialogue.receive(String(text.dropFirst(head.count)))

        #expect(asked == [.admit("/a"), .sendContinue])
        #expect(dialogue.steps == [.admit("/a"), .sendContinue, .answer("/a", body: "milk")])
    }

    @Test func `is not asked for when it has begun`() {
        let text = post("/a", "milk", "Expect: 100-continue\r\n")

        let dialogue = Dialogue(String(text.dropLast(3)))

        #expect(dialogue.steps == [.admit("/a")])
    }

    @Test func `of the next request is not asked for because the last one was`() {
        let text = post("/a", "milk", "Expect: 100-continue\r\n")
        var dialogue = Dialogue(String(text.dropLast(4)))

        dialogue.receive("milk" + post("/b", "bread").dropLast(5))

        #expect(
            dialogue.steps == [
                .admit("/a"), .sendContinue, .answer("/a", body: "milk"), .admit("/b"),
            ])
    }
}
