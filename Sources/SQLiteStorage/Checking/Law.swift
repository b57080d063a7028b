/// Something that must be true of every database, and the question that finds where it is not.
struct Law {
    /// The law in a sentence.
    let sentence: String
    /// Answers one row for each breach: which it is, as a text.
    let breaches: String
}

extension Law {
    /// The laws that SQLite does not watch over itself.
    ///
    /// Of all up to and with the horizon the log and the tombstones may be gone; before there was
    /// one, nothing was ever forgotten, no answer kept, and the log had gaps in its chains.
    static func all(hasHorizon: Bool) -> [Law] {
        guard hasHorizon else { return clock("never") + identity + history("never") }
        return clock("horizon") + identity + history("horizon") + [chain, answers]
    }

    /// Everything that a write touched carries a value of its owner's clock, and every value that
    /// the clock had since the horizon was a write that touched something.
    private static func clock(_ horizon: String) -> [Law] {
        let ahead = ["items", "tombstones", "changes"].map { table in
            Law(
                sentence: "nothing in \(table) is ahead of its owner's clock",
                breaches: """
                    SELECT 'owner ' || owner || ', revision ' || t.revision || ', clock ' || o.revision \
                    FROM \(table) t JOIN owners o USING (owner) WHERE t.revision > o.revision
                    """)
        }
        let gaps = Law(
            sentence: "the log has every revision after its horizon",
            breaches: """
                SELECT 'owner ' || owner || ', ' || expected || ' revisions, ' || found || ' in the log' \
                FROM (SELECT o.owner, o.revision - o.\(horizon) AS expected, \
                (SELECT count(DISTINCT c.revision) FROM changes c \
                WHERE c.owner = o.owner AND c.revision > o.\(horizon)) AS found \
                FROM \(owners) o) WHERE found <> expected
                """)
        return ahead + [gaps]
    }

    /// An id is in items or in tombstones, and a place belongs to one id for ever.
    private static let identity = [
        Law(
            sentence: "an id is in items or in tombstones, not in both",
            breaches: """
                SELECT 'owner ' || owner || ', id ' || lower(hex(id)) \
                FROM items JOIN tombstones USING (owner, id)
                """),
        Law(
            sentence: "a place is an item's or a tombstone's, not both",
            breaches: "SELECT 'place ' || place FROM items JOIN tombstones USING (place)"),
        Law(
            sentence: "no place is beyond the last one that was given out",
            breaches: """
                SELECT 'place ' || place FROM (SELECT max(place) AS place FROM items \
                UNION ALL SELECT max(place) FROM tombstones UNION ALL SELECT max(place) FROM changes) \
                WHERE place > coalesce((SELECT last FROM places), 0)
                """),
        Law(
            sentence: "a place in the log belongs to the same id as today",
            breaches: """
                SELECT 'owner ' || c.owner || ', revision ' || c.revision || ', place ' || c.place \
                FROM changes c JOIN (SELECT place, owner, id FROM items \
                UNION ALL SELECT place, owner, id FROM tombstones) now ON now.place = c.place \
                WHERE now.owner <> c.owner OR now.id <> c.id
                """),
        Law(
            sentence: "an item of the log is done since some time, or it is open",
            breaches: """
                SELECT 'owner ' || owner || ', revision ' || revision || ', id ' || lower(hex(id)) \
                FROM changes WHERE place IS NOT NULL AND done IS NOT (done_at IS NOT NULL)
                """),
    ]

    /// From every item and tombstone a chain leads back through the log, up to the horizon.
    private static func history(_ horizon: String) -> [Law] {
        let latest = ["items", "tombstones"].map { table in
            Law(
                sentence: "the log has the last write to everything in \(table)",
                breaches: """
                    SELECT 'owner ' || t.owner || ', revision ' || t.revision || ', id ' \
                    || lower(hex(t.id)) FROM \(table) t JOIN \(owners) o USING (owner) \
                    LEFT JOIN changes c ON c.owner = t.owner AND c.revision = t.revision \
                    AND c.id = t.id WHERE t.revision > o.\(horizon) AND c.id IS NULL
                    """)
        }
        return latest + [
            Law(
                sentence: "every change leads to an earlier one of the same id",
                breaches: """
                    SELECT 'owner ' || c.owner || ', revision ' || c.revision || ', id ' \
                    || lower(hex(c.id)) FROM changes c JOIN \(owners) o USING (owner) \
                    LEFT JOIN changes w ON w.owner = c.owner AND w.revision = c.was_revision \
                    AND w.id = c.id WHERE c.was_revision >= c.revision \
                    OR (c.was_revision > o.\(horizon) AND w.id IS NULL)
                    """),
            Law(
                sentence: "what the log says of an id ends where the id is now",
                breaches: """
                    SELECT 'owner ' || c.owner || ', revision ' || c.revision || ', id ' \
                    || lower(hex(c.id)) FROM changes c JOIN \(owners) o USING (owner) \
                    LEFT JOIN items i ON i.owner = c.owner AND i.id = c.id \
                    LEFT JOIN tombstones t ON t.owner = c.owner AND t.id = c.id \
                    WHERE c.revision > o.\(horizon) \
                    AND max(coalesce(i.revision, 0), coalesce(t.revision, 0)) < c.revision
                    """),
        ]
    }

    private static let chain = Law(
        sentence: "every change leads to the one before it",
        breaches: """
            SELECT 'owner ' || owner || ', revision ' || touched || ', id ' || lower(hex(id)) \
            FROM (SELECT owner, id, revision AS touched, was_revision, lag(revision) OVER ( \
            PARTITION BY owner, id ORDER BY revision) AS earlier FROM changes) \
            JOIN owners USING (owner) WHERE earlier > horizon AND was_revision IS NOT earlier
            """)

    private static let answers = Law(
        sentence: "what the kept answers come to is counted",
        breaches: """
            SELECT 'owner ' || owner || ', ' || answer_bytes || ' bytes, ' || found || ' found' \
            FROM (SELECT owner, answer_bytes, (SELECT coalesce(sum(length(content)), 0) \
            FROM answers WHERE answers.owner = owners.owner) AS found FROM owners) \
            WHERE found <> answer_bytes
            """)

    /// Searches look at no others, and the next run would get the number of one that is there.
    static let runs = Law(
        sentence: "no trigrams are of a run beyond the last one",
        breaches: """
            SELECT 'owner ' || owner || ', run ' || run || ', last run ' || last_run \
            FROM (SELECT owner, last_run, (SELECT max(run) FROM trigrams \
            WHERE trigrams.owner = owners.owner) AS run FROM owners) WHERE run > last_run
            """)

    /// The next runs would be taken for old ones, and go.
    static let renewals = Law(
        sentence: "no runs of trigrams are to go that are not there yet",
        breaches: """
            SELECT 'owner ' || owner || ', old runs ' || old_runs || ', last run ' || last_run \
            FROM renewals JOIN owners USING (owner) WHERE old_runs > last_run
            """)

    private static let owners = "(SELECT *, 0 AS never FROM owners)"
}
