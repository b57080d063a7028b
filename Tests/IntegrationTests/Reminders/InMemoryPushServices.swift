import Dispatch
import Reminders
import Synchronization

/// The push services of a test, which the transports of all its senders lead to.
final class InMemoryPushServices: Sendable {
    private let received = Mutex<[PushRequest]>([])
    private let arrived = DispatchSemaphore(value: 0)

    /// What was received, in its order.
    var requests: [PushRequest] { received.withLock { $0 } }
    /// The bodies as text.
    var messages: [String] { requests.map { String(decoding: $0.body, as: UTF8.self) } }

    /// Waits until this many more requests have arrived.
    func wait(for count: Int = 1) {
        for _ in 0..<count { arrived.wait() }
    }

    /// Whether another request has arrived, or does so in a while.
    func hasArrived(within time: DispatchTimeInterval) -> Bool {
        arrived.wait(timeout: .now() + time) == .success
    }

    fileprivate func receive(_ request: PushRequest) {
        received.withLock { $0.append(request) }
        arrived.signal()
    }
}

/// A sender's way to the services, which answer at once, or when the test says so.
final class InMemoryPushTransport: PushTransport, Sendable {
    private struct State {
        var open: [Int] = []
        var answers: [(number: Int, answer: PushAnswer)] = []
    }

    let waker: @Sendable () -> Void
    private let services: InMemoryPushServices
    private let answer: PushAnswer?
    private let state = Mutex(State())
    private let woken = DispatchSemaphore(value: 0)
    private let onEnd: @Sendable () -> Void

    /// Without an answer each request stays open until `answerAll`.
    init(
        _ services: InMemoryPushServices, answering answer: PushAnswer?,
        onEnd: @escaping @Sendable () -> Void = {}
    ) {
        (self.services, self.answer, self.onEnd) = (services, answer, onEnd)
        waker = { [woken] in woken.signal() }
    }

    deinit { onEnd() }

    func start(_ request: PushRequest, number: Int) {
        state.withLock { state in
            if let answer {
                state.answers.append((number, answer))
            } else {
                state.open.append(number)
            }
        }
        services.receive(request)
        if answer != nil { waker() }
    }

    /// Answers what is open.
    func answerAll(_ answer: PushAnswer) {
        state.withLock { state in
            state.answers += state.open.map { ($0, answer) }
            state.open = []
        }
        waker()
    }

    func wait(milliseconds: Int) -> [(number: Int, answer: PushAnswer)] {
        if milliseconds > 0 {
            _ = woken.wait(timeout: .now() + .milliseconds(milliseconds))
        }
        return state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }
}
