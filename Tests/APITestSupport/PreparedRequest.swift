import API
package import HTTP
import Synchronization
package import TestSupport
import Testing

/// A request whose head is read already, for what `TestClient` cannot say: repeated fields, other
/// versions, bodies that did not arrive, and answers that are looked at while they are made.
package struct PreparedRequest {
    private let head: RequestHead
    private let bytes: [UInt8]
    private let body: [UInt8]
    private let fault: BodyFault?

    /// Reads the head; its lines are ended here.
    package init(_ lines: String..., body: String = "", fault: BodyFault? = nil) {
        self.init(lines: lines, body: body, fault: fault)
    }

    /// The same with lines that were put together elsewhere.
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

    /// What the handler says of the body before it comes.
    package func admission(by handler: any Handler) -> Admission {
        let nothing: [UInt8] = []
        while true {
            let admission = handler.admit(
                Request(head: head, bytes: bytes.span, body: nothing.span, id: .made(0)))
            guard admission == .again else { return admission }
            handler.awaitRows(of: .none)
        }
    }

    /// Has the handler answer into a writer that may have been used before, as soon as it has its
    /// rows.
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
        let request = Request(
            head: head, bytes: bytes.span, body: body.span, bodyFault: fault, id: context.id,
            handle: handle)
        let discarding = DeferredResponse(
            handle: RequestHandle(slot: 0, generation: 0), mailbox: Self.discarding)
        while true {
            response.begin(context)
            let result = handler.answer(request, &response, deferred: deferred ?? discarding)
            guard case .again = result else { return result }
            response.startOver()
            handler.awaitRows(of: handle)
        }
    }

    /// The whole answer of a request that is answered at once.
    package func answer(by handler: any Handler) -> TestResponse {
        var response = ResponseWriter()
        let result = answer(by: handler, &response)
        if case .stream(let stream) = result { while stream.send(&response) == .more {} }
        return TestResponse([UInt8](copying: response.out))
    }

    private static let discarding = DiscardingMailbox()
}

extension Handler {
    /// Goes on to the next round, in which the rows of this request come.
    package func awaitRows(of handle: RequestHandle) {
        let ready = nextRound()
        if !ready.contains(handle) { Issue.record("nothing was asked for \(handle)") }
    }

    /// Ends a round, and begins the next one; returns the requests that have their rows then.
    package func nextRound() -> [RequestHandle] {
        endRound()
        var ready: [RequestHandle] = []
        upstream?.flush(at: 0)
        upstream?.collect(&ready, at: 0)
        return ready
    }
}

extension BodyStream {
    /// Sends one part, and the end after the last.
    package func send(_ response: inout ResponseWriter) -> StreamStep {
        var step = StreamStep.again
        while step == .again { step = fill(&response.body) }
        response.finishPart()
        if step == .end { response.finishParts() }
        return step
    }
}

/// A mailbox that drops every completion.
private final class DiscardingMailbox: Mailbox {
    func post(_ handle: RequestHandle, _ write: @escaping @Sendable (inout ResponseWriter) -> Void)
    {}
}
