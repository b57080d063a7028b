import Dispatch
import HTTP
import Synchronization

/// An event loop that owns a share of the connections: it reads, answers and writes by itself.
///
/// A lane is one long-running block on a queue of its own. It owns its connections, its buffers and
/// its handler, so no request takes a lock. The types in `State` hold its state and make decisions;
/// the lane calls sockets, poller and handler.
///
///     wait ──► handleEvents ──► deliver ──► advanceHandler ──► runQueued ──► fireTimers ──► evict ──┐
///       ▲                                                                                          │
///       └───────────────────────── releaseClosed ◄───────────────────────── endRound ◄─────────────┘
package final class Lane: @unchecked Sendable {
    // Proof: other threads call `adopt`, `probeLiveness`, `drain`, `closeIdleSoon`,
    // `receiveRevisionSignal` and `mailbox`, which touch only the kernel, atomics and locks.
    // Everything else is made before `start` and then only touched by `run`.

    /// How much is read at once.
    static let receiveBufferSize = 65_536

    let limits: Limits
    let clocks: Clocks
    let mailbox: LaneMailbox
    let poller: Poller
    let handler: any Handler
    let parser: RequestParser
    let connectionLimiter: ConnectionLimiter
    let isDrainRequested = Atomic<Bool>(false)
    private let isCloseIdleRequested = Atomic<Bool>(false)
    private let livenessProbes = Mutex<[@Sendable () -> Void]>([])
    /// Whether a revision signal must wake the lane; see `receiveRevisionSignal`.
    let awaitsRevisionSignal = Atomic<Bool>(false)
    private let queue: DispatchQueue
    let metrics: LaneMetrics?
    let log: LaneLog?

    let connections = ConnectionTable()
    let deadlines: Deadlines
    var events = ReadyEvents()
    var eventOrder = EventOrder()
    var deferredEvents = DeferredEvents()
    var readyQueue = ReadyQueue()
    var streams = Streams()
    var memory: MemoryBudget
    var clock: RoundClock
    var drainState = DrainState()
    /// The descriptor that is watched for the handler; -1 without one.
    var handlerDescriptor: Int32 = -1
    var isHandlerReady = false
    /// Whether the handler has woken the lane, from any thread.
    let isHandlerAwake = WakeFlag()
    var handlerAdvance: HandlerAdvance?
    /// Memory for responses from other threads.
    var completions: [(RequestHandle, Completion)] = []
    /// The state of the generator of request ids.
    var requests: UInt64 = .random(in: 0...(.max))
    /// How many bytes of responses have been written since the start.
    var written = 0

    /// The time of this round, in milliseconds.
    var now: Int { clock.now }
    var isDraining: Bool { drainState.deadline != nil }

    init(
        number: Int, limits: Limits, clocks: Clocks, connectionLimiter: ConnectionLimiter,
        handler: any Handler,
        metrics: LaneMetrics? = nil, log: LaneLog? = nil
    ) throws(Errno) {
        self.limits = limits
        self.clocks = clocks
        self.connectionLimiter = connectionLimiter
        self.handler = handler
        self.metrics = metrics
        self.log = log
        mailbox = try LaneMailbox()
        poller = try Poller()
        parser = RequestParser(limits: limits.head)
        queue = DispatchQueue(label: "toodoo.lane.\(number)")
        clock = RoundClock(now: clocks.monotonic())
        deadlines = Deadlines(limits, at: clock.now)
        memory = MemoryBudget(limits)
        try poller.add(mailbox.descriptor, .read)
    }

    /// Begins to serve; `done` is called when the lane has drained.
    func start(_ done: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            run()
            done()
        }
    }

    /// Takes over a new connection, from the acceptor's thread.
    ///
    /// A new socket is writable, so watching it for writing reports it to the lane at once, without
    /// a message.
    func adopt(_ number: Int32) throws(Errno) {
        try poller.add(number, [.read, .write])
    }

    /// Makes the lane close connections that have been idle, from any thread.
    func closeIdleSoon() {
        if !isCloseIdleRequested.exchange(true, ordering: .relaxed) { mailbox.wake() }
    }

    /// Makes the lane call back in its next round, from any thread; a lane that hangs or has
    /// drained never does.
    package func probeLiveness(_ answer: @escaping @Sendable () -> Void) {
        livenessProbes.withLock { $0.append(answer) }
        mailbox.wake()
    }

    /// Calls back all pending probes.
    func answerLivenessProbes() {
        let answers = livenessProbes.withLock { livenessProbes in
            defer { livenessProbes = [] }
            return livenessProbes
        }
        for answer in answers { answer() }
    }

    /// Makes the lane answer the requests in progress and then end, from any thread.
    func drain() {
        isDrainRequested.store(true, ordering: .releasing)
        mailbox.wake()
    }

    private func run() {
        handler.begin(on: eventLoop, at: clocks.monotonic())
        // Local variables, passed on as `inout`: the compiler proves exclusive access to them. As
        // properties each access would be checked at run time.
        var received = [UInt8](repeating: 0, count: Self.receiveBufferSize)
        var buffers = RequestBuffers()
        var isOver = false
        while !isOver {
            wait()
            readClocks(&buffers)
            checkRevisionSignal()
            let (queued, before) = (readyQueue.count, written)
            handleEvents(&received, &buffers)
            deliver(&buffers)
            advanceHandler(&buffers)
            runQueued(atMost: queued, &buffers)
            fireTimers(&buffers)
            evict(&buffers)
            if isCloseIdleRequested.exchange(false, ordering: .relaxed) { closeIdle() }
            log?.flush()
            handler.endRound(at: now)
            if isDraining { isOver = drainRound(hasAnswered: written > before) }
            releaseClosed()
        }
    }

    /// Reads the clocks, once for everything that happens in this round.
    private func readClocks(_ buffers: inout RequestBuffers) {
        if let second = clock.begin(now: clocks.monotonic(), wall: clocks.wall()) {
            buffers.response.setDate(Int64(second))
        }
        if log != nil { clock.setBegan(clocks.microseconds()) }
    }
}
