import Dispatch
import Glibc
import HTTP
@testable import HTTPServer
import Synchronization
import Telemetry
import TestSupport
import Testing

/// A server on a free port for one test. Its time advances only when the test advances it.
final class ServerWorld {
    let server: Server
    let handlers: [ScriptedHandler]
    let clocks: ManualClocks
    /// Its metrics.
    let metrics: ServerMetrics
    private let log = LogBuffer(LogWakeup {})

    /// A server that answers from the table.
    init(
        _ table: [String: ScriptedHandler.Answer] = [:],
        otherwise: ScriptedHandler.Answer = .text("hello"),
        admissions: [String: ScriptedAdmission] = [:],
        lanes: Int = 1, clocks: ManualClocks = ManualClocks(),
        listening: Listening = .address(host: "127.0.0.1", port: 0),
        arrivals: ScriptedArrivals = ScriptedArrivals(isAutomatic: false),
        _ adjust: (inout Limits) -> Void = { _ in }
    ) throws {
        self.clocks = clocks
        handlers = (0..<lanes).map { _ in
            ScriptedHandler(table, otherwise: otherwise, admissions: admissions, arrivals: arrivals)
        }
        var configuration = Server.Configuration()
        configuration.listening = listening
        configuration.clocks = clocks.clocks
        adjust(&configuration.limits)
        MetadataWarmup.done
        metrics = ServerMetrics(lanes: lanes)
        configuration.metrics = metrics
        let formatter = LogFormatter(.text(isColored: false), hasPaths: false, routes: [])
        configuration.logs = (0..<lanes).map { [log] _ in LaneLog(formatter, log) }
        server = try Server(configuration, handlers: handlers) { Array("no room".utf8) }
        server.start()
    }

    deinit {
        clocks.run()
        server.drain {}
        for handler in handlers { handler.unwatch() }
    }

    /// The handler of the only lane.
    var handler: ScriptedHandler { handlers[0] }

    /// New lines of the log. The lines of a round are complete when the round is over.
    var logged: [String] {
        var lines = ByteWriter()
        log.collect(&lines)
        return String(copying: lines).split(separator: "\n").map { String($0) }
    }

    /// The only lane. Its state may be read only on the lane.
    var lane: Lane { server.lanes[0] }

    /// A new client.
    func connect(receiveBuffer: Int32? = nil, host: UInt32 = 1) throws -> WireClient {
        try WireClient(port: server.port, receiveBuffer: receiveBuffer, host: host)
    }

    /// Stops the lane until these requests have arrived and `act` has run, so that the lane finds
    /// everything at once. The client requests `/held` to stop it; the lane knows the others.
    ///
    /// Each request is sent when the one before it has arrived: the kernel may delay one more than
    /// the next. The lane handles connections of normal priority in the order of arrival, and those
    /// of low priority, such as new ones, after them, in the order of their descriptors.
    func atOnce(
        _ client: WireClient, _ requests: [(client: WireClient, bytes: String)] = [],
        then act: () throws -> Void = {}
    ) throws {
        let sockets = try sockets()
        try client.send(get("/held"))
        try handler.untilHeld()
        for (index, request) in requests.enumerated() {
            try request.client.send(request.bytes)
            try untilReadable(index + 1, of: sockets)
        }
        try act()
        handler.release()
    }

    /// The sockets of the lane's open connections.
    func sockets() throws -> [Int32] {
        try look { $0.open.map { $0.socket.number } }
    }

    /// Waits until input or an end has arrived on this number of sockets, while the lane is stopped.
    func untilReadable(_ count: Int, of sockets: [Int32]) throws {
        var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // The time-out prevents the test from hanging.
        let end = ContinuousClock.now + .seconds(60)
        repeat {
            try #require(ContinuousClock.now < end, "what the test waits for does not arrive")
            sched_yield()
            _ = unsafe poll(&polled, nfds_t(polled.count), 0)
        } while polled.count(where: { $0.revents != 0 }) < count
    }

    /// Waits until a condition holds at the end of a round of the lane, where it is tested.
    func until(_ condition: @escaping @Sendable (Lane) -> Bool) throws {
        let (lane, isTrue) = (lane, DispatchSemaphore(value: 0))
        handler.watch(isTrue) { condition(lane) }
        lane.mailbox.wake()
        // The time-out prevents the test from hanging.
        let result = isTrue.wait(timeout: .now() + .seconds(60))
        try #require(result == .success, "what the test waits for does not happen")
    }

    /// Waits until a connection waits for this.
    func until(_ wait: Connection.Wait) throws {
        try until { $0.open.contains { $0.wait == wait } }
    }

    /// Waits until the lane has read the clock again.
    func round() throws {
        try until { _ in true }
    }

    /// Advances the clock, and waits until the lane has read it.
    func pass(_ seconds: Double) throws {
        let now = clocks.advance(milliseconds: Int(seconds * 1000))
        try until { $0.now >= now }
    }

    /// The maximum of a value of the lane at the ends of rounds from now on.
    func maximum(_ value: @escaping @Sendable (Lane) -> Int) -> Box<Int> {
        let (lane, maximum) = (lane, Box(0))
        handler.watch(DispatchSemaphore(value: 0)) {
            maximum.value = max(maximum.value, value(lane))
            return false
        }
        return maximum
    }

    /// The values of a function of all seen requests, at the ends of rounds in which it changed.
    func each(_ value: @escaping @Sendable ([ScriptedHandler.Seen]) -> Int) -> Box<[Int]> {
        let (handler, values) = (handler, Box<[Int]>([]))
        handler.watch(DispatchSemaphore(value: 0)) {
            let now = value(handler.seen)
            if now != values.value.last ?? 0 { values.value.append(now) }
            return false
        }
        return values
    }

    /// A value of the lane, read on the lane.
    func look<Value: Sendable>(_ value: @escaping @Sendable (Lane) -> Value) throws -> Value {
        let seen = Box<Value?>(nil)
        try until {
            seen.value = value($0)
            return true
        }
        return try #require(seen.value)
    }

    /// Begins to drain. The returned semaphore is signalled when draining is done.
    func drain() -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        server.drain { done.signal() }
        return done
    }
}

/// A value that one thread writes and others read.
final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) {
        content = Mutex(value)
    }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

/// Clocks that a test advances.
final class ManualClocks: Sendable {
    private let milliseconds = Atomic<Int>(1_000_000)
    private let microseconds = Atomic<Int>(0)
    private let jumped = Atomic<Int>(784_110_777_000)
    private let isRunning = Atomic<Bool>(false)
    private let yields = Atomic<Int>(0)

    /// The number of times that the lane has yielded the core to other threads.
    var yieldCount: Int { yields.load(ordering: .relaxed) }

    /// The server's view of the clocks. The wall clock starts at 6 November 1994, 08:49:37.
    var clocks: Clocks {
        Clocks(
            monotonic: { [self] in
                let step = isRunning.load(ordering: .relaxed) ? 60_000 : 0
                return milliseconds.wrappingAdd(step, ordering: .relaxed).newValue
            },
            wall: { [self] in
                milliseconds.load(ordering: .relaxed) + jumped.load(ordering: .relaxed)
            },
            microseconds: { [self] in microseconds.load(ordering: .relaxed) },
            yield: { [self] in yields.wrappingAdd(1, ordering: .relaxed) })
    }

    /// Advances the clock during a lane's work.
    func work(microseconds step: Int) {
        microseconds.wrappingAdd(step, ordering: .relaxed)
    }

    @discardableResult
    func advance(milliseconds step: Int) -> Int {
        milliseconds.wrappingAdd(step, ordering: .relaxed).newValue
    }

    /// Moves only the wall clock.
    func jump(seconds: Int) {
        jumped.wrappingAdd(seconds * 1_000, ordering: .relaxed)
    }

    /// From now on each reading of the clock advances it by a minute.
    func run() {
        isRunning.store(true, ordering: .relaxed)
    }
}

/// A request without a body.
func get(_ path: String, _ fields: String = "", method: String = "GET") -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}

/// A request with a body of known length.
func post(_ path: String, _ body: String, _ fields: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// A request whose body comes in chunks.
func post(_ path: String, chunks: [String], _ fields: String = "") -> String {
    let body = chunks.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    return "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)Transfer-Encoding: chunked\r\n\r\n"
        + body + "0\r\n\r\n"
}

/// Bytes in a pattern that shows whether some were lost, repeated or exchanged.
func pattern(_ count: Int) -> [UInt8] {
    let block = (0..<8191).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += block }
    return Array(bytes.prefix(count))
}
