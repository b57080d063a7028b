/// How the files that this process may have open are shared out.
///
/// Some always stay free: without one, libdispatch cannot look at its threads in /proc, and traps.
struct DescriptorBudget {
    /// An epoll set, a wake-up, and a SQLite connection's file and log.
    private static let perLane = 4
    /// Standard streams, the writer's three, the lock, the listening socket,
    /// Dispatch's own, two for each of sixteen snapshots; and nine to spare.
    private static let perProcess = 56
    /// With fewer connections a server is of no use.
    private static let minConnections = 8

    /// How many may be open, by `ulimit -n`.
    let allowed: Int
    let lanes: Int
    /// Whether metrics are served at an address of their own.
    var hasMetricsServer = false

    /// What that takes: its lane's and its acceptor's, and its connections.
    static let forMetricsServer = 4 + metricsConnections
    /// So many may watch at once.
    static let metricsConnections = 16

    /// How many connections can be served, nil when that is too few.
    var connections: Int? {
        let rest = allowed - reserved
        return rest < Self.minConnections ? nil : rest
    }

    /// The refusal to serve with so few, in one sentence.
    var message: String {
        let needed = reserved + Self.minConnections
        return "with \(lanes) lanes the server needs \(needed) open files, and only \(allowed) are "
            + "allowed; raise ulimit -n or take fewer --lanes"
    }

    private var reserved: Int {
        Self.perProcess + Self.perLane * lanes + (hasMetricsServer ? Self.forMetricsServer : 0)
    }
}
