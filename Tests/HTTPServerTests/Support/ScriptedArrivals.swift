import Glibc
import HTTP
import Synchronization

/// Arrivals that a handler waits for. They come at a test's call, at a time, or by a descriptor
/// after each round.
final class ScriptedArrivals: Sendable {
    /// Continues a request.
    typealias Arrival = @Sendable (any WaitingRequests) -> Void

    private struct State {
        /// The arrivals that this round waits for.
        var asked: [Arrival] = []
        /// The arrivals that earlier rounds wait for.
        var sent: [Arrival] = []
        var wake: (@Sendable () -> Void)?
        var isReleased = false
        var deadline: Int?
        var rounds: [Int] = []
    }

    private let state = Mutex(State())
    /// Becomes readable after each round that asked for arrivals; nil if a test releases them.
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

    /// The number of missing arrivals.
    var waiting: Int { state.withLock { $0.asked.count + $0.sent.count } }
    /// The number of arrivals that each round has asked for, without rounds that asked for none.
    var rounds: [Int] { state.withLock { $0.rounds } }
    /// The time at which the lane must check without an event.
    var deadline: Int? { state.withLock { $0.deadline } }

    /// Makes everything arrive, by a wake-up from this thread.
    func release() {
        let wake = state.withLock { state in
            state.isReleased = true
            return state.wake
        }
        wake?()
    }

    /// Makes everything arrive at a time of the lane's clock.
    func release(at time: Int) {
        state.withLock { $0.deadline = time }
    }

    /// Asks for something. `arrival` is called when it arrives.
    func ask(_ arrival: @escaping Arrival) {
        state.withLock { $0.asked.append(arrival) }
    }

    func begin(on loop: EventLoop) {
        state.withLock { $0.wake = loop.wake }
        if let pipe {
            let isWatched = loop.watch(pipe.reading, false)
            precondition(isWatched, "no room to poll a pipe")
        }
    }

    func advance(_ requests: any WaitingRequests, at now: Int) {
        if let pipe {
            var bytes = [UInt8](repeating: 0, count: 64)
            while unsafe read(pipe.reading, &bytes, bytes.count) > 0 {}
        }
        let arrivals = state.withLock { state -> [Arrival] in
            let isDue = state.deadline.map { $0 <= now } ?? false
            guard pipe != nil || state.isReleased || isDue else { return [] }
            state.isReleased = false
            if isDue { state.deadline = nil }
            defer { state.sent = [] }
            return state.sent
        }
        for arrival in arrivals { arrival(requests) }
    }

    func endRound() {
        let count = state.withLock { state in
            defer { state.asked = [] }
            state.sent += state.asked
            if !state.asked.isEmpty { state.rounds.append(state.asked.count) }
            return state.asked.count
        }
        if let pipe, count > 0 { _ = unsafe write(pipe.writing, "x", 1) }
    }

    /// Discards missing arrivals.
    func clear() {
        // Their captures are released with the result, not under the lock.
        _ = state.withLock { state in
            defer { (state.asked, state.sent) = ([], []) }
            return state.asked + state.sent
        }
    }
}
