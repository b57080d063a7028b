import HTTP
import Testing

@Suite struct `A traceparent` {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    @Test(arguments: [
        ("00-\(trace)-00f067aa0ba902b7-01", "01"), ("00-\(trace)-00f067aa0ba902b7-00", "00"),
        ("00-\(trace)-00f067aa0ba902b7-ff", "03"), ("cc-\(trace)-00f067aa0ba902b7-01", "01"),
        ("01-\(trace)-00f067aa0ba902b7-01-more", "01"),
    ])
    func `names the trace and is passed on with a new parent`(text: String, flags: String) {
        let parent = TraceParent(Array(text.utf8).span)

        var written = ByteWriter()
        parent?.writeTrace(to: &written)
        let child = parent?.child(0xABC)

        #expect(String(copying: written) == Self.trace)
        #expect(child == "00-\(Self.trace)-0000000000000abc-\(flags)")
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-00f067aa0ba902b7-0", "00-\(trace)-00f067aa0ba902b7-01-",
        "00-\(trace)-00f067aa0ba902b7-011", "01-\(trace)-00f067aa0ba902b7-01.more",
        "ff-\(trace)-00f067aa0ba902b7-01", "0-\(trace)-00f067aa0ba902b7-010",
        "00-\(trace.uppercased())-00f067aa0ba902b7-01", "00-\(trace)-00F067AA0BA902B7-01",
        "00-\(trace)-00f067aa0ba902b7-0A", "00-\(trace)-00f067aa0ba902b7-0g",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-\(trace)-0000000000000000-01", "00_\(trace)-00f067aa0ba902b7-01",
        "00-\(trace)_00f067aa0ba902b7-01", "00-\(trace)-00f067aa0ba902b7_01",
        "00-4bf92f3577b34da6a3ce929d0e0e473\"-00f067aa0ba902b7-01",
    ])
    func `that is malformed is ignored`(text: String) {
        #expect(TraceParent(Array(text.utf8).span) == nil)
    }

    @Test(arguments: [
        ([], false), (["00-\(trace)-00f067aa0ba902b7-01"], true), (["nonsense"], false),
        (["00-\(trace)-00f067aa0ba902b7-01", "00-\(trace)-00f067aa0ba902b7-01"], false),
    ])
    func `is used when there is exactly one`(values: [String], isBelieved: Bool) {
        let lines = values.map { "traceparent: \($0)\r\n" }.joined()
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n".utf8)
        var head = RequestHead()
        _ = RequestParser().parse(bytes.span, into: &head)

        let trace = head.trace(in: bytes.span)

        #expect((trace != nil) == isBelieved)
    }
}
