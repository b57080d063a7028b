import HTTP
@testable import HTTPServer
import Testing

@Suite struct `A connection's state` {
    @Test(arguments: ["", "\r", "G", "GET / HTTP/1.1\r\nHost: a\r\n"])
    func `waits for the rest of a head`(text: String) {
        let dialogue = Dialogue(text)

        #expect(dialogue.steps == [])
        #expect(dialogue.left == text)
        #expect(dialogue.state.stage == .head)
    }

    @Test(arguments: [get("/a"), post("/a", ""), "\r\n" + get("/a"), get("/a", "X: y\r\n")])
    func `answers a request without a body`(text: String) {
        let dialogue = Dialogue(text)

        #expect(dialogue.steps == [.admit("/a"), .answer("/a", body: "")])
        #expect(dialogue.wasAdmitted)
        #expect(dialogue.left == "")
        #expect(dialogue.state.stage == .head)
        #expect(!dialogue.state.mustClose)
    }

    @Test func `parses from an offset`() {
        var state = ConnectionState()
        var (head, unchunked) = (RequestHead(), [UInt8]())
        let bytes = Array(("previous" + get("/a") + "next").utf8)

        let step = state.next(
            bytes.span, from: 8, RequestParser(), &head, unchunked: &unchunked)

        #expect(step == .admit)
        #expect(head.length == get("/a").utf8.count)
    }

    @Test func `parses the head of a request again when its body is complete`() {
        var state = ConnectionState()
        var (head, unchunked) = (RequestHead(), [UInt8]())
        let bytes = Array(post("/a", "milk").utf8)
        _ = state.next(bytes.span, from: 0, RequestParser(), &head, unchunked: &unchunked)
        let admission = Admission(FixtureStream(isLive: false), body: BodyLimit(9))
        let wait = state.admit(
            admission, head, bytes.span.extracting(..<(bytes.count - 1)), from: 0,
            unchunked: &unchunked)

        var other = RequestHead()
        let step = state.next(
            bytes.span, from: 0, RequestParser(), &other, unchunked: &unchunked)

        let length = head.length
        let content = ConnectionState.Content.bytes(ByteRange(start: length, end: length + 4))
        #expect(wait == .wait)
        #expect(step == .answer(content, length: length + 4))
        #expect(other.length == length)
    }

    @Test func `refuses a malformed request and discards the rest`() {
        let dialogue = Dialogue(get("/a") + "nonsense\r\n\r\n" + get("/b"))

        #expect(
            dialogue.steps == [
                .admit("/a"), .answer("/a", body: ""), .refuse(.malformedRequestLine),
            ])
        #expect(dialogue.left == "")
        #expect(dialogue.state.stage == .lingering)
        #expect(dialogue.state.mustClose)
    }

    @Test func `answers requests in order`() {
        let dialogue = Dialogue(
            get("/a") + post("/b", "milk") + post("/c", chunks: ["br", "ead"]) + get("/d") + "GET")

        #expect(
            dialogue.steps == [
                .admit("/a"), .answer("/a", body: ""), .admit("/b"), .answer("/b", body: "milk"),
                .admit("/c"), .answer("/c", body: "bread"), .admit("/d"), .answer("/d", body: ""),
            ])
        #expect(dialogue.wasAdmitted)
        #expect(dialogue.left == "GET")
    }

    @Test func `reads no request after the last one`() {
        var dialogue = Dialogue(get("/a", "Connection: close\r\n") + get("/b"))

        dialogue.receive(get("/c"))

        #expect(dialogue.steps == [.admit("/a"), .answer("/a", body: "")])
        #expect(dialogue.state.stage == .lingering)
    }

    @Test(arguments: [Stage.admitting, .ready, .answering, .streaming, .lingering, .closed])
    func `reads no request before the current one is answered`(stage: Stage) {
        var state = ConnectionState.fixture(stage)
        var (head, unchunked) = (RequestHead(), [UInt8]())
        let bytes = Array(get("/a").utf8)

        let step = state.next(
            bytes.span, from: 0, RequestParser(), &head, unchunked: &unchunked)

        #expect(step == .wait)
        #expect(state.stage == stage)
    }

    @Test(arguments: [(false, Stage.head), (true, .lingering)])
    func `ends after an answer that closes`(closes: Bool, stage: Stage) {
        var state = ConnectionState()

        state.answered(closes: closes)

        #expect(state.stage == stage)
    }

    @Test func `ends after a refusal although its answer does not close`() {
        var (state, head, unchunked) = (ConnectionState(), RequestHead(), [UInt8]())
        let bytes = Array("nonsense\r\n".utf8)

        let step = state.next(
            bytes.span, from: 0, RequestParser(), &head, unchunked: &unchunked)
        state.answered(closes: false)

        #expect(step == .refuse(.malformedRequestLine))
        #expect(state.stage == .lingering)
    }
}

@Suite struct `A decision that comes later, in a connection's state` {
    @Test(arguments: [get("/a"), post("/a", "milk"), post("/a", chunks: ["milk"])])
    func `is awaited, and asked for once`(text: String) {
        var dialogue = Dialogue(text + get("/b"), admission: .late(BodyLimit(4)))
        let (asked, left) = (dialogue.steps, dialogue.left)

        dialogue.receive(get("/c"))
        let waiting = dialogue.state.stage
        dialogue.admit()

        #expect(asked == [.admit("/a")])
        #expect(left == text + get("/b"))
        #expect(waiting == .admitting)
        let body = text == get("/a") ? "" : "milk"
        #expect(dialogue.steps == [.admit("/a"), .answer("/a", body: body), .admit("/b")])
        #expect(dialogue.left == get("/b") + get("/c"))
        #expect(dialogue.wasAdmitted)
    }

    @Test func `is followed by the body`() {
        let text = post("/a", "milk", "Expect: 100-continue\r\n")
        var dialogue = Dialogue(String(text.dropLast(4)), admission: .late(BodyLimit(4)))

        dialogue.admit()
        let asked = dialogue.steps
        dialogue.receive("milk")

        #expect(asked == [.admit("/a"), .sendContinue])
        #expect(dialogue.steps.last == .answer("/a", body: "milk"))
    }

    @Test func `may be not to read the body`() {
        var dialogue = Dialogue(post("/a", "milk") + get("/b"), admission: .late(nil))

        dialogue.admit()

        #expect(dialogue.steps == [.admit("/a"), .answer("/a", body: "")])
        #expect(dialogue.state.stage == .lingering)
    }
}
