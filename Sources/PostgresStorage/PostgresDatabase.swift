package import Accounts
package import Items
package import PostgreSQL
package import Storage
package import Telemetry

/// A database on a PostgreSQL server that several processes share: the migrated schema, this
/// process's one writer, and a repository for each lane.
package final class PostgresDatabase: Storage {
    package struct Options: Sendable {
        package var writer = WriteLimits()
        /// The maximum number of concurrent snapshots; an owner gets another one only
        /// while more are free than it holds.
        package var snapshots = 16
        package var ownerItems = ItemSize.ownerLimit
        /// The limit for the bytes of an owner's history.
        package var ownerHistory = 256 << 20
        package var connection = PostgresConnection.Options()
        /// The source of revisions that other processes write.
        package var notifications = NotificationMode.listen
        /// The time zones that items repeat in.
        package var timeZones: any TimeZoneDatabase = UTCDatabase()
        /// Receives failures that concern no request, such as failed maintenance.
        package var report: @Sendable (StorageFailure) -> Void = { _ in }
        /// Is called after each connection that was made.
        package var onConnect: @Sendable () -> Void = {}

        /// The options of the connections that serve requests.
        package var requestConnection: PostgresConnection.Options {
            var options = connection
            // Requests read few rows by an index. A nested loop reads only the owners' parts of
            // a table in parts; and a plan that was made while the tables were empty must not
            // scan them when they are full.
            let ways = ["hashjoin", "mergejoin", "seqscan", "material"]
            options.settings += ways.map { ("enable_\($0)", "off") }
            return options
        }

        package var writerConnection: PostgresConnection.Options {
            var options = requestConnection
            // Each statement fits one index; a plan for certain values is not better.
            options.settings.append(("plan_cache_mode", "force_generic_plan"))
            return options
        }

        /// The options of the connections by which lanes read.
        package var laneConnection: PostgresConnection.Options {
            var options = requestConnection
            options.settings += [
                // A round trip is one transaction, so all its statements read one moment.
                ("default_transaction_isolation", "repeatable read"),
                ("default_transaction_read_only", "on"),
                // One statement must not hold up the others of its lane for ever.
                ("statement_timeout", "8s"),
            ]
            return options
        }

        package init() {
            connection.settings = [
                // A batch must not wait for another server's for ever, nor one that has died hold
                // its locks.
                ("lock_timeout", "2s"), ("idle_in_transaction_session_timeout", "60s"),
                // Short statements on indexes gain nothing from either.
                ("jit", "off"), ("max_parallel_workers_per_gather", "0"),
            ]
        }
    }

    package let localOwner: Owner
    package let hasAccounts: Bool
    package var file: String? { nil }
    private let connect: @Sendable () throws(PostgresFailure) -> PostgresConnection
    private let connectLane: @Sendable () throws(PostgresFailure) -> PostgresConnection
    private let clock: Clock
    private let writer: Writer
    private let snapshots: PostgresSnapshotPool
    private let exchange: RevisionSignalExchange
    private let metrics: PostgresMetrics
    package let reminderSignal: ReminderSignal

    private init(
        localOwner: Owner, hasAccounts: Bool, clock: Clock, writer: Writer,
        snapshots: PostgresSnapshotPool, exchange: RevisionSignalExchange,
        metrics: PostgresMetrics, reminderSignal: ReminderSignal,
        connect: @escaping @Sendable () throws(PostgresFailure) -> PostgresConnection,
        connectLane: @escaping @Sendable () throws(PostgresFailure) -> PostgresConnection
    ) {
        self.localOwner = localOwner
        self.hasAccounts = hasAccounts
        self.clock = clock
        self.writer = writer
        self.snapshots = snapshots
        self.exchange = exchange
        self.metrics = metrics
        self.reminderSignal = reminderSignal
        self.connect = connect
        self.connectLane = connectLane
    }

    /// Connects and migrates the schema.
    ///
    /// `steady` only goes forward, so a jump of `clock` is noticed before anything expires.
    package static func open(
        _ url: String, options: Options = Options(), clock: Clock, steady: Clock? = nil
    ) throws(PostgresOpenFailure) -> PostgresDatabase {
        let session = try opening { () throws(PostgresFailure) in
            // It may have to wait until another process has migrated.
            var options = options.connection
            options.answerMilliseconds = 600_000
            // It asks for a few rows.
            options.answerBytes = 16 << 20
            options.settings.append(("lock_timeout", "10min"))
            return try PostgresConnection(url, options)
        }
        try session.requireWritable()
        _ = try Migrator(session, clock: clock).migrate()
        let owner = try opening { () throws(PostgresFailure) in try session.localOwner() }
        let hasAccounts = try opening { () throws(PostgresFailure) in
            try session.run("SELECT EXISTS (SELECT 1 FROM accounts)").bool(0, 0)
        }
        session.close()
        let connections = PostgresMetrics()
        let onConnect = options.onConnect
        func connecting(
            _ settings: PostgresConnection.Options
        ) -> @Sendable () throws(PostgresFailure) -> PostgresConnection {
            var settings = settings
            settings.metrics = connections
            return { @Sendable [settings] () throws(PostgresFailure) -> PostgresConnection in
                let connection = try PostgresConnection(url, settings)
                onConnect()
                return connection
            }
        }
        let connect = connecting(options.requestConnection)
        let connectWriter = connecting(options.writerConnection)
        let connectLane = connecting(options.laneConnection)
        MetadataWarmup.done
        let exchange = RevisionSignalExchange(
            options.notifications, clock: .uptime, metrics: connections,
            report: options.report, connect: connect)
        var random = SystemRandomNumberGenerator()
        let metrics = WriterMetrics()
        let (times, livenessProbes) = (WriteTimes(), LivenessProbes())
        let jumpTolerantClock = JumpTolerantClock(steady: steady ?? clock)
        let reminderSignal = ReminderSignal()
        let makeBatch = { hasMaintenance in
            WriteBatch(
                writer: PostgresUUID(high: random.next(), low: random.next()), clock: clock,
                steady: steady, jumpTolerantClock: jumpTolerantClock,
                hasMaintenance: hasMaintenance, itemLimit: options.ownerItems,
                historyByteLimit: options.ownerHistory, times: times,
                livenessProbes: livenessProbes,
                metrics: metrics, connections: connections, timeZones: options.timeZones,
                reminderSignal: reminderSignal, report: options.report,
                onCommit: { exchange.publish($0) }, connect: connectWriter)
        }
        // A bulk write locks only its owner's row, so it does not stop the others.
        let writer = Writer(
            batch: makeBatch(true), bulkWriter: makeBatch(false), limits: options.writer,
            metrics: metrics)
        writer.start()
        exchange.start(sending: writer.revisionSignal)
        return PostgresDatabase(
            localOwner: owner, hasAccounts: hasAccounts, clock: clock, writer: writer,
            snapshots: PostgresSnapshotPool(limit: options.snapshots, connect: connect),
            exchange: exchange, metrics: connections, reminderSignal: reminderSignal,
            connect: connect, connectLane: connectLane)
    }

    /// A repository whose calls never block.
    package func laneRepository() -> PostgresRepository {
        PostgresRepository(
            reader: PostgresReader(connect: connectLane), snapshots: snapshots,
            revisions: exchange.cache, clock: clock, write: { [writer] in writer.submit($0) })
    }

    package func makeRepository() -> any LaneRepository {
        laneRepository()
    }

    package func submit(
        _ write: AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccountFailure>) -> Void
    ) {
        writer.submit(AccountJob(write: write, reply: reply))
    }

    package func itemsWithoutAccount() throws(StorageFailure) -> Int {
        let session = try storing { () throws(PostgresFailure) in try connect() }
        defer { session.close() }
        return try session.sql.itemsWithoutAccount()
    }

    package var revisionSignal: RevisionSignal { writer.revisionSignal }

    package func store(_ found: GeocodeResult) {
        writer.store(found)
    }

    package func probeLiveness(_ answer: @escaping @Sendable () -> Void) {
        writer.probeLiveness(answer)
    }

    package func write(to exposition: inout Exposition) {
        writer.write(to: &exposition)
        metrics.write(to: &exposition)
    }

    package func close(_ done: @escaping @Sendable (StorageFailure?) -> Void) {
        snapshots.close()
        writer.stop { [exchange] failure in
            exchange.close()
            done(failure)
        }
    }
}

extension PostgresSession {
    /// The local owner, of a server without accounts; created at the first start, and again after
    /// its account was removed and erased.
    package func localOwner() throws(PostgresFailure) -> Owner {
        while true {
            var random = SystemRandomNumberGenerator()
            let epoch = Owner.makeEpoch(random.next())
            let rows = try exchange([
                // Another process may insert the owner first.
                PostgresCommand(
                    """
                    INSERT INTO owners (owner, epoch) VALUES ($1, $2) \
                    ON CONFLICT (owner) DO NOTHING
                    """
                ) {
                    $0.append(Owner.localKey)
                    $0.append(epoch)
                },
                PostgresCommand("SELECT epoch FROM owners WHERE owner = $1 AND NOT leaving") {
                    $0.append(Owner.localKey)
                },
            ])
            if rows[1].count > 0 {
                return Owner(key: Owner.localKey, epoch: rows[1].string(0, 0))
            }
            // The rows of the account that had adopted the owner are erased first.
            let deleted = try exchange(EraseStatements.step(Owner.localKey))
            guard deleted.allSatisfy({ $0.changed == 0 }) else { continue }
            _ = try run("DELETE FROM owners WHERE owner = \(Owner.localKey) AND leaving")
        }
    }
}
