import Items
import PostgreSQL

/// Deletes what has expired: changes after 30 days with the tombstones that lead to them, responses
/// after a day, tokens at their time, addresses, and writers that have not written for a week.
enum PruneStatements {
    /// The rows of one transaction, for whose time their owners cannot write.
    static let rowsPerRound = 1_000
    /// Seconds after which the row of a killed process is deleted. A process that has only written
    /// nothing for that long registers again.
    private static let writerLifetime = 7 * 86_400.0

    /// The owners of the oldest expired changes and responses, how many those are, and the greatest
    /// revision among the changes, 0 if there are none.
    static func ownersWithExpired(_ now: Double) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT owner, count(*), coalesce(max(revision), 0) FROM (
                (SELECT owner, revision FROM changes WHERE changed_at < $1
                 ORDER BY changed_at LIMIT \(rowsPerRound))
                UNION ALL
                (SELECT owner, NULL FROM answers WHERE answered_at < $2
                 ORDER BY answered_at LIMIT \(rowsPerRound))
            ) o GROUP BY owner ORDER BY owner
            """
        ) {
            $0.append(now - ItemWrite.undoRetention)
            $0.append(now - IdempotentRequest.lifetime)
        }
    }

    /// An owner with expired rows.
    struct Owner {
        let key: Int
        /// A revision with an expired change; 0 if there is none.
        let expired: Int
    }

    /// The statements, in a transaction that has locked these owners. The first returns how many
    /// changes of each it has deleted.
    ///
    /// Undo and sync rely on it that the oldest changes are deleted first. Clocks of several servers
    /// differ, and a clock can be set back, so `changed_at` does not order an owner's changes. So
    /// all changes up to an expired one have expired too, as in SQLite's log.
    static func prune(_ owners: [Owner], _ now: Double) -> [PostgresCommand] {
        let changes = PostgresCommand(
            """
            WITH expired AS (
                SELECT c.owner, c.revision, c.ordinal FROM unnest($1, $2) AS n (owner, revision)
                CROSS JOIN LATERAL (
                    SELECT owner, revision, ordinal FROM changes
                    WHERE owner = n.owner AND revision <= n.revision
                    ORDER BY owner, revision, ordinal LIMIT \(rowsPerRound)
                ) c
                WHERE EXISTS (
                    SELECT 1 FROM changes e WHERE e.owner = n.owner
                        AND e.revision = n.revision AND e.changed_at < $3
                )
                LIMIT \(rowsPerRound)
            ), forgotten AS (
                DELETE FROM changes c USING expired e
                WHERE c.owner = e.owner AND c.revision = e.revision AND c.ordinal = e.ordinal
                RETURNING c.owner, c.id, c.revision, c.ordinal, c.bytes
            ), buried AS (
                DELETE FROM tombstones t USING forgotten f
                WHERE t.owner = f.owner AND t.id = f.id
                    AND t.revision = f.revision AND t.ordinal = f.ordinal
            )
            UPDATE owners o SET history_bytes = history_bytes - f.bytes
            FROM (SELECT owner, sum(bytes)::bigint AS bytes, count(*) AS changes
                  FROM forgotten GROUP BY owner) f
            WHERE o.owner = f.owner RETURNING f.changes
            """
        ) {
            $0.append(owners) { $0.key }
            $0.append(owners) { $0.expired }
            $0.append(now - ItemWrite.undoRetention)
        }
        let answers = PostgresCommand(
            """
            WITH dropped AS (
                DELETE FROM answers WHERE owner = ANY ($1) AND answered_at < $2
                RETURNING owner, octet_length(content) AS bytes
            )
            UPDATE owners o SET answer_bytes = answer_bytes - d.bytes
            FROM (SELECT owner, coalesce(sum(bytes), 0)::bigint AS bytes
                  FROM dropped GROUP BY owner) d
            WHERE o.owner = d.owner
            """
        ) {
            $0.append(owners) { $0.key }
            $0.append(now - IdempotentRequest.lifetime)
        }
        let tokens = PostgresCommand("DELETE FROM tokens WHERE expires_at < $1") {
            $0.append(now)
        }
        let writers = PostgresCommand("DELETE FROM writers WHERE seen_at < $1") {
            $0.append(now - writerLifetime)
        }
        let addresses = PostgresCommand("DELETE FROM coordinates WHERE found_at < $1") {
            $0.append(now - GeocodeResult.hitLifetime)
        }
        return [changes, answers, tokens, writers, addresses]
    }
}

/// Deletes rows of an owner that is leaving.
enum EraseStatements {
    private static let rowsPerStep = 1_000

    static func step(_ owner: Int) -> [PostgresCommand] {
        [
            ("items", "id"), ("changes", "revision, ordinal"), ("tombstones", "id"),
            ("answers", "key, method, target_key"),
        ].map { table, key in
            PostgresCommand(
                """
                DELETE FROM \(table) WHERE owner = $1 AND (\(key)) IN (
                    SELECT \(key) FROM \(table) WHERE owner = $1 LIMIT \(rowsPerStep)
                )
                """
            ) { $0.append(owner) }
        }
    }
}
