import Dispatch
import HTTP
import Synchronization
import TestSupport
import Testing

/// Answers each path from a table and records the requests.
final class ScriptedHandler: Handler, Sendable {
    /// The answer to a path.
    enum Answer: Sendable {
        case text(String)
        /// The greeting, after this work.
        case lasting(@Sendable () -> Void)
        /// The request's body, or its fault.
        case echo
        /// A report of the request.
        case report
        /// The same with another status.
        case status(Status)
        /// This number of bytes.
        case large(Int)
        /// The text of a later call of `reply`.
        case deferred
        /// A greeting, once the request's condition is true. Each part tests the condition.
        case searched(@Sendable () -> @Sendable () -> Bool)
        /// These parts in order. Each one does the work `lasting` first.
        case parts([String], lasting: @Sendable () -> Void = {})
        /// These parts, and then a failure before the end.
        case failing([String])
        /// The content of this stream, as it arrives.
        case live(LiveScript)
        /// The request's body, after this number of arrivals.
        case late(Int = 1, lasting: @Sendable () -> Void = {})
        /// These parts, after an arrival that shows that there are many.
        case lateParts([String])
        /// These parts, the head and each of them after an arrival.
        case partsLate([String])
        /// The content of this stream, the head and each part after an arrival.
        case liveLate(LiveScript)
        /// This number of bytes, once `release` is called; the lane blocks until then.
        case heldBack(Int)
    }

    /// A request that was seen.
    struct Seen: Equatable, Sendable {
        var path: String
        var body = ""
        var fault: BodyFault?
    }

    /// The handler's notes on a request whose head it has seen.
    private final class Admitted {
        let path: String

        init(_ path: String) {
            self.path = path
        }
    }

    private struct State {
        var admitted: [String] = []
        var seen: [Seen] = []
        var reports: [String] = []
        var ids: [RequestID] = []
        var seenAtRoundEnd = 0
        var begun: [Int] = []
        var asked: [String: [DeferredResponse]] = [:]
    }

    private struct Watch: Sendable {
        let condition: @Sendable () -> Bool
        let isTrue: DispatchSemaphore
    }

    private let table: [String: Answer]
    private let otherwise: Answer
    private let admissions: [String: ScriptedAdmission]
    let arrivals: ScriptedArrivals
    private let state = Mutex(State())
    private let watches = Mutex<[Watch]>([])
    private let arrived = DispatchSemaphore(value: 0)
    private let released = DispatchSemaphore(value: 0)

    /// Other paths are answered with `otherwise`, by default a greeting, and bodies are read up to
    /// a mebibyte.
    init(
        _ table: [String: Answer], otherwise: Answer = .text("hello"),
        admissions: [String: ScriptedAdmission] = [:],
        arrivals: ScriptedArrivals = ScriptedArrivals(isAutomatic: false)
    ) {
        self.table = table
        self.arrivals = arrivals
        self.otherwise = otherwise
        self.admissions = admissions
    }

    /// The paths of the heads that were seen, in order.
    var admitted: [String] { state.withLock { $0.admitted } }

    /// The requests that were seen, in order.
    var seen: [Seen] { state.withLock { $0.seen } }

    /// The reports of the requests, in order.
    var reports: [String] { state.withLock { $0.reports } }

    /// The ids of the requests that were seen, in order.
    var ids: [RequestID] { state.withLock { $0.ids } }

    /// The number of requests seen before each start of a lane.
    var begun: [Int] { state.withLock { $0.begun } }

    /// The number of requests seen before the end of the lane's last round. It is the number of all
    /// requests, unless the lane did not announce the end.
    var seenAtRoundEnd: Int { state.withLock { $0.seenAtRoundEnd } }

    /// Signals `isTrue` at the end of the first round after which the condition holds.
    func watch(_ isTrue: DispatchSemaphore, _ condition: @escaping @Sendable () -> Bool) {
        watches.withLock { $0.append(Watch(condition: condition, isTrue: isTrue)) }
    }

    /// Ends the watches whose condition never holds, and the arrivals that never come: they retain
    /// their captures, and with them this handler.
    func unwatch() {
        arrivals.clear()
        // Their captures are released with the result, not under the lock.
        _ = watches.withLock { watches in
            defer { watches = [] }
            return watches
        }
    }

    /// Whether a request for this path is waiting for its answer.
    func isAsked(_ path: String) -> Bool {
        state.withLock { $0.asked[path]?.isEmpty == false }
    }

    /// Closes the connection of the first request that waits for that path, without a response.
    func abandon(_ path: String) {
        let reply = state.withLock { $0.asked[path]?.removeFirst() }
        reply?.send { $0.abandon() }
    }

    /// Answers the first waiting request for that path, and runs `act` on the lane before the
    /// answer is written.
    func reply(
        to path: String, _ text: String, times: Int = 1,
        after act: @escaping @Sendable () -> Void = {}
    ) {
        let reply = state.withLock { $0.asked[path]?.removeFirst() }
        for _ in 0..<times {
            reply?.send { response in
                act()
                response.start(.ok)
                response.body.append(text: text)
                response.finish()
            }
        }
    }

    /// Waits until the lane blocks again.
    func untilHeld() throws {
        // The time-out prevents the test from hanging.
        let result = arrived.wait(timeout: .now() + .seconds(60))
        try #require(result == .success, "nothing is held back")
    }

    /// Lets a blocked lane continue.
    func release() {
        released.signal()
    }

    /// Shares with every origin.
    func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy {
        let origin = head.first(.origin).flatMap { WebOrigin(String(copying: bytes.slice($0))) }
        return origin.map { .allowed($0) } ?? .disabled
    }

    func admit(_ request: borrowing Request) -> Admission? {
        let path = String(copying: request.path)
        state.withLock { $0.admitted.append(path) }
        switch admissions[path] ?? .body(atMost: 1 << 20) {
        case .now(let limit): return Admission(Admitted(path), body: limit)
        case .late(let limit):
            arrivals.ask { [handle = request.handle] requests in
                requests.admit(handle, Admission(Admitted(path), body: limit))
            }
            return nil
        }
    }

    func answer(
        _ request: borrowing Request, _ admitted: AnyObject, _ response: inout ResponseWriter,
        deferred: DeferredResponse
    ) -> HandlerResult {
        let path = (admitted as? Admitted)?.path ?? "another's"
        let seen = Seen(
            path: path, body: String(copying: request.body), fault: request.bodyFault)
        let (report, id) = (request.report, request.id)
        state.withLock {
            $0.ids.append(id)
            $0.seen.append(seen)
            $0.reports.append(report)
        }
        var status = seen.fault?.status ?? .ok
        switch table[path] ?? otherwise {
        case .late(let times, let lasting):
            reply(to: request.handle, after: times) { [self, status] response in
                lasting()
                response.body.append(text: seen.fault.map { "\($0)" } ?? seen.body)
                write(status, &response)
                return .written
            }
            return .deferred
        case .lateParts(let parts):
            reply(to: request.handle, after: 1) { [self] in stream(ScriptedStream(parts), &$0) }
            return .deferred
        case .partsLate(let parts):
            return .stream(LateStream(ScriptedStream(parts), request.handle, arrivals))
        case .liveLate(let script):
            return .stream(LateStream(LiveStream(script), request.handle, arrivals))
        case .deferred:
            state.withLock { $0.asked[path, default: []].append(deferred) }
            return .deferred
        case .searched(let isFound): return .stream(ScriptedSearch(isFound()))
        case .parts(let parts, let lasting):
            return stream(ScriptedStream(parts, lasting), &response)
        case .failing(let parts): return stream(ScriptedStream(parts, fails: true), &response)
        case .live(let script): return stream(LiveStream(script), &response)
        case .text(let text): response.body.append(text: text)
        case .lasting(let work):
            work()
            response.body.append(text: "hello")
        case .echo: response.body.append(text: seen.fault.map { "\($0)" } ?? seen.body)
        case .report: response.body.append(text: report)
        case .status(let other): status = other
        case .large(let count): response.body.append(pattern(count).span)
        case .heldBack(let count):
            arrived.signal()
            released.wait()
            response.body.append(pattern(count).span)
        }
        write(status, &response)
        return .written
    }

    func refuse(_ fault: HeadFault, _ response: inout ResponseWriter) {
        response.body.append(text: "\(fault)")
        write(fault.status, &response)
    }

    func refuseSlowHead(_ response: inout ResponseWriter) {
        response.body.append(text: "too slow")
        write(.requestTimeout, &response)
    }

    func begin(on loop: EventLoop, at now: Int) {
        arrivals.begin(on: loop)
        state.withLock { $0.begun.append($0.seen.count) }
    }

    var deadline: Int? { arrivals.deadline }

    func advance(_ requests: any WaitingRequests, at now: Int) {
        arrivals.advance(requests, at: now)
    }

    func endRound(at now: Int) {
        arrivals.endRound()
        state.withLock { $0.seenAtRoundEnd = $0.seen.count }
        watches.withLock { watches in
            watches.removeAll { watch in
                guard watch.condition() else { return false }
                watch.isTrue.signal()
                return true
            }
        }
    }

    private func reply(
        to handle: RequestHandle, after times: Int,
        _ write: @escaping @Sendable (inout ResponseWriter) -> HandlerResult
    ) {
        arrivals.ask { [self] requests in
            requests.reply(to: handle) { response in
                guard times > 1 else { return write(&response) }
                reply(to: handle, after: times - 1, write)
                return .deferred
            }
        }
    }

    private func stream(
        _ stream: any ResponseStream, _ response: inout ResponseWriter
    ) -> HandlerResult {
        response.startParts(.ok)
        response.finishHead()
        return response.context.isHead ? .written : .stream(stream)
    }

    private func write(_ status: Status, _ response: inout ResponseWriter) {
        response.start(status)
        response.finish()
    }
}
