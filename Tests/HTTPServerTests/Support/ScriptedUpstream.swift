import Glibc
import HTTP
import Synchronization

/// An upstream whose answers arrive at a test's call, or by its descriptor after each round.
final class ScriptedUpstream: Upstream, Sendable {
    private struct State {
        var noted: [RequestHandle] = []
        var sent: [RequestHandle] = []
        var forgotten: [RequestHandle] = []
        var wake: (@Sendable () -> Void)?
        var isReleased = false
        var deadline: Int?
        var flushes: [Int] = []
    }

    private let state = Mutex(State())
    /// Becomes readable with each flush; nil for an upstream that a test releases.
    private let pipe: (reading: Int32, writing: Int32)?

    init(isAutomatic: Bool) {
        guard isAutomatic else {
            pipe = nil
            return
        }
        var ends: [Int32] = [-1, -1]
        let result = unsafe Glibc.pipe(&ends)
        precondition(result == 0, "no pipe")
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        pipe = (ends[0], ends[1])
    }

    deinit {
        if let pipe {
            close(pipe.reading)
            close(pipe.writing)
        }
    }

    /// How many requests wait for rows.
    var waiting: Int { state.withLock { $0.noted.count + $0.sent.count } }
    /// The requests that were forgotten.
    var forgotten: Int { state.withLock { $0.forgotten.count } }
    /// How many questions each flush has sent, of those that sent any.
    var flushes: [Int] { state.withLock { $0.flushes } }

    /// Has the answers to all questions arrive, by a wake-up from this thread.
    func release() {
        let wake = state.withLock { state in
            state.isReleased = true
            return state.wake
        }
        wake?()
    }

    /// Makes the answers arrive at a time of the lane's clock, or not before `release`.
    func release(at time: Int?) {
        state.withLock { $0.deadline = time }
    }

    func note(_ handle: RequestHandle) {
        state.withLock { $0.noted.append(handle) }
    }

    func begin(
        on poller: any UpstreamPoller, at now: Int, wake: @escaping @Sendable () -> Void
    ) {
        state.withLock { $0.wake = wake }
        if let pipe {
            let isWatched = poller.watch(pipe.reading, forWriting: false)
            precondition(isWatched, "no room to poll a pipe")
        }
    }

    var deadline: Int? { state.withLock { $0.deadline } }

    func collect(_ ready: inout [RequestHandle], at now: Int) {
        if let pipe {
            var bytes = [UInt8](repeating: 0, count: 64)
            while unsafe read(pipe.reading, &bytes, bytes.count) > 0 {}
        }
        let sent = state.withLock { state -> [RequestHandle] in
            let isDue = state.deadline.map { $0 <= now } ?? false
            guard pipe != nil || state.isReleased || isDue else { return [] }
            state.isReleased = false
            if isDue { state.deadline = nil }
            defer { state.sent = [] }
            return state.sent
        }
        ready += sent
    }

    func flush(at now: Int) {
        let count = state.withLock { state in
            defer { state.noted = [] }
            state.sent += state.noted
            if !state.noted.isEmpty { state.flushes.append(state.noted.count) }
            return state.noted.count
        }
        if let pipe, count > 0 { _ = unsafe write(pipe.writing, "x", 1) }
    }

    func forget(_ handle: RequestHandle) {
        state.withLock { $0.forgotten.append(handle) }
    }
}

/// A stream each part of which needs rows.
final class AskedStream: BodyStream {
    private let stream: any BodyStream
    private let handle: RequestHandle
    private let upstream: ScriptedUpstream?
    private var hasRows = false

    init(_ stream: any BodyStream, _ handle: RequestHandle, _ upstream: ScriptedUpstream?) {
        self.stream = stream
        self.handle = handle
        self.upstream = upstream
    }

    var isLive: Bool { stream.isLive }

    func fill(_ body: inout ByteWriter) -> StreamStep {
        hasRows.toggle()
        guard !hasRows else {
            upstream?.note(handle)
            return .again
        }
        return stream.fill(&body)
    }

    func heartbeat(_ body: inout ByteWriter) { stream.heartbeat(&body) }
}
