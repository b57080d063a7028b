/// Divides the limit of open descriptors among lanes, storage and connections.
///
/// Some always stay free: without a free descriptor libdispatch cannot read its threads' states in
/// /proc, and traps.
struct DescriptorBudget {
    /// An epoll set, a wake-up, and a SQLite connection's file and log; a connection to a PostgreSQL
    /// server is one.
    private static let perLane = 4
    /// Descriptors of standard streams, three of the writer, four of checkpoints, the lock, the
    /// listening socket, those of Dispatch, two for each of sixteen snapshots, and nine spare ones.
    private static let perProcess = 60
    /// The server refuses to start with fewer connections.
    private static let minConnections = 8

    /// The limit of open descriptors, `ulimit -n`.
    let allowed: Int
    let lanes: Int
    /// Whether metrics are served at a separate address.
    var hasMetricsServer = false

    /// Descriptors of the metrics server: its lane, its acceptor and its connections.
    static let forMetricsServer = 4 + metricsConnections
    static let metricsConnections = 16

    /// How many connections remain, nil when that is too few.
    var connections: Int? {
        let rest = allowed - reserved
        return rest < Self.minConnections ? nil : rest
    }

    /// The error message when too few remain.
    var message: String {
        let needed = reserved + Self.minConnections
        return "with \(lanes) lanes the server needs \(needed) open files, and only \(allowed) are "
            + "allowed; raise ulimit -n or take fewer --lanes"
    }

    private var reserved: Int {
        Self.perProcess + Self.perLane * lanes + (hasMetricsServer ? Self.forMetricsServer : 0)
    }
}
