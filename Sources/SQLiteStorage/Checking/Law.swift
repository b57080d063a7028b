import Items

/// Something that must be true of every database, and the question that finds where it is not.
struct Law {
    /// The law in a sentence.
    let sentence: String
    /// Answers one row for each breach: which it is, as a text.
    let breaches: String
}

extension Law {
    /// The laws that SQLite does not watch over itself. Of owners who are leaving, what is left is
    /// being erased, and no law holds for it.
    static let all = belonging + revisions + identity + history + room + accounts

    /// Every row is of an owner.
    private static let belonging =
        [
            ("items", "slot >> 32"), ("descriptions", "number >> 32"), ("ids", "owner"),
            ("log", "owner"), ("marks", "owner"),
        ].map { table, owner in
            Law(
                sentence: "everything in \(table) belongs to an owner",
                breaches: """
                    SELECT 'owner ' || owner FROM (SELECT DISTINCT \(owner) AS owner FROM \(table)) \
                    WHERE owner NOT IN (SELECT owner FROM owners)
                    """)
        }

    /// Nothing carries a revision or a place that was not given out.
    private static let revisions = [
        Law(
            sentence: "no item is ahead of its owner's clock",
            breaches: """
                SELECT 'owner ' || owner || ', revision ' || newest FROM (SELECT owner, clock, \
                (SELECT max(revision) FROM items WHERE \(ofOwner)) AS newest FROM (\(staying))) \
                WHERE newest > clock
                """),
        Law(
            sentence: "no entry of the log is ahead of its owner's clock, or behind the last one",
            breaches: """
                SELECT 'owner ' || owner || ', entry ' || entry FROM log JOIN (\(staying)) \
                USING (owner) WHERE log.revision > clock OR entry > last_entry
                """),
        Law(
            sentence: "no place is beyond the last one that was given out",
            breaches: """
                SELECT 'owner ' || owner || ', place ' || place FROM (\(staying)) \
                JOIN (SELECT owner, max(place) AS place FROM ids GROUP BY owner) USING (owner) \
                WHERE place > last_place
                """),
    ]

    /// Each item has its id, its description, and a place of its own.
    private static let identity = [
        Law(
            sentence: "every item is found by its id",
            breaches: """
                SELECT 'slot ' || slot FROM (\(staying)) AS o CROSS JOIN items \
                ON slot >= o.owner << 32 AND slot < o.owner + 1 << 32 \
                LEFT JOIN ids ON ids.owner = o.owner AND ids.id = items.id \
                WHERE ids.place IS NOT slot & 2147483647 OR deleted_by IS NOT NULL
                """),
        Law(
            sentence: "every id leads to its item, or to its deletion",
            breaches: """
                SELECT 'owner ' || ids.owner || ', id ' || lower(hex(ids.id)) FROM ids \
                JOIN (\(staying)) USING (owner) \
                LEFT JOIN items open ON open.slot = ids.owner << 32 | ids.place \
                LEFT JOIN items done ON done.slot = ids.owner << 32 | 2147483648 | ids.place \
                LEFT JOIN log ON log.entry = deleted_by AND log.owner = ids.owner \
                AND log.id = ids.id AND log.place = ids.place \
                WHERE CASE WHEN deleted_by IS NULL \
                THEN (open.id IS ids.id) + (done.id IS ids.id) <> 1 ELSE log.entry IS NULL END
                """),
        Law(
            sentence: "every long description is an item's",
            breaches: """
                SELECT 'number ' || number FROM descriptions JOIN (\(staying)) ON owner = number >> 32 \
                LEFT JOIN items open ON open.slot = number \
                LEFT JOIN items done ON done.slot = number | 2147483648 \
                WHERE coalesce(open.description_bytes, done.description_bytes) \
                IS NOT length(CAST(descriptions.description AS BLOB))
                """),
        Law(
            sentence: "every item has its description",
            breaches: """
                SELECT 'slot ' || slot FROM items LEFT JOIN descriptions \
                ON number = slot & ~2147483648 \
                WHERE description_bytes IS NOT NULL AND number IS NULL \
                AND slot >> 32 IN (SELECT owner FROM (\(staying)))
                """),
    ]

    /// What the log says of an item ends where the item is now; that the log is a chain, `HistoryCheck`
    /// finds out.
    private static let history = [
        Law(
            sentence: "what the log says of an item ends where the item is now",
            breaches: """
                SELECT 'owner ' || owner || ', entry ' || entry FROM (\(newest)) AS newest \
                JOIN (\(staying)) USING (owner) \
                LEFT JOIN items open ON open.slot = owner << 32 | place \
                LEFT JOIN items done ON done.slot = owner << 32 | 2147483648 | place \
                WHERE coalesce(open.revision, done.revision) \
                IS NOT CASE WHEN members & 64 THEN NULL ELSE newest.revision END
                """),
        Law(
            sentence: "the log has the last write to every item, unless it was forgotten",
            breaches: """
                SELECT 'slot ' || slot FROM items \
                JOIN (SELECT owner, min(log.revision) AS oldest FROM log JOIN (\(staying)) \
                USING (owner) GROUP BY owner) AS known ON known.owner = slot >> 32 \
                LEFT JOIN (\(newest)) AS newest \
                ON newest.owner = slot >> 32 AND newest.place = slot & 2147483647 \
                WHERE items.revision > oldest AND newest.entry IS NULL \
                AND slot >> 32 IN (SELECT owner FROM (\(staying)))
                """),
        // An owner's last entry goes with the first ones of the log alone, which are forgotten by time.
        Law(
            sentence: "the last entry of an owner is in the log, unless it was forgotten",
            breaches: """
                SELECT 'owner ' || owner || ', entry ' || last_entry FROM (\(staying)) AS o \
                WHERE last_entry >= (SELECT min(entry) FROM log) AND NOT EXISTS \
                (SELECT 1 FROM log WHERE entry = last_entry AND log.owner = o.owner)
                """),
        Law(
            sentence: "every mark is of an entry that says so",
            breaches: """
                SELECT 'owner ' || marks.owner || ', entry ' || marks.entry FROM marks \
                LEFT JOIN log ON log.entry = marks.entry AND log.owner = marks.owner \
                AND log.revision = marks.revision AND log.members & 256 \
                WHERE log.entry IS NULL AND marks.owner IN (SELECT owner FROM (\(staying)))
                """),
        Law(
            sentence: "every entry that has a mark finds it",
            breaches: """
                SELECT 'owner ' || log.owner || ', entry ' || log.entry FROM log \
                LEFT JOIN marks ON marks.owner = log.owner AND marks.revision = log.revision \
                AND marks.entry = log.entry WHERE log.members & 256 AND marks.entry IS NULL \
                AND log.owner IN (SELECT owner FROM (\(staying)))
                """),
    ]

    /// What an owner takes is counted to the byte.
    private static let room = [
        Law(
            sentence: "what the items of an owner take is counted",
            breaches: """
                SELECT 'owner ' || owner || ', ' || item_bytes || ' bytes, ' || found || ' found' \
                FROM (SELECT owner, item_bytes, (SELECT coalesce(sum(\(ItemContent.rowBytes) \
                + length(CAST(title AS BLOB)) + coalesce(length(CAST(location_name AS BLOB)), 0) \
                + coalesce(description_bytes, length(CAST(description AS BLOB)), 0)), 0) \
                FROM items WHERE \(ofOwner)) AS found FROM (\(staying))) \
                WHERE found <> item_bytes
                """),
        Law(
            sentence: "what the history of an owner takes is counted",
            breaches: """
                SELECT 'owner ' || owner || ', ' || sum(counted) || ' bytes, ' || sum(found) || ' found' \
                FROM (SELECT owner, 0 AS counted, \(LogForgetter.bytesSQL) AS found FROM log \
                UNION ALL SELECT owner, history_bytes, 0 FROM owners) \
                WHERE owner IN (SELECT owner FROM (\(staying))) \
                GROUP BY owner HAVING sum(counted) <> sum(found)
                """),
        Law(
            sentence: "what the kept answers come to is counted",
            breaches: """
                SELECT 'owner ' || owner || ', ' || answer_bytes || ' bytes, ' || found || ' found' \
                FROM (SELECT owner, answer_bytes, (SELECT coalesce(sum(length(content)), 0) \
                FROM answers WHERE answers.owner = owners.owner) AS found FROM owners \
                WHERE leaving = 0) WHERE found <> answer_bytes
                """),
    ]

    /// In a range of slots for each owner; a join by a part of the key would go through all of them.
    private static let ofOwner = "slot >= owner << 32 AND slot < owner + 1 << 32"
    /// The newest entry of each place; the other columns are of the row that has the maximum
    /// (sqlite.org/lang_select.html#bareagg).
    private static let newest = """
        SELECT owner, place, max(entry) AS entry, revision, members FROM log GROUP BY owner, place
        """
    private static let staying = """
        SELECT owner, revision AS clock, last_place, last_entry, item_bytes, history_bytes \
        FROM owners WHERE leaving = 0
        """
}
