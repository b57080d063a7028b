import Dispatch
package import HTTP
package import TestSupport
import Synchronization
import Testing

/// A client that enters at the handler, without a socket: one request in, one whole answer out.
///
/// Each answer is held against openapi.yaml as well.
package final class TestClient {
    private let handler: any Handler
    private let mailbox = TestMailbox()
    private let parser = RequestParser()
    private let isChecked: Bool
    private var generation: UInt32 = 0
    /// Fields that every request has, unless it has others of the same name.
    package var standing: [String: String] = [:]
    /// The address of the client.
    package var peer: IPAddress?

    /// A client of this handler. With `isChecked`, responses are compared with openapi.yaml.
    package init(_ handler: any Handler, isChecked: Bool = true) {
        self.handler = handler
        self.isChecked = isChecked
    }

    /// Sends a request and waits for its answer, or for the beginning of an endless one; `Host`
    /// and, with a body, `Content-Length` are added.
    package func send(
        _ method: String, _ target: String, _ fields: [String: String] = [:], body: String? = nil
    ) -> TestResponse {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields.merging(standing, uniquingKeysWith: { own, _ in own })
            .sorted(by: { $0.key < $1.key })
        {
            text += "\(name): \(value)\r\n"
        }
        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
        let answer = send(Array((text + "\r\n").utf8), body: Array((body ?? "").utf8))
        if isChecked { check(method, target, answer) }
        return answer
    }

    /// The same with a body of JSON.
    package func send(_ method: String, _ target: String, json: String) -> TestResponse {
        send(method, target, ["Content-Type": "application/json"], body: json)
    }

    private func check(_ method: String, _ target: String, _ answer: TestResponse) {
        do {
            for fault in try Description.served.get().faults(method, target, answer) {
                Issue.record("\(method) \(target): \(fault), says openapi.yaml")
            }
        } catch {
            Issue.record("openapi.yaml: \(error)")
        }
    }

    /// Sends the bytes of a head as they are, and a body.
    package func send(_ head: [UInt8], body: [UInt8] = []) -> TestResponse {
        var parsed = RequestHead()
        var response = ResponseWriter()
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
        case .done: answer(parsed, head, body, &response)
        }
        handler.endRound()
        return TestResponse([UInt8](copying: response.out))
    }

    private func answer(
        _ head: RequestHead, _ bytes: [UInt8], _ body: [UInt8], _ response: inout ResponseWriter
    ) {
        generation += 1
        let handle = RequestHandle(slot: 0, generation: generation)
        var context = ResponseContext()
        context.isHead = head.method == .head
        context.minorVersion = head.minorVersion
        context.closes = !head.keepsAlive
        context.id =
            head.first(.requestID).flatMap { RequestID(sent: bytes.span.slice($0)) } ?? .made(1)
        context.corsPolicy = handler.corsPolicy(for: head, in: bytes.span)
        response.begin(context)

        var body = body
        var fault: BodyFault?
        let empty: [UInt8] = []
        if head.framing != .none {
            let request = Request(
                head: head, bytes: bytes.span, body: empty.span, id: context.id, handle: handle,
                peer: peer)
            var admission = handler.admit(request)
            while admission == .again {
                handler.awaitRows(of: handle)
                admission = handler.admit(request)
            }
            switch admission {
            case .none: body = []
            case .body(let limit) where body.count > limit:
                body = []
                fault = .tooLarge(limit: limit)
            case .body, .again: break
            }
        }
        let request = Request(
            head: head, bytes: bytes.span, body: body.span, bodyFault: fault, id: context.id,
            handle: handle, peer: peer)
        while true {
            switch handler.answer(
                request, &response, deferred: DeferredResponse(handle: handle, mailbox: mailbox))
            {
            case .written: return
            case .deferred: return finish(handle, response.context, &response)
            case .stream(let stream): return pump(stream, handle, &response)
            case .again:
                response.begin(context)
                handler.awaitRows(of: handle)
            }
        }
    }

    /// Waits for the answer; one that has begun nothing has more to do first, in a later round.
    private func finish(
        _ handle: RequestHandle, _ context: ResponseContext, _ response: inout ResponseWriter
    ) {
        while true {
            let write = mailbox.wait(for: handle)
            response.begin(context)
            write(&response)
            guard response.status == nil else { return }
            _ = handler.nextRound()
        }
    }

    private func pump(
        _ stream: any BodyStream, _ handle: RequestHandle, _ response: inout ResponseWriter
    ) {
        while true {
            let step = stream.fill(&response.body)
            response.finishPart()
            if step == .again { handler.awaitRows(of: handle) }
            if step == .more || step == .again { continue }
            if step == .end { response.finishParts() }
            return
        }
    }
}

/// Stores responses from other threads until the client reads them.
final class TestMailbox: Mailbox {
    typealias Write = @Sendable (inout ResponseWriter) -> Void

    private let completions = Mutex<[RequestHandle: Write]>([:])
    private let arrived = DispatchSemaphore(value: 0)

    func post(_ handle: RequestHandle, _ write: @escaping Write) {
        completions.withLock { $0[handle] = write }
        arrived.signal()
    }

    func wait(for handle: RequestHandle) -> Write {
        while true {
            arrived.wait()
            if let write = completions.withLock({ $0.removeValue(forKey: handle) }) { return write }
        }
    }
}
