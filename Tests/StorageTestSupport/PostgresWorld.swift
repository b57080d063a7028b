package import Items
package import PostgreSQL
package import PostgresStorage
import PostgresTestSupport
import TestSupport

/// An empty database on the tests' PostgreSQL server, and a process's storage on it.
package final class PostgresWorld {
    /// Whether there is a server for tests.
    package static let isAvailable = PostgresServer.shared != nil

    /// The error without a server, when `isAvailable` is false.
    package struct NoServer: Error {}

    package let database: PostgresDatabase
    /// A connection to the same database.
    package let connection: PostgresConnection
    package let url: String
    private let server: PostgresServer
    private let partitions: Int?

    /// A world with limits for each owner's bytes of items and of history, and with this number of
    /// parts of each table.
    package init(
        clock: Clock = .constant(1_000), steady: Clock? = nil, partitions: Int? = nil,
        itemLimit: ItemSize = .unlimited, historyByteLimit: Int = .max
    ) throws {
        guard let server = PostgresServer.shared else { throw NoServer() }
        self.server = server
        self.partitions = partitions
        let taken = try server.takeDatabase(partitions: partitions) {
            connection throws(PostgresFailure) in
            try connection.execute(
                script: """
                    SET lock_timeout = '1s';
                    TRUNCATE owners, items, tombstones, changes, answers, coordinates, accounts,
                        tokens, writers, subscriptions, deliveries;
                    UPDATE push SET key = NULL, at = 0, owner = 0, sequence = 0;
                    ALTER SEQUENCE owner_keys RESTART;
                    UPDATE revocations SET count = 0;
                    """)
        }
        url = taken.url
        if let partitions, taken.isNew {
            _ = try PostgresAdministration(url).migrate(partitions: partitions, clock: clock)
        }
        database = try Self.open(url, clock, steady, itemLimit, historyByteLimit)
        connection = try PostgresConnection(url)
    }

    deinit {
        connection.close()
        server.giveBack(url, partitions: partitions)
    }

    /// Another process's storage on the same database.
    package func open(
        clock: Clock = .constant(1_000), itemLimit: ItemSize = .unlimited,
        historyByteLimit: Int = .max,
        notifications: NotificationMode = .none
    ) throws -> PostgresDatabase {
        try Self.open(url, clock, nil, itemLimit, historyByteLimit, notifications)
    }

    private static func open(
        _ url: String, _ clock: Clock, _ steady: Clock?, _ items: ItemSize, _ history: Int,
        _ notifications: NotificationMode = .none
    ) throws -> PostgresDatabase {
        var options = PostgresDatabase.Options()
        (options.ownerItems, options.ownerHistory) = (items, history)
        options.notifications = notifications
        options.timeZones = FixedTimeZones()
        options.connection.connectSeconds = PostgresConnection.Options.patient.connectSeconds
        options.connection.answerMilliseconds =
            PostgresConnection.Options.patient.answerMilliseconds
        return try PostgresDatabase.open(url, options: options, clock: clock, steady: steady)
    }

    /// A connection of the kind that storage uses.
    package func connect() throws(PostgresFailure) -> PostgresConnection {
        try PostgresConnection(url, PostgresDatabase.Options().requestConnection)
    }

    /// Adds an owner.
    package func addOwner() throws -> Owner {
        let rows = try connection.run(
            """
            INSERT INTO owners (owner, epoch) VALUES (nextval('owner_keys'), 'abcd') RETURNING owner
            """)
        return Owner(key: try rows.integer(0, 0), epoch: "abcd")
    }

    /// Deletes an owner's changes up to and including a revision before the last one, with their
    /// tombstones, as storage does when they are old.
    package func forget(upTo horizon: Int, of owner: Owner) throws {
        let old = "owner = \(owner.key) AND revision <= \(horizon)"
        try connection.execute(
            script: """
                UPDATE owners SET history_bytes = history_bytes
                    - (SELECT coalesce(sum(bytes), 0) FROM changes WHERE \(old))
                    WHERE owner = \(owner.key);
                DELETE FROM tombstones WHERE \(old);
                DELETE FROM changes WHERE \(old);
                """)
    }

    /// The violated invariants of the database.
    package func violations() throws -> [String] {
        PostgresCheck.run(connection).findings.map { "\($0)" }
    }
}

extension PostgresConnection.Options {
    /// Options for a machine that is busy with other tests.
    package static let patient: PostgresConnection.Options = {
        var options = PostgresConnection.Options()
        options.connectSeconds = 60
        options.answerMilliseconds = 60_000
        return options
    }()
}
