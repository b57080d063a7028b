import HTTP
@testable import HTTPServer
import Testing

@Suite struct `A connection's state` {
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

    @Test func `traps at a response to no request`() async {
        await #expect(processExitsWith: .failure) {
            var state = ConnectionState.fixture(.admitting)
            state.answered(closes: false)
        }
    }

    @Test func `traps at a refusal of what was a request`() async {
        await #expect(processExitsWith: .failure) {
            var state = ConnectionState.fixture(.body)
            state.refused()
        }
    }
}
