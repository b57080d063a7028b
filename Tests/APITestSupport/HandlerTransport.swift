import Dispatch
import HTTP
import Synchronization
import TestSupport
import Testing

/// Calls a handler as a lane does, without a socket.
final class HandlerTransport: RequestTransport {
    private let handler: any Handler
    private let mailbox = TestMailbox()
    private let parser = RequestParser()
    private var generation: UInt32 = 0
    // The request in progress.
    private var response = ResponseWriter()
    private var context = ResponseContext()
    private var admission: Admission?
    private var result = HandlerResult.written
    private var hasReply = false
    private var isResumed = false

    init(_ handler: any Handler) {
        self.handler = handler
    }

    func exchange(_ head: [UInt8], body: [UInt8], from peer: IPAddress?) -> TestResponse {
        var parsed = RequestHead()
        response = ResponseWriter()
        switch parser.parse(head.span, into: &parsed) {
        case .partial: preconditionFailure("the request is not complete")
        case .bad(let fault):
            var context = ResponseContext()
            context.closes = true
            context.id =
                parsed.first(.requestID).flatMap { RequestID(sent: head.span.slice($0)) }
                ?? context.id
            context.corsPolicy = handler.corsPolicy(for: parsed, in: head.span)
            response.begin(context)
            handler.refuse(fault, &response)
        case .done: answer(parsed, head, body, from: peer)
        }
        handler.endRound(at: 0)
        return TestResponse([UInt8](copying: response.out))
    }

    private func answer(
        _ head: RequestHead, _ bytes: [UInt8], _ body: [UInt8], from peer: IPAddress?
    ) {
        generation += 1
        let handle = RequestHandle(slot: 0, generation: generation)
        context = ResponseContext()
        context.isHead = head.method == .head
        context.minorVersion = head.minorVersion
        context.closes = !head.keepsAlive
        context.id =
            head.first(.requestID).flatMap { RequestID(sent: bytes.span.slice($0)) } ?? .made(1)
        context.corsPolicy = handler.corsPolicy(for: head, in: bytes.span)
        response.begin(context)

        let empty: [UInt8] = []
        admission = handler.admit(
            Request(
                head: head, bytes: bytes.span, body: empty.span, id: context.id, handle: handle,
                peer: peer))
        while admission == nil { nextRound() }
        guard let admission else { return }
        var body = body
        var fault: BodyFault?
        if head.framing != .none {
            var blanks = 0
            let limit =
                admission.body?.limit(of: body.span, after: &blanks) ?? admission.body?.other
            if let limit, body.count > limit { fault = .tooLarge(limit: limit) }
            if limit == nil || fault != nil { body = [] }
        }
        let request = Request(
            head: head, bytes: bytes.span, body: body.span, bodyFault: fault, id: context.id,
            handle: handle, peer: peer)
        result = handler.answer(
            request, admission.admitted, &response,
            deferred: DeferredResponse(handle: handle, mailbox: mailbox))
        while true {
            switch result {
            case .written: return
            case .deferred: finish(handle)
            case .stream(let stream): return pump(stream)
            }
        }
    }

    /// Waits for the answer, which comes from the handler when its rows arrive in the next round,
    /// or from another thread.
    private func finish(_ handle: RequestHandle) {
        hasReply = false
        context = response.context
        if !mailbox.has(handle) { nextRound() }
        guard !hasReply else { return }
        let write = mailbox.wait(for: handle)
        response.begin(context)
        write(&response)
        result = .written
    }

    /// Reads a stream to its end, or until it waits for something other than rows.
    private func pump(_ stream: any ResponseStream) {
        while true {
            switch stream.send(&response) {
            case .more: continue
            case .wait:
                isResumed = false
                // A step may take several reads, one after the other.
                for _ in 0..<4 where !isResumed && !mailbox.takeResumption(&isResumed) {
                    nextRound()
                }
                guard isResumed || mailbox.takeResumption(&isResumed) else {
                    // A live stream waits for what nobody does; another one for another thread.
                    if stream.isLive { return }
                    mailbox.waitForResumption()
                    continue
                }
            case .end, .failed: return
            }
        }
    }

    private func nextRound() {
        handler.endRound(at: 0)
        handler.advance(self, at: 0)
    }
}

extension HandlerTransport: WaitingRequests {
    func admit(_ handle: RequestHandle, _ admission: Admission) {
        self.admission = admission
    }

    func reply(
        to handle: RequestHandle, _ write: (inout ResponseWriter) -> HandlerResult
    ) {
        hasReply = true
        response.begin(context)
        result = write(&response)
    }

    func resume(_ handle: RequestHandle) {
        isResumed = true
    }
}

/// Stores responses from other threads until the client reads them.
private final class TestMailbox: Mailbox {
    typealias Write = @Sendable (inout ResponseWriter) -> Void

    private struct State {
        var completions: [RequestHandle: Write] = [:]
        var isResumed = false
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    func post(_ handle: RequestHandle, _ completion: Completion) {
        state.withLock { state in
            switch completion {
            case .response(let write): state.completions[handle] = write
            case .resumption: state.isResumed = true
            }
        }
        arrived.signal()
    }

    func has(_ handle: RequestHandle) -> Bool {
        state.withLock { $0.completions[handle] != nil }
    }

    /// Whether the stream was resumed since the last call; sets `isResumed` if so.
    func takeResumption(_ isResumed: inout Bool) -> Bool {
        let wasResumed = state.withLock { state in
            defer { state.isResumed = false }
            return state.isResumed
        }
        isResumed = isResumed || wasResumed
        return wasResumed
    }

    /// Waits until the stream is resumed.
    func waitForResumption() {
        var isResumed = false
        while !takeResumption(&isResumed) { arrived.wait() }
    }

    func wait(for handle: RequestHandle) -> Write {
        while true {
            if let write = state.withLock({ $0.completions.removeValue(forKey: handle) }) {
                return write
            }
            arrived.wait()
        }
    }
}
