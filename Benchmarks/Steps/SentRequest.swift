import HTTP

/// A request as received from a connection, with a parsed head.
struct SentRequest {
    let bytes: [UInt8]
    let head: RequestHead
    private let body: [UInt8]

    /// A request with the fields that a small client sends.
    init(_ method: String, _ target: String, _ fields: [String] = [], body: String = "") {
        let lines =
            ["\(method) \(target) HTTP/1.1", "Host: localhost:8080", "User-Agent: steps/1"]
            + ["Accept: */*"] + fields
            + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        var head = RequestHead()
        let answer = RequestParser().parse(bytes.span, into: &head)
        precondition(answer == .done, "\(method) \(target) is not a request")
        (self.bytes, self.head, self.body) = (bytes, head, Array(body.utf8))
    }

    /// Whether a handler admits the request at once.
    func isAdmitted(by handler: some Handler) -> Bool {
        let request = Request(
            head: head, bytes: bytes.span, body: bytes.span.extracting(0..<0), id: .made(0))
        return handler.admit(request) != nil
    }

    /// Calls a handler, as the lane does.
    func answer(by handler: some Handler, _ response: inout ResponseWriter) {
        var context = ResponseContext()
        context.id = .made(1)
        context.corsPolicy = handler.corsPolicy(for: head, in: bytes.span)
        response.begin(context)
        let nothing = bytes.span.extracting(0..<0)
        let announced = Request(head: head, bytes: bytes.span, body: nothing, id: context.id)
        guard let admission = handler.admit(announced) else {
            preconditionFailure("a database that is a file has its rows at once")
        }
        let request = Request(head: head, bytes: bytes.span, body: body.span, id: context.id)
        let deferred = DeferredResponse(
            handle: RequestHandle(slot: 0, generation: 0), mailbox: Self.mailbox)
        _ = handler.answer(request, admission.admitted, &response, deferred: deferred)
    }

    private static let mailbox = DiscardingMailbox()
}

/// A mailbox that discards responses.
private final class DiscardingMailbox: Mailbox {
    func post(_ handle: RequestHandle, _ completion: Completion) {}
}
