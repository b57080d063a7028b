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
        /// The greeting, when this has been done.
        case lasting(@Sendable () -> Void)
        /// The request's body, or its fault.
        case echo
        /// A report of the request.
        case report
        /// The same with another status.
        case status(Status)
        /// So many bytes.
        case large(Int)
        /// The text of `reply`, when it is called.
        case deferred
        /// A greeting, once the condition made for the request is true; it is polled until then.
        case retried(@Sendable () -> @Sendable () -> Bool)
        /// These parts, one after the other, `lasting` so long each.
        case parts([String], lasting: @Sendable () -> Void = {})
        /// These parts, and then no more though there should be.
        case failing([String])
        /// The content of this stream, as it arrives.
        case live(LiveScript)
        /// The request's body, after this number of arrivals of its rows.
        case asked(Int, lasting: @Sendable () -> Void = {})
        /// These parts, each after its rows have arrived.
        case askedParts([String])
        /// The content of this stream, once its rows have arrived.
        case askedLive(LiveScript)
        /// This number of bytes, once `release` is called; the lane blocks until then.
        case heldBack(Int)
    }

    /// A request that was seen.
    struct Seen: Equatable, Sendable {
        var path: String
        var body = ""
        var fault: BodyFault?
    }

    private struct State {
        var seen: [Seen] = []
        var reports: [String] = []
        var ids: [RequestID] = []
        var seenAtRoundEnd = 0
        var begun: [Int] = []
        var asked: [String: [DeferredResponse]] = [:]
        var asks: [RequestHandle: Int] = [:]
    }

    private struct Watch: Sendable {
        let condition: @Sendable () -> Bool
        let isTrue: DispatchSemaphore
    }

    private let table: [String: Answer]
    private let otherwise: Answer
    private let admissions: [String: Admission]
    let scripted: ScriptedUpstream?
    private let state = Mutex(State())
    private let watches = Mutex<[Watch]>([])
    private let arrived = DispatchSemaphore(value: 0)
    private let released = DispatchSemaphore(value: 0)

    /// Other paths are answered with `otherwise`, by default a greeting, and bodies are read up to
    /// a mebibyte.
    init(
        _ table: [String: Answer], otherwise: Answer = .text("hello"),
        admissions: [String: Admission] = [:], upstream: ScriptedUpstream? = nil
    ) {
        self.table = table
        scripted = upstream
        self.otherwise = otherwise
        self.admissions = admissions
    }

    var upstream: (any Upstream)? { scripted }

    /// The requests that were seen, in order.
    var seen: [Seen] { state.withLock { $0.seen } }

    /// The reports of the requests, in order.
    var reports: [String] { state.withLock { $0.reports } }

    /// The ids of the requests that were seen, in order.
    var ids: [RequestID] { state.withLock { $0.ids } }

    /// How many requests had been seen each time that a lane began.
    var begun: [Int] { state.withLock { $0.begun } }

    /// How many requests had been seen when the lane's last round ended; all of
    /// them, unless it forgot to.
    var seenAtRoundEnd: Int { state.withLock { $0.seenAtRoundEnd } }

    /// Has `isTrue` signalled at the end of the first round after which the condition holds.
    func watch(_ isTrue: DispatchSemaphore, _ condition: @escaping @Sendable () -> Bool) {
        watches.withLock { $0.append(Watch(condition: condition, isTrue: isTrue)) }
    }

    /// Ends the watches whose condition never holds: they retain their captures, and with them this
    /// handler.
    func unwatch() {
        // Their captures are released with the result, not under the lock.
        _ = watches.withLock { watches in
            defer { watches = [] }
            return watches
        }
    }

    /// Whether a request for that path is waiting for its answer.
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

    /// Lets a blocked lane go on.
    func release() {
        released.signal()
    }

    /// Shares with every origin that there can be.
    func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy {
        let origin = head.first(.origin).flatMap { WebOrigin(String(copying: bytes.slice($0))) }
        return origin.map { .allowed($0) } ?? .disabled
    }

    func admit(_ request: borrowing Request) -> Admission {
        let admission = admissions[String(copying: request.path)] ?? .body(atMost: 1 << 20)
        guard admission == .again else { return admission }
        return isAskedAgain(request.handle, times: 1) ? .again : .body(atMost: 1 << 20)
    }

    /// Whether the rows of a request have not yet arrived this number of times.
    private func isAskedAgain(_ handle: RequestHandle, times: Int) -> Bool {
        let asks = state.withLock { state in
            state.asks[handle, default: 0] += 1
            return state.asks[handle, default: 0]
        }
        guard asks <= times else { return false }
        scripted?.note(handle)
        return true
    }

    func answer(
        _ request: borrowing Request, _ response: inout ResponseWriter, deferred: DeferredResponse
    ) -> HandlerResult {
        let path = String(copying: request.path)
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
        case .asked(let times, let lasting):
            guard !isAskedAgain(request.handle, times: times) else {
                // The bytes written by then are not sent.
                response.start(.notFound)
                response.body.append(text: "unfinished")
                return .again
            }
            lasting()
            response.body.append(text: seen.fault.map { "\($0)" } ?? seen.body)
        case .askedParts(let parts):
            let stream = ScriptedStream(parts, fails: false) {}
            return self.stream(AskedStream(stream, request.handle, scripted), &response)
        case .askedLive(let script):
            return stream(AskedStream(LiveStream(script), request.handle, scripted), &response)
        case .deferred:
            state.withLock { $0.asked[path, default: []].append(deferred) }
            return .deferred
        case .retried(let isFound):
            seek(deferred, isFound())
            return .deferred
        case .parts(let parts, let lasting):
            return stream(ScriptedStream(parts, fails: false, lasting), &response)
        case .failing(let parts):
            return stream(ScriptedStream(parts, fails: true) {}, &response)
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

    func begin() {
        state.withLock { $0.begun.append($0.seen.count) }
    }

    func endRound() {
        state.withLock { $0.seenAtRoundEnd = $0.seen.count }
        watches.withLock { watches in
            watches.removeAll { watch in
                guard watch.condition() else { return false }
                watch.isTrue.signal()
                return true
            }
        }
    }

    private func seek(_ deferred: DeferredResponse, _ isFound: @escaping @Sendable () -> Bool) {
        deferred.send { [self] response in
            guard isFound() else { return seek(deferred, isFound) }
            response.body.append(text: "hello")
            write(.ok, &response)
        }
    }

    private func stream(
        _ stream: any BodyStream, _ response: inout ResponseWriter
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

/// So many bytes that show it when some are lost, repeated or exchanged.
func pattern(_ count: Int) -> [UInt8] {
    let block = (0..<8191).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += block }
    return Array(bytes.prefix(count))
}
