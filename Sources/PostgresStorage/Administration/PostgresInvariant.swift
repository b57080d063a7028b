import Items
import Storage

/// A condition that holds in every database, and the query that finds its violations.
struct PostgresInvariant {
    /// The invariant in a sentence.
    let description: String
    /// SQL that returns the key of an owner for each violation.
    let violations: String
}

extension PostgresInvariant {
    /// The invariants that the schema does not enforce. They do not apply to owners that are
    /// leaving, whose rows are being erased.
    static let all = ownership + revisions + history + byteSums

    /// Every row belongs to an owner, and every token to an account.
    private static let ownership =
        ["items", "tombstones", "changes", "answers", "accounts", "subscriptions"].map { table in
            PostgresInvariant(
                description: "everything in \(table) belongs to an owner",
                violations: """
                    SELECT DISTINCT owner FROM \(table) t \
                    WHERE NOT EXISTS (SELECT 1 FROM owners o WHERE o.owner = t.owner)
                    """)
        } + [
            PostgresInvariant(
                description: "every token belongs to an account",
                violations: """
                    SELECT owner FROM tokens t \
                    WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.owner = t.owner)
                    """),
            PostgresInvariant(
                description: "every delivery is for a subscription of its owner, which has a turn",
                violations: """
                    SELECT d.owner FROM deliveries d LEFT JOIN subscriptions s \
                    ON s.handle = d.handle AND s.owner = d.owner WHERE s.next_at IS NULL
                    """),
            PostgresInvariant(
                description: "no key of an owner is beyond the last one that was given out",
                violations: """
                    SELECT owner FROM owners, owner_keys \
                    WHERE owner > CASE WHEN is_called THEN last_value ELSE last_value - 1 END
                    """),
        ]

    /// No row has a revision or a sequence that was not given out.
    private static let revisions = [
        PostgresInvariant(
            description: "no item is ahead of its owner's revision",
            violations: """
                SELECT owner FROM (\(activeOwners)) o \
                WHERE (SELECT max(i.revision) FROM items i WHERE i.owner = o.owner) > o.revision
                """),
        PostgresInvariant(
            description: "no change is ahead of its owner's revision",
            violations: """
                SELECT owner FROM (\(activeOwners)) o \
                WHERE (SELECT max(c.revision) FROM changes c WHERE c.owner = o.owner) > o.revision
                """),
        PostgresInvariant(
            description: "no sequence is beyond the last one that was given out",
            violations: """
                SELECT o.owner FROM (\(activeOwners)) o JOIN (
                    SELECT owner, max(sequence) AS sequence FROM items GROUP BY owner
                ) i ON i.owner = o.owner WHERE i.sequence > o.last_sequence
                """),
        PostgresInvariant(
            description: "no two items have the same sequence",
            violations: "SELECT owner FROM items GROUP BY owner, sequence HAVING count(*) > 1"),
    ]

    /// The history has whole writes up to the owner's revision, of which a restore leaves out some,
    /// and leads to each tombstone.
    private static let history = [
        PostgresInvariant(
            description: "the history has every revision up to its owner's revision",
            violations: """
                SELECT c.owner FROM (
                    SELECT r.owner, r.revision, coalesce(lead(r.revision) OVER (
                        PARTITION BY r.owner ORDER BY r.revision), o.revision + 1) AS next
                    FROM (\(activeOwners)) o
                        JOIN (SELECT DISTINCT owner, revision FROM changes) r ON r.owner = o.owner
                ) c WHERE c.next <> c.revision + 1 \
                AND c.next - c.revision <= \(ClockRenewal.jumps.lowerBound)
                """),
        PostgresInvariant(
            description: "a write is whole, unless it is the oldest",
            violations: """
                SELECT owner FROM (
                    SELECT owner, revision, min(ordinal) AS first,
                        max(ordinal) - min(ordinal) + 1 <> count(*) AS has_gap,
                        revision = min(revision) OVER (PARTITION BY owner) AS is_oldest
                    FROM changes GROUP BY owner, revision
                ) c WHERE has_gap OR first > 1 AND NOT is_oldest
                """),
        PostgresInvariant(
            description: "no tombstone is of an item",
            violations: """
                SELECT t.owner FROM tombstones t JOIN items i ON i.owner = t.owner AND i.id = t.id
                """),
        PostgresInvariant(
            description: "every tombstone has the change that deleted the item",
            violations: """
                SELECT t.owner FROM tombstones t JOIN (\(activeOwners)) o ON o.owner = t.owner \
                LEFT JOIN changes c ON c.owner = t.owner AND c.revision = t.revision \
                AND c.ordinal = t.ordinal AND c.id = t.id \
                WHERE c.owner IS NULL OR c.members & \(ChangeMembers.deletion.rawValue) = 0
                """),
    ]

    /// The sums in an owner's row agree with the owner's rows.
    private static let byteSums = [
        sum(
            "item_bytes", of: "items",
            "\(ItemContent.rowBytes) + \(PostgresContentColumn.textBytesSQL)"),
        sum(
            "history_bytes", of: "changes",
            "\(ChangeRow.rowBytes) + \(PostgresContentColumn.textBytesSQL)"),
        sum("answer_bytes", of: "answers", "coalesce(octet_length(content), 0)"),
        sum("item_count", of: "items", "1", named: "number of the owner's items"),
    ]

    private static func sum(
        _ column: String, of table: String, _ bytes: String, named name: String? = nil
    ) -> PostgresInvariant {
        PostgresInvariant(
            description: "\(column) is the \(name ?? "sum of the owner's bytes in \(table)")",
            violations: """
                SELECT o.owner FROM (\(activeOwners)) o LEFT JOIN (
                    SELECT owner, sum(\(bytes)) AS bytes FROM \(table) GROUP BY owner
                ) t ON t.owner = o.owner WHERE o.\(column) <> coalesce(t.bytes, 0)
                """)
    }

    private static let activeOwners = "SELECT * FROM owners WHERE NOT leaving"
}
