import Dispatch
import HTTP
import Synchronization

/// One of a few loops that share the connections among them: each reads, answers and writes alone.
///
/// A lane is one long-running block on a queue of its own. It owns its connections, its buffers and
/// its handler, so that nothing on the way of a request takes a lock.
///
///     wait ──► read and answer what is ready ──► deliver answers from the writer ──► those whose
///       ▲                                                                            turn it is
///       └────────────── endRound ◄──────── evict ◄──── timers ◄───────────────────────────┘
package final class Lane: @unchecked Sendable {
    // Proof: `adopt`, `probeLiveness`, `drain`, `closeIdleSoon`, `releaseCompletions` and `mailbox`
    // are for other threads and touch only the kernel, atomics and locks. All
    // else is made before `start` and from then on only touched by `run`.

    /// How many idle connections a drain closes before it looks whether another one has just been
    /// sent a request: a request that comes between the look and the close is lost.
    private static let idleClosedAtOnce = 4
    /// For how many microseconds a lane works before it lets others have the core, such as
    /// the writer, or clients on this machine. As long as it has something to do, the kernel
    /// takes the core away only at a tick, of which there may be no more than 250 a second.
    private static let longestRun = 1_000
    /// How much is read at once.
    static let receiveBufferSize = 65_536
    /// What takes longer than this to wait for was not there.
    private static let shortestWait = 20

    let limits: Limits
    let clocks: Clocks
    let mailbox: LaneMailbox
    let poller: Poller
    let handler: any Handler
    let parser: RequestParser
    private let connectionLimiter: ConnectionLimiter
    let isDrainRequested = Atomic<Bool>(false)
    private let isCloseIdleRequested = Atomic<Bool>(false)
    private let livenessProbes = Mutex<[@Sendable () -> Void]>([])
    /// Whether the lane has to be told when something has happened; see `releaseCompletions`.
    let awaitsCommits = Atomic<Bool>(false)
    private let queue: DispatchQueue
    /// Where the lane counts what it does, if anybody wants to know.
    let metrics: LaneMetrics?
    /// Where it tells of each request, if anybody wants to know.
    let log: LaneLog?

    var connections: [Connection?] = []
    /// Closed during this round; their descriptors stay open until its end, so that no event of the
    /// round can be taken for one of a new connection with the same number.
    private(set) var closed: [Connection] = []
    private var generations: UInt32 = 0
    /// Memory for answers from other threads.
    var completions: [LaneMailbox.Completion] = []
    var events = ReadyEvents()
    /// The first of those who ask for little for whom the last round had no time.
    var firstSkipped: Int32?
    /// Events of this round that can wait.
    var deferredEvents = DeferredEvents()

    var requests: UInt64 = .random(in: 0...(.max))
    /// Bytes of requests that are kept for connections until more of them comes.
    var requestBytes = 0
    /// Bytes of answers that are kept for connections until the client takes them.
    var responseBytes = 0
    /// Those that have more requests than one turn takes, and streams, in
    /// the order in which they go on.
    var readyQueue: [Connection] = []
    /// How many of the streams that are being sent have no end of their own.
    var liveStreams = 0
    /// Those whose streams have nothing more to say until something happens.
    var waitingStreams: [Connection] = []
    /// When they are asked even though nothing is known to have happened.
    var nextPoll = 0
    /// How many bytes of answers have been written since the start.
    var written = 0

    var wheel: TimerWheel
    /// With how many timers in it the wheel is rid of those that are for nobody: twice as many as
    /// were left the last time.
    var timerPruneThreshold = minTimerPruneThreshold
    /// Those whose deadline may have passed, until a round has had time to look.
    var expired: [Connection] = []
    var now: Int
    /// What the wall clock said when this round began, in milliseconds, and when that was.
    private(set) var wall = 0
    private(set) var roundBegan = 0
    /// When the lane last had nothing to do, or gave way, in microseconds.
    private var runningSince = 0
    private var second = 0
    /// When the last connections are cut; nil unless the lane is draining.
    var drainDeadline: Int?
    /// Whether the last round of a drain closed any.
    private var isClosingIdle = false

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
        now = clocks.monotonic()
        wheel = TimerWheel(now: now / 1000)
        try poller.add(mailbox.descriptor, .read)
    }

    /// Begins to serve; `done` is called when the lane has drained.
    func start(_ done: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            run()
            done()
        }
    }

    /// Takes a new connection over, from the acceptor's thread.
    ///
    /// A new socket can always be written to, so that watching for that makes the lane notice it at
    /// once, without a message.
    func adopt(_ number: Int32) throws(Errno) {
        try poller.add(number, [.read, .write])
    }

    /// Has the lane close connections that nobody seems to need, from any thread.
    func closeIdleSoon() {
        if !isCloseIdleRequested.exchange(true, ordering: .relaxed) { mailbox.wake() }
    }

    /// Has the lane call back when its loop comes to it, from any thread; a
    /// lane that hangs never does, nor does one that has drained.
    package func probeLiveness(_ answer: @escaping @Sendable () -> Void) {
        livenessProbes.withLock { $0.append(answer) }
        mailbox.wake()
    }

    /// Answers those who asked.
    func answerLivenessProbes() {
        let answers = livenessProbes.withLock { livenessProbes in
            defer { livenessProbes = [] }
            return livenessProbes
        }
        for answer in answers { answer() }
    }

    /// Has the lane answer what is under way and then end, from any thread.
    func drain() {
        isDrainRequested.store(true, ordering: .releasing)
        mailbox.wake()
    }

    private func run() {
        handler.begin()
        // Here and not among the properties, at which each look has to be checked as it runs: what is
        // lent is nobody else's meanwhile, by what the compiler knows.
        var received = [UInt8](repeating: 0, count: Self.receiveBufferSize)
        var buffers = RequestBuffers()
        var isOver = false
        while !isOver {
            wait()
            readClocks(&buffers)
            checkCommits()
            let (queued, before) = (readyQueue.count, written)
            handleEvents(&received, &buffers)
            deliver(&buffers)
            runQueued(atMost: queued, &buffers)
            fireTimers(&buffers)
            evict(&buffers)
            if isCloseIdleRequested.exchange(false, ordering: .relaxed) { closeIdle() }
            log?.flush()
            handler.endRound()
            if let drainDeadline {
                isOver = drain(until: drainDeadline, hasAnswered: written > before)
            }
            releaseClosed()
        }
    }

    /// Gives back the descriptors of connections that ended in this round, and only then
    /// their room: connections and descriptors never add up to more than the limit.
    private func releaseClosed() {
        let count = closed.count
        // Whoever is in line is held by it, and a descriptor that stays open
        // goes on to have events.
        if closed.contains(where: \.isQueued) { readyQueue.removeAll { $0.isClosed } }
        if closed.contains(where: \.isWaiting) { waitingStreams.removeAll { $0.isClosed } }
        if closed.contains(where: \.isExpired) { expired.removeAll { $0.isClosed } }
        for connection in closed {
            poller.remove(connection.socket.number)
            connectionLimiter.forget(connection.socket.number)
        }
        closed.removeAll(keepingCapacity: true)
        if count > 0 { connectionLimiter.release(count) }
    }

    /// Waits for events, and after a while of work without a pause lets others have the core first.
    private func wait() {
        let before = clocks.microseconds()
        if before - runningSince >= Self.longestRun {
            clocks.yield()
            runningSince = before
        }
        poller.wait(&events, milliseconds: pollTimeout)
        let after = clocks.microseconds()
        if after - before >= Self.shortestWait { runningSince = after }
    }

    /// How long to wait for events: until the next timer, only for a moment while draining, and not
    /// at all while somebody stands in line, deadlines are left to look at, or there is news.
    private var pollTimeout: Int {
        if !readyQueue.isEmpty || !expired.isEmpty { return 0 }
        if drainDeadline != nil { return isClosingIdle ? 0 : 10 }
        // Somebody has told of news since the round began, and the wake-up may be one that it has
        // handled.
        if liveStreams > 0, !awaitsCommits.load(ordering: .acquiring) { return 0 }
        // What the thread of the log had no hand free for is offered again.
        if log?.hasPending == true { return 1 }
        var next = waitingStreams.isEmpty ? Int.max : nextPoll
        if let second = wheel.next { next = min(next, second * 1000) }
        return next == .max ? -1 : max(0, next - now)
    }

    /// Reads the clocks, once for everything that happens in this round.
    private func readClocks(_ buffers: inout RequestBuffers) {
        now = clocks.monotonic()
        wall = clocks.wall()
        if log != nil { roundBegan = clocks.microseconds() }
        let second = wall / 1000
        if second != self.second {
            self.second = second
            buffers.response.setDate(Int64(second))
        }
    }

    /// A number that no connection or request of this lane has had.
    func nextGeneration() -> UInt32 {
        generations &+= 1
        return generations
    }

    func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        connection.isClosed = true
        connections[Int(connection.socket.number)] = nil
        uncount(connection)
        // An answer that is cut off must not look whole, and content without
        // chunks or a length ends with its connection.
        if connection.hasOutput || connection.stream != nil { connection.socket.resetOnClose() }
        endStream(connection)
        dropInput(connection)
        dropOutput(connection)
        closed.append(connection)
    }

    /// Closes what is idle, and at the deadline everything; true when nothing is left.
    private func drain(until deadline: Int, hasAnswered: Bool) -> Bool {
        // A request that was sent before the drain began may still be on its way to be noticed. Whoever
        // was answered in this round may have sent the next one, and to close on it is a reset.
        let isQuiet = !hasAnswered && events.count == 0 && closed.isEmpty
        let isLate = now >= deadline
        var rest = isLate ? Int.max : isQuiet ? Self.idleClosedAtOnce : 0
        isClosingIdle = false
        for case let connection? in connections where isLate || connection.isIdle {
            guard rest > 0 else { break }
            close(connection)
            rest -= 1
            isClosingIdle = true
        }
        // One that was handed over a moment ago is known only by its first event.
        return events.count == 0 && connections.allSatisfy { $0 == nil }
    }
}
