import API
package import HTTP
import Synchronization
package import TestSupport

/// Clients of one lane; a test steps through its rounds.
package final class LaneSimulator {
    private let handler: any Handler
    private let mailbox = PlainMailbox()
    private var clients: [RequestHandle: ResponseContext] = [:]
    private var response = ResponseWriter()
    private var answers: [RequestHandle: TestResponse] = [:]

    /// A lane with this handler.
    package init(_ handler: any Handler) {
        self.handler = handler
    }

    /// Sends a request from a new client with this number.
    package func ask(_ number: UInt32, _ line: String) {
        let handle = RequestHandle(slot: 0, generation: number)
        let request = PreparedRequest(line + " HTTP/1.1", "Host: localhost")
        let deferred = DeferredResponse(handle: handle, mailbox: mailbox)
        guard
            case .deferred = request.answer(
                by: handler, &response, deferred: deferred, handle: handle)
        else {
            return take(handle)
        }
        clients[handle] = response.context
    }

    /// Disconnects a client; it receives no more responses.
    package func end(_ number: UInt32) {
        clients[RequestHandle(slot: 0, generation: number)] = nil
    }

    /// Runs one round; returns the numbers of the clients that were answered in it, in order.
    @discardableResult
    package func go() -> [UInt32] {
        var answered: [UInt32] = []
        for (handle, write) in mailbox.collect() {
            guard let context = clients[handle] else { continue }
            response.begin(context)
            write(&response)
            guard response.status != nil else { continue }
            take(handle)
            answered.append(handle.generation)
        }
        _ = handler.nextRound()
        return answered
    }

    /// The response to a client.
    package func answer(_ number: UInt32) -> TestResponse? {
        answers[RequestHandle(slot: 0, generation: number)]
    }

    private func take(_ handle: RequestHandle) {
        answers[handle] = TestResponse([UInt8](copying: response.out))
        response.didSend()
        clients[handle] = nil
    }
}

/// Keeps completions until they are collected.
private final class PlainMailbox: Mailbox {
    typealias Completion = (handle: RequestHandle, write: @Sendable (inout ResponseWriter) -> Void)

    private let completions = Mutex<[Completion]>([])

    func post(_ handle: RequestHandle, _ write: @escaping @Sendable (inout ResponseWriter) -> Void)
    {
        completions.withLock { $0.append((handle, write)) }
    }

    func collect() -> [Completion] {
        completions.withLock { completions in
            defer { completions = [] }
            return completions
        }
    }
}
