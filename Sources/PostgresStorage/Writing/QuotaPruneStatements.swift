import Items
import PostgreSQL
import Storage

/// Makes room of an owner whose responses or history take too many bytes.
enum QuotaPruneStatements {
    /// The changes that one statement deletes, so that it takes a bounded time.
    private static let changesPerStatement = 10_000

    /// The changes that a batch which has appended this number deletes, so that the excess shrinks.
    static func changesPerBatch(appending appended: Int) -> Int {
        max(2_000, 2 * appended + 512)
    }

    /// Evicts the oldest contents beyond the limit, of an owner whose row is flushed.
    static func evict(_ owner: Int, _ limit: Int) -> PostgresCommand {
        PostgresCommand(
            """
            WITH evicted AS (
                UPDATE answers a SET content = NULL FROM (
                    SELECT key, method, target_key, octet_length(content)::bigint AS bytes,
                        sum(octet_length(content)) OVER (
                            ORDER BY answered_at DESC, key DESC, method DESC, target_key DESC
                        ) AS total
                    FROM answers
                    WHERE owner = $1 AND content IS NOT NULL AND octet_length(content) > 0
                ) r
                WHERE a.owner = $1 AND r.total > $2
                    AND a.key = r.key AND a.method = r.method AND a.target_key = r.target_key
                RETURNING r.bytes
            )
            UPDATE owners SET answer_bytes
                = answer_bytes - (SELECT coalesce(sum(bytes), 0) FROM evicted)::bigint
            WHERE owner = $1
            """
        ) {
            $0.append(owner)
            $0.append(limit)
        }
    }

    /// Deletes the oldest changes that together have at least `excess` bytes, at most `changes` and
    /// not those of the last write, and the tombstones that lead to them. The row of the owner is
    /// flushed. Returns the bytes that are left, and the number of deleted changes.
    static func forget(
        _ owner: Int, before revision: Int, _ excess: Int, changes: Int
    ) -> PostgresCommand {
        PostgresCommand(
            """
            WITH oldest AS (
                SELECT revision, ordinal, id, bytes,
                    sum(bytes) OVER (ORDER BY revision, ordinal) - bytes AS before
                FROM (
                    SELECT revision, ordinal, id, bytes FROM changes
                    WHERE owner = $1 AND revision < $2 ORDER BY owner, revision, ordinal
                    LIMIT $4
                ) c
            ), forgotten AS (
                DELETE FROM changes c USING oldest o
                WHERE c.owner = $1 AND o.before < $3
                    AND c.revision = o.revision AND c.ordinal = o.ordinal
                RETURNING c.revision, c.ordinal, c.id, c.bytes
            ), buried AS (
                DELETE FROM tombstones t USING forgotten f
                WHERE t.owner = $1 AND t.id = f.id
                    AND t.revision = f.revision AND t.ordinal = f.ordinal
            )
            UPDATE owners SET history_bytes
                = history_bytes - (SELECT coalesce(sum(bytes), 0) FROM forgotten)::bigint
            WHERE owner = $1 RETURNING history_bytes, (SELECT count(*) FROM forgotten)
            """
        ) {
            $0.append(owner)
            $0.append(revision)
            $0.append(excess)
            $0.append(min(changes, changesPerStatement))
        }
    }
}
