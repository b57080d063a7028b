import Items
import Storage

/// A condition that holds in every database, and the query that finds its violations.
struct Invariant {
    /// The invariant in a sentence.
    let description: String
    /// SQL that returns one row for each violation, with a text that identifies it.
    let violations: String
}

extension Invariant {
    /// The invariants that SQLite does not enforce. They do not apply to owners that are leaving,
    /// whose rows are being erased.
    static let all =
        ownership + revisions + identity + history + byteSums + accounts + subscriptions

    /// Every row belongs to an owner.
    private static let ownership =
        [
            ("items", "slot >> 32"), ("details", "number >> 32"), ("ids", "owner"),
            ("log", "owner"), ("marks", "owner"), ("reminders", "owner"),
        ].map { table, owner in
            Invariant(
                description: "everything in \(table) belongs to an owner",
                violations: """
                    SELECT 'owner ' || owner FROM (SELECT DISTINCT \(owner) AS owner FROM \(table)) \
                    WHERE owner NOT IN (SELECT owner FROM owners)
                    """)
        }

    /// No row has a revision, an entry or a sequence that was not given out.
    private static let revisions = [
        Invariant(
            description: "no item is ahead of its owner's revision",
            violations: """
                SELECT 'owner ' || owner || ', revision ' || newest FROM (SELECT owner, clock, \
                (SELECT max(revision) FROM items WHERE \(slotsOfOwner)) AS newest FROM (\(activeOwners))) \
                WHERE newest > clock
                """),
        Invariant(
            description:
                "no entry of the log is ahead of its owner's revision, or behind the last one",
            violations: """
                SELECT 'owner ' || owner || ', entry ' || entry FROM log JOIN (\(activeOwners)) \
                USING (owner) WHERE log.revision > clock OR entry > last_entry
                """),
        Invariant(
            description: "no sequence is beyond the last one that was given out",
            violations: """
                SELECT 'owner ' || owner || ', sequence ' || sequence FROM (\(activeOwners)) \
                JOIN (SELECT owner, max(sequence) AS sequence FROM ids GROUP BY owner) \
                USING (owner) WHERE sequence > last_sequence
                """),
    ]

    /// Each item has its id and its description, and its sequence is unique.
    private static let identity = [
        Invariant(
            description: "every item is found by its id",
            violations: """
                SELECT 'slot ' || slot FROM (\(activeOwners)) AS o CROSS JOIN items \
                ON slot >= o.owner << 32 AND slot < o.owner + 1 << 32 \
                LEFT JOIN ids ON ids.owner = o.owner AND ids.id = items.id \
                WHERE ids.sequence IS NOT slot & 2147483647 OR deleted_by IS NOT NULL
                """),
        Invariant(
            description: "every id leads to its item, or to its deletion",
            violations: """
                SELECT 'owner ' || ids.owner || ', id ' || lower(hex(ids.id)) FROM ids \
                JOIN (\(activeOwners)) USING (owner) \
                LEFT JOIN items open ON open.slot = ids.owner << 32 | ids.sequence \
                LEFT JOIN items done ON done.slot = ids.owner << 32 | 2147483648 | ids.sequence \
                LEFT JOIN log ON log.entry = deleted_by AND log.owner = ids.owner \
                AND log.id = ids.id AND log.sequence = ids.sequence \
                WHERE CASE WHEN deleted_by IS NULL \
                THEN (open.id IS ids.id) + (done.id IS ids.id) <> 1 ELSE log.entry IS NULL END
                """),
        Invariant(
            description: "all details are an item's",
            violations: """
                SELECT 'number ' || number FROM details JOIN (\(activeOwners)) ON owner = number >> 32 \
                LEFT JOIN items open ON open.slot = number \
                LEFT JOIN items done ON done.slot = number | 2147483648 \
                WHERE coalesce(open.details, done.details) \
                IS NOT coalesce(length(CAST(details.description AS BLOB)), 0) \
                OR remind IS NOT NULL AND coalesce(open.timestamp, done.timestamp) IS NULL
                """),
        Invariant(
            description: "every reminder is of an open item that has it",
            violations: """
                SELECT 'owner ' || r.owner || ', sequence ' || r.sequence FROM reminders r \
                JOIN (\(activeOwners)) USING (owner) \
                LEFT JOIN items ON slot = r.owner << 32 | r.sequence \
                LEFT JOIN details ON number = slot WHERE timestamp - 60.0 * remind IS NOT at
                """),
        Invariant(
            description: "every open item that reminds has its reminder",
            violations: """
                SELECT 'slot ' || slot FROM details JOIN items ON slot = number \
                LEFT JOIN reminders r ON r.at = timestamp - 60.0 * remind \
                AND r.owner = slot >> 32 AND r.sequence = slot & 2147483647 \
                WHERE remind IS NOT NULL AND timestamp IS NOT NULL AND r.at IS NULL \
                AND slot >> 32 IN (SELECT owner FROM (\(activeOwners)))
                """),
        Invariant(
            description: "every item has its details",
            violations: """
                SELECT 'slot ' || slot FROM items LEFT JOIN details \
                ON number = slot & ~2147483648 \
                WHERE items.details IS NOT NULL AND number IS NULL \
                AND slot >> 32 IN (SELECT owner FROM (\(activeOwners)))
                """),
    ]

    /// The newest entry of an item agrees with the item; `HistoryCheck` checks the chain.
    private static let history = [
        Invariant(
            description: "what the log says of an item ends where the item is now",
            violations: """
                SELECT 'owner ' || owner || ', entry ' || entry FROM (\(newest)) AS newest \
                JOIN (\(activeOwners)) USING (owner) \
                LEFT JOIN items open ON open.slot = owner << 32 | sequence \
                LEFT JOIN items done ON done.slot = owner << 32 | 2147483648 | sequence \
                WHERE coalesce(open.revision, done.revision) \
                IS NOT CASE WHEN members & \(deletion) THEN NULL ELSE newest.revision END
                """),
        Invariant(
            description: "the log has the last write to every item, unless it was forgotten",
            violations: """
                SELECT 'slot ' || slot FROM items \
                JOIN (SELECT owner, min(log.revision) AS oldest FROM log JOIN (\(activeOwners)) \
                USING (owner) GROUP BY owner) AS known ON known.owner = slot >> 32 \
                LEFT JOIN (\(newest)) AS newest \
                ON newest.owner = slot >> 32 AND newest.sequence = slot & 2147483647 \
                WHERE items.revision > oldest AND newest.entry IS NULL \
                AND slot >> 32 IN (SELECT owner FROM (\(activeOwners)))
                """),
        // Only time-based deletion, from the start of the log, removes an owner's last entry.
        Invariant(
            description: "the last entry of an owner is in the log, unless it was forgotten",
            violations: """
                SELECT 'owner ' || owner || ', entry ' || last_entry FROM (\(activeOwners)) AS o \
                WHERE last_entry >= (SELECT min(entry) FROM log) AND NOT EXISTS \
                (SELECT 1 FROM log WHERE entry = last_entry AND log.owner = o.owner)
                """),
        Invariant(
            description: "every mark is of an entry that says so",
            violations: """
                SELECT 'owner ' || marks.owner || ', entry ' || marks.entry FROM marks \
                LEFT JOIN log ON log.entry = marks.entry AND log.owner = marks.owner \
                AND log.revision = marks.revision AND log.members & \(marked) \
                WHERE log.entry IS NULL AND marks.owner IN (SELECT owner FROM (\(activeOwners)))
                """),
        Invariant(
            description: "every entry that has a mark finds it",
            violations: """
                SELECT 'owner ' || log.owner || ', entry ' || log.entry FROM log \
                LEFT JOIN marks ON marks.owner = log.owner AND marks.revision = log.revision \
                AND marks.entry = log.entry WHERE log.members & \(marked) AND marks.entry IS NULL \
                AND log.owner IN (SELECT owner FROM (\(activeOwners)))
                """),
    ]

    /// The byte sums of an owner are exact.
    private static let byteSums = [
        Invariant(
            description: "what the items of an owner take is counted",
            violations: """
                SELECT 'owner ' || owner || ', ' || item_bytes || ' bytes, ' || found || ' found' \
                FROM (SELECT owner, item_bytes, (SELECT coalesce(sum(\(ItemContent.rowBytes) \
                + \(SQLiteContentColumn.textBytesInItemsSQL)), 0) \
                FROM items WHERE \(slotsOfOwner)) + (SELECT coalesce(sum(\
                \(SQLiteContentColumn.textBytesInDetailsSQL)), 0) FROM details \
                WHERE number >= owner << 32 AND number < (owner + 1) << 32) AS found FROM (\(activeOwners))) \
                WHERE found <> item_bytes
                """),
        Invariant(
            description: "the items of an owner are counted",
            violations: """
                SELECT 'owner ' || owner || ', ' || item_count || ' items, ' || found || ' found' \
                FROM (SELECT owner, item_count, (SELECT count(*) FROM items \
                WHERE \(slotsOfOwner)) AS found FROM (\(activeOwners))) WHERE found <> item_count
                """),
        Invariant(
            description: "what the history of an owner takes is counted",
            violations: """
                SELECT 'owner ' || owner || ', ' || sum(counted) || ' bytes, ' || sum(found) || ' found' \
                FROM (SELECT owner, 0 AS counted, \(LogEntryDeletion.bytesSQL) AS found FROM log \
                UNION ALL SELECT owner, history_bytes, 0 FROM owners) \
                WHERE owner IN (SELECT owner FROM (\(activeOwners))) \
                GROUP BY owner HAVING sum(counted) <> sum(found)
                """),
        Invariant(
            description: "what the kept answers come to is counted",
            violations: """
                SELECT 'owner ' || owner || ', ' || answer_bytes || ' bytes, ' || found || ' found' \
                FROM (SELECT owner, answer_bytes, (SELECT coalesce(sum(length(content)), 0) \
                FROM answers WHERE answers.owner = owners.owner) AS found FROM owners \
                WHERE leaving = 0) WHERE found <> answer_bytes
                """),
    ]

    private static let deletion = ChangeMembers.deletion.rawValue
    private static let marked = ChangeMembers.marked.rawValue

    /// A range for each owner; a join by `slot >> 32` would scan all items.
    private static let slotsOfOwner = "slot >= owner << 32 AND slot < owner + 1 << 32"
    /// The newest entry of each sequence; the other columns are of the row with the maximum
    /// (sqlite.org/lang_select.html#bareagg).
    private static let newest = """
        SELECT owner, sequence, max(entry) AS entry, revision, members FROM log \
        GROUP BY owner, sequence
        """
    private static let activeOwners = """
        SELECT owner, revision AS clock, last_sequence, last_entry, item_count, item_bytes, \
        history_bytes \
        FROM owners WHERE leaving = 0
        """
}
