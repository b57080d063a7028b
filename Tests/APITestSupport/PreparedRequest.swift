import API
package import HTTP
import Synchronization
package import TestSupport
import Testing

/// A request with a parsed head, for cases that `TestClient` cannot express: repeated fields, other
/// versions, bodies that did not arrive, and responses that are checked while they are written.
package struct PreparedRequest {
    private let head: RequestHead
    private let bytes: [UInt8]
    private let body: [UInt8]
    private let fault: BodyFault?

    /// Parses the head, after adding line ends to its lines.
    package init(_ lines: String..., body: String = "", fault: BodyFault? = nil) {
        self.init(lines: lines, body: body, fault: fault)
    }

    /// The same with an array of lines.
    package init(lines: [String], body: String = "", fault: BodyFault? = nil) {
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        var head = RequestHead()
        let answer = RequestParser().parse(bytes.span, into: &head)
        precondition(answer == .done, "a request in a test must be well-formed")
        self.head = head
        self.bytes = bytes
        self.body = Array(body.utf8)
        self.fault = fault
    }

    /// The handler's decision about the head, which it makes at once.
    package func admission(
        by handler: any Handler, handle: RequestHandle = .none
    ) -> Admission {
        let nothing: [UInt8] = []
        let admission = handler.admit(
            Request(
                head: head, bytes: bytes.span, body: nothing.span, id: .made(0), handle: handle))
        guard let admission else {
            preconditionFailure("a handler without its rows needs a TestClient")
        }
        return admission
    }

    /// Makes the handler answer into a writer that may have been used before.
    package func answer(
        by handler: any Handler, _ response: inout ResponseWriter,
        deferred: DeferredResponse? = nil,
        handle: RequestHandle = .none
    ) -> HandlerResult {
        var context = ResponseContext()
        context.isHead = head.method == .head
        context.minorVersion = head.minorVersion
        context.closes = !head.keepsAlive
        context.corsPolicy = handler.corsPolicy(for: head, in: bytes.span)
        let admission = admission(by: handler, handle: handle)
        let request = Request(
            head: head, bytes: bytes.span, body: body.span, bodyFault: fault, id: context.id,
            handle: handle)
        response.begin(context)
        return handler.answer(
            request, admission.admitted, &response,
            deferred: deferred ?? DeferredResponse(handle: .none, mailbox: LastCompletion()))
    }

    /// The whole answer to a request that is answered at once, or by a writer that does not wait.
    package func answer(by handler: any Handler) -> TestResponse {
        var response = ResponseWriter()
        let mailbox = LastCompletion()
        let result = answer(
            by: handler, &response, deferred: DeferredResponse(handle: .none, mailbox: mailbox))
        if case .stream(let stream) = result { while stream.send(&response) == .more {} }
        if case .response(let write)? = mailbox.last.withLock(\.self) { write(&response) }
        return TestResponse([UInt8](copying: response.out))
    }
}

extension Handler {
    /// Begins on a lane that polls nothing.
    package func begin() {
        begin(on: EventLoop(watch: { _, _ in false }, unwatch: { _ in }, wake: {}), at: 0)
    }

    /// Ends a round of a lane whose time does not matter.
    package func endRound() {
        endRound(at: 0)
    }
}

extension ResponseStream {
    /// Sends one part, and the end after the last.
    package func send(_ response: inout ResponseWriter) -> StreamStep {
        let step = fill(&response)
        response.finishPart()
        if step == .end { response.finishParts() }
        return step
    }
}

/// A mailbox for one request.
private final class LastCompletion: Mailbox {
    let last = Mutex<Completion?>(nil)

    func post(_ handle: RequestHandle, _ completion: Completion) {
        last.withLock { $0 = completion }
    }
}
