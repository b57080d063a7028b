package import Items
import PostgreSQL
import Storage

extension PostgresAdministration {
    /// Gives each owner an epoch and a revision that no client has seen.
    ///
    /// Undo and batches name a revision without its epoch: up to that of the dump it names the same
    /// write as before, and the jump leaves the others free. Tokens and subscriptions are deleted
    /// unless `keepingTokens`, because some may have been revoked after the dump was made.
    package func renewEpochs(
        keepingTokens: Bool, clock: Clock
    ) throws(PostgresOpenFailure) {
        let session = try openMigrated(clock: clock)
        try opening { () throws(PostgresFailure) in
            // Servers that start meanwhile wait.
            _ = try session.exchange(
                ["BEGIN", "LOCK TABLE owners IN EXCLUSIVE MODE"].map { PostgresCommand($0) })
        }
        try session.requireAlone()
        try opening { () throws(PostgresFailure) in
            try session.renewEpochs(keepingTokens: keepingTokens)
            _ = try session.run("COMMIT")
        }
    }
}

extension PostgresSession {
    /// The same in an open transaction.
    fileprivate func renewEpochs(keepingTokens: Bool) throws(PostgresFailure) {
        _ = try run("UPDATE revocations SET count = count + 1")
        if !keepingTokens {
            // A copy on a second machine must not tell what the first one tells.
            for table in ["deliveries", "subscriptions", "tokens", "setup"] {
                _ = try run("DELETE FROM \(table)")
            }
        }
        // A key from the dump may be beyond the sequence of the database.
        _ = try run(
            """
            SELECT setval('owner_keys', greatest((SELECT max(owner) FROM owners), \
            (SELECT last_value FROM owner_keys)))
            """)
        var renewal = ClockRenewal()
        var last = 0
        while true {
            let rows = try run(
                PostgresCommand(
                    "SELECT owner FROM owners WHERE owner > $1 ORDER BY owner LIMIT 1000"
                ) { $0.append(last) })
            guard rows.count > 0 else { return }
            let owners = try (0..<rows.count).map { row throws(PostgresFailure) in
                try rows.integer(row, 0)
            }
            let clocks = owners.map { _ in renewal.next() }
            _ = try run(
                PostgresCommand(
                    """
                    UPDATE owners o SET epoch = n.epoch, revision = o.revision + n.jump \
                    FROM unnest($1, $2, $3) AS n (owner, epoch, jump) \
                    WHERE o.owner = n.owner
                    """
                ) { list in
                    list.append(owners) { $0 }
                    list.append(clocks) { $0.epoch }
                    list.append(clocks) { $0.jump }
                })
            last = owners[owners.count - 1]
        }
    }
}
