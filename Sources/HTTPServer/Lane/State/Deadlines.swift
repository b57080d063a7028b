import HTTP

/// Deadlines of a lane's connections: which are due, and when to check next.
///
///     begin ──► schedule ──► wheel ──► advance ──► expired ──► nextExpired: due, or back in the wheel
///
/// A class, because each request needs a deadline, and a struct would be copied for it.
final class Deadlines {
    /// Seconds for which a live stream is silent at most; proxies and clients give up after about
    /// a minute.
    private static let secondsBetweenHeartbeats = 15
    /// The deadline of a connection whose handler answers.
    private static let never = Int.max
    /// How many timers the wheel holds before it is pruned.
    private static let minPruneThreshold = 1_024

    private let limits: Limits
    private var wheel: TimerWheel
    /// The number of timers at which the wheel is pruned: twice as many as the last pruning left.
    private var pruneThreshold = minPruneThreshold
    /// Connections whose deadline may have passed. A round handles a few of them.
    private var expired = Queue<Connection>()

    /// No timers, at a time in milliseconds.
    init(_ limits: Limits, at now: Int) {
        self.limits = limits
        wheel = TimerWheel(now: now / 1000)
    }

    var timerCount: Int { wheel.count }
    var hasExpired: Bool { !expired.isEmpty }
    /// When a timer is due next, in milliseconds.
    var next: Int? { wheel.next.map { $0 * 1000 } }

    /// Sets what a connection waits for and its deadline; returns whether that needs a timer.
    func begin(_ wait: Connection.Wait, for connection: Connection, at now: Int) -> Bool {
        // The time for a head or a reader runs from its beginning, the idle time from the last
        // request; a body gets more time as its bytes arrive.
        let begins = wait != connection.wait || wait == .request || wait == .answer
        guard begins || wait == .body else { return false }
        if begins { connection.waitingSince = now }
        connection.wait = wait
        let seconds: Int? =
            switch wait {
            case .request: limits.idleSeconds
            case .head: limits.headSeconds
            case .body:
                limits.bodySeconds + connection.requestBytes / limits.bodyBytesPerSecond
            case .slowReader: limits.writeSeconds
            case .quietStream: Self.secondsBetweenHeartbeats
            case .linger: limits.lingerSeconds
            // The handler always answers.
            case .answer: nil
            }
        guard let seconds else {
            connection.deadline = Self.never
            return false
        }
        connection.deadline = connection.waitingSince + seconds * 1000
        if wait == .slowReader {
            connection.deadline = min(connection.deadline, connection.responseDeadline)
        }
        // Timers fire at whole seconds, rounded up; a heartbeat must not be late.
        if wait == .quietStream { connection.deadline -= connection.deadline % 1000 }
        return true
    }

    /// Adds a timer for a connection's deadline unless it has an earlier one; returns whether the
    /// wheel should be pruned.
    func schedule(_ connection: Connection) -> Bool {
        // Rounded up: no connection is cut off early.
        let second = (connection.deadline + 999) / 1000
        guard second < connection.timerSecond else { return false }
        connection.timerSecond = wheel.insert(
            descriptor: connection.socket.number, generation: connection.generation, second: second)
        return wheel.count > pruneThreshold
    }

    /// Removes timers without a connection. Connections that come and go would otherwise leave
    /// timers behind for the whole idle time.
    func prune(in connections: ConnectionTable) {
        wheel.keep { connections.connection(for: $0) != nil }
        pruneThreshold = max(Self.minPruneThreshold, 2 * wheel.count)
    }

    /// Expires the connections whose timers are due.
    func advance(to now: Int, in connections: ConnectionTable) {
        wheel.advance(to: now / 1000) { entry in
            guard let connection = connections.connection(for: entry) else { return }
            connection.timerSecond = .max
            expire(connection)
        }
    }

    /// Queues a connection whose deadline may have passed.
    func expire(_ connection: Connection) {
        guard !connection.isExpired else { return }
        connection.isExpired = true
        expired.append(connection)
    }

    /// Takes the next expired connection; nil when it is closed or its deadline has moved, in which
    /// case it gets a new timer.
    func nextExpired(at now: Int) -> Connection? {
        guard let connection = expired.popFirst() else { return nil }
        connection.isExpired = false
        guard !connection.isClosed else { return nil }
        guard connection.deadline > now else { return connection }
        if connection.deadline != Self.never { _ = schedule(connection) }
        return nil
    }

    /// Removes closed connections when one of those closed in this round has expired.
    func remove(_ closed: [Connection]) {
        if closed.contains(where: \.isExpired) { expired.removeClosed() }
    }
}
