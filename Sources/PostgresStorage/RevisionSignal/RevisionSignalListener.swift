import Dispatch
import Glibc
import Items
import PostgreSQL
import Storage
import Synchronization
import Telemetry

/// Receives the revisions that other processes commit, and signals them: by notifications, and by a
/// poll that finds those that were lost.
final class RevisionSignalListener: @unchecked Sendable {
    // Proof: all variables but the flag, which is atomic, are only touched on the serial queue.

    /// Seconds between two polls, which also end the wait for a notification.
    private static let pollSeconds = 0.5
    /// The owners of one statement of a poll.
    private static let ownersPerPoll = 10_000
    private static let shortestPause = 100
    private static let longestPause = 1_000

    private let listens: Bool
    private let cache: RevisionCache
    private let clock: Clock
    private let metrics: PostgresMetrics?
    private let report: @Sendable (StorageFailure) -> Void
    private let signal: RevisionSignal
    private let connect: @Sendable () throws(PostgresFailure) -> any PostgresSession
    private let queue = DispatchQueue(label: "toodoo.revisions.listener")
    private let isClosed = Atomic<Bool>(false)
    private var session: (any PostgresSession)?
    private var nextPoll = 0.0
    /// The position in the server's log at the last poll; nil before it, and where there is none.
    private var logPosition: String?
    private var hasLogPosition = true

    /// A listener; without `listens` it only polls. `signal` is sent when an owner's new revision
    /// is in the cache. The clock only goes forward.
    init(
        listens: Bool, cache: RevisionCache, clock: Clock, metrics: PostgresMetrics?,
        report: @escaping @Sendable (StorageFailure) -> Void,
        signal: RevisionSignal,
        connect: @escaping @Sendable () throws(PostgresFailure) -> any PostgresSession
    ) {
        self.listens = listens
        self.cache = cache
        self.clock = clock
        self.metrics = metrics
        self.report = report
        self.signal = signal
        self.connect = connect
    }

    /// Listens on a thread of its own until `close`.
    func start() {
        queue.async { [self] in run() }
    }

    /// Ends listening within the time between two polls.
    func close() {
        isClosed.store(true, ordering: .relaxed)
    }

    private func run() {
        var pause = Self.shortestPause
        while !isClosed.load(ordering: .relaxed) {
            do throws(PostgresFailure) {
                try listenOnce()
                pause = Self.shortestPause
            } catch {
                report(StorageFailure(error))
                session?.close()
                session = nil
                usleep(UInt32(pause * 1_000))
                pause = min(2 * pause, Self.longestPause)
            }
        }
        session?.close()
        session = nil
    }

    private func listenOnce() throws(PostgresFailure) {
        let session = try connected()
        let wait = max(0, min(nextPoll - clock.now(), Self.pollSeconds))
        let payloads = try session.notifications(within: Int(wait * 1_000))
        if !payloads.isEmpty {
            metrics?.notificationsReceived.add(payloads.count)
            update(payloads.flatMap(RevisionSignalPayload.revisions))
        }
        if clock.now() >= nextPoll { try poll(session) }
    }

    private func connected() throws(PostgresFailure) -> any PostgresSession {
        if let session, session.isConnected { return session }
        let new = try connect()
        if listens { _ = try new.run("LISTEN \(RevisionSignalPayload.channel)") }
        // A poll finds what was notified before.
        logPosition = nil
        nextPoll = 0
        session = new
        return new
    }

    /// Reads the revisions of all watched owners, unless the server has written nothing meanwhile.
    private func poll(_ session: any PostgresSession) throws(PostgresFailure) {
        nextPoll = clock.now() + Self.pollSeconds
        let owners = cache.watchedOwners()
        guard !owners.isEmpty, try hasWritten(session) else { return }
        metrics?.polls.add()
        var revisions: [(owner: Int, revision: Int)] = []
        for start in stride(from: 0, to: owners.count, by: Self.ownersPerPoll) {
            let part = owners[start..<min(start + Self.ownersPerPoll, owners.count)]
            let rows = try session.run(
                PostgresCommand("SELECT owner, revision FROM owners WHERE owner = ANY($1)") {
                    $0.append(part) { $0 }
                })
            for row in 0..<rows.count {
                revisions.append((try rows.integer(row, 0), try rows.integer(row, 1)))
            }
        }
        update(revisions)
    }

    /// Whether the server has written anything since the last poll with watched owners.
    private func hasWritten(_ session: any PostgresSession) throws(PostgresFailure) -> Bool {
        guard hasLogPosition else { return true }
        let position: String
        do throws(PostgresFailure) {
            position = try session.run("SELECT pg_current_wal_insert_lsn()::text").string(0, 0)
        } catch .refused {
            // Engines that speak the protocol only have no such function.
            hasLogPosition = false
            return true
        }
        defer { logPosition = position }
        return position != logPosition
    }

    private func update(_ revisions: [(owner: Int, revision: Int)]) {
        if cache.update(revisions) { signal.send() }
    }
}
